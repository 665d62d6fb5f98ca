"""An evening of games with talk at the table: what is given, taken and held up for nothing.

People talk after most cards, with sentences that no threshold was set on, and Animals and Snap take
turns: Animals gives piles away, Snap fines whoever calls for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from voicegm.caller import Speaks
from voicegm.games.game import Mistake, Ruling, Won
from voicegm.hearing.worker import Worker
from voicegm.languages.lines import other_talk
from voicegm.languages.pack import load
from voicegm.people.crowd import Habits, Part
from voicegm.table.demo import Company, Outcome, play_demo
from voicegm.table.opening import Wishes, make_setup, seats_for
from voicegm.table.referee import Watcher
from voicegm.table.transcript import NoTranscript
from voicegm.table.truth import SAME_WORD_MS, Said, Verdict

GAMES = ("animals", "snap")
TALKATIVE = Habits(talk=0.7)
"""Somebody says something to the others after seven cards of ten."""


@dataclass(frozen=True)
class Evening:
    """What came of it."""

    minutes: float
    """Of simulated play."""
    games: int
    sentences: int
    """Said to one another."""
    false_awards: int
    """Piles given on a word that nobody had called."""
    penalties: int
    """Cards paid by somebody who had not called."""
    longest_hold_ms: int
    """The longest that a card was held back by talk."""
    words_invented: int
    """Words in play that were heard in talk; few of them do any harm."""
    matches: int
    """In which somebody called rightly."""
    right: int
    """Of these given to the right player, or truly tied."""
    asked: int

    def to_json(self) -> dict[str, object]:
        """The same as plain JSON."""
        return asdict(self)


class _Bailiff(Watcher):
    """Writes down when something was won or paid: the time of the call that a ruling judges, and
    that of the ruling."""

    def __init__(self) -> None:
        self.won_ms: list[tuple[int, int]] = []
        self.paid_ms: list[tuple[int, int]] = []

    def ruled(self, ruling: Ruling, now_ms: int) -> None:
        """Wins and mistakes."""
        if isinstance(ruling, Won):
            self.won_ms.append((ruling.at, now_ms))
        elif isinstance(ruling, Mistake):
            self.paid_ms.append((ruling.at, now_ms))


def spend_evening(
    minutes: float,
    worker: Worker,
    caller: Speaks,
    *,
    language: str = "en",
    seed: int = 0,
    noise: str = "none",
    microphone_each: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> Evening:
    """Play one game after another until so many minutes have gone by on their clocks; `progress`
    is told how many have."""
    company = Company(noise=noise, talk=other_talk(language), habits=TALKATIVE)
    outcomes: list[Outcome] = []
    false_awards = penalties = 0
    played_minutes = 0.0
    while played_minutes < minutes:
        game, this_seed = GAMES[len(outcomes) % len(GAMES)], seed + len(outcomes)
        wishes = Wishes(
            game=game,
            seats=seats_for(game, None, load(language), "names"),
            seed=this_seed,
            language=language,
            microphone_each=microphone_each,
        )
        bailiff = _Bailiff()
        outcome = play_demo(
            make_setup(wishes),
            seed=this_seed,
            worker=worker,
            caller=caller,
            transcript=NoTranscript(),
            company=company,
            watchers=[bailiff],
        )
        false_awards += _for_nothing(bailiff.won_ms, outcome.said)
        penalties += _for_nothing(bailiff.paid_ms, outcome.said)
        outcomes.append(outcome)
        played_minutes += outcome.duration_ms / 60_000
        progress(played_minutes)
    return _summed(outcomes, false_awards, penalties)


def _for_nothing(rulings_ms: Sequence[tuple[int, int]], said: Sequence[Said]) -> int:
    """How many rulings judge a call that nobody made. After "Once more" a call counts as of what
    was not understood before it, so one made until the ruling will do."""
    calls_ms = [one.at.onset_ms for one in said if one.line.part not in (Part.TALK, Part.ANSWER)]
    return sum(
        not any(at_ms - SAME_WORD_MS <= call_ms <= ruled_ms for call_ms in calls_ms)
        for at_ms, ruled_ms in rulings_ms
    )


def _summed(outcomes: Sequence[Outcome], false_awards: int, penalties: int) -> Evening:
    verdicts = Counter(verdict for outcome in outcomes for verdict in outcome.verdicts)
    right = (Verdict.RIGHT, Verdict.TIED)
    others = (Verdict.ASKED, Verdict.SHY, Verdict.MISSED, Verdict.WRONG)
    return Evening(
        minutes=round(sum(outcome.duration_ms for outcome in outcomes) / 60_000, 1),
        games=len(outcomes),
        sentences=sum(said.line.part is Part.TALK for o in outcomes for said in o.said),
        false_awards=false_awards,
        penalties=penalties,
        longest_hold_ms=max((outcome.longest_hold_ms for outcome in outcomes), default=0),
        words_invented=sum(outcome.heard_without_call for outcome in outcomes),
        matches=sum(verdicts[verdict] for verdict in (*right, *others)),
        right=sum(verdicts[verdict] for verdict in right),
        asked=verdicts[Verdict.ASKED],
    )
