"""The roll call: before the cards are out each player says a few words, so that their voices are
known on one microphone for all, and so that everybody sees how well they are understood.

It is kind and short: a word is asked for twice at the most, one that was hard to hear is not asked
for twice again, whoever says nothing is left in peace and goes without, and when nobody answers it
is over. "skip" typed lets a player go without, "skip all" ends it. Voices are kept in memory only.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from enum import Enum

from voicegm.errors import BadInput
from voicegm.games.game import Setup
from voicegm.hearing.listener import Decided
from voicegm.hearing.voices import KnownVoices
from voicegm.table.referee import Referee
from voicegm.table.whose import Whose

ANSWER_WITHIN_MS = 4_000
"""A child repeats a word within two seconds, or not at all."""
_QUIET_PLAYERS = 2
"""After so many who said nothing it is over: nobody wants it, or nobody is heard."""
_SNAP_WORDS = ("snap", "snap-pot", "snap")


def roll_call_wanted(wish: bool | None, setup: Setup, *, heard: bool, live: bool) -> bool:
    """Whether there is to be a roll call: as wished, otherwise where people race at one live
    microphone. Raises `BadInput` where one is wished for that would tell nothing.

    `heard` says whether a recogniser listens at all.
    """
    races = setup.game != "snip-snap-snorum" and setup.options.race
    useful = heard and races and not setup.channels
    if wish and not useful:
        raise BadInput(
            "a roll call tells voices apart where players race at one microphone, and that is not "
            "so here: leave --roll-call out"
        )
    return useful and (live if wish is None else wish)


def with_roll_call(referee: Referee) -> None:
    """Have this referee call the roll before the cards are out, and know voices from then on."""
    listener = referee.floor.listener
    assert listener is not None, "nobody is heard"
    listener.tells_voices = True
    whose = Whose(KnownVoices(referee.names))
    referee.whose = whose
    referee.watchers.append(whose)
    referee.roll_call = RollCall(referee, whose.voices)


class _Said(Enum):
    RIGHT = "the word"
    SOMETHING = "something that was not understood"
    NOTHING = "nothing"


class RollCall:
    """Asks player after player for their words."""

    def __init__(self, referee: Referee, voices: KnownVoices) -> None:
        self._referee = referee
        self._voices = voices
        self._name = ""
        self._key = ""
        self._again = False
        self._said: _Said | None = None
        self._skipped = ""
        """`skip`, `skip-all`, or nothing yet."""

    def course(self) -> Iterator[None]:
        """The whole of it, a block at a time."""
        referee, quiet = self._referee, 0
        referee.say("roll-call")
        for name in referee.names:
            said = yield from self._player(name)
            quiet = 0 if said or self._skipped else quiet + 1
            if self._skipped == "skip-all" or quiet == _QUIET_PLAYERS:
                break
        referee.say("roll-call-done" if self._voices.known else "roll-call-without-all")
        yield from referee.until_said()

    def heard(self, utterance: Decided) -> None:
        """Something was said while a word is awaited."""
        right = [word.key for word in utterance.words] == [self._key]
        understood = right and self._referee.takes(utterance)
        self._said = _Said.RIGHT if understood else _Said.SOMETHING
        # Asked twice for a word, it is their voice, whatever was understood.
        if utterance.voice is not None and (understood or self._again):
            self._voices.enrol(self._name, utterance.voice)

    def skip(self, kind: str) -> None:
        """Somebody typed that this player, or everybody, goes without."""
        self._skipped = kind

    def words_of(self, name: str) -> tuple[str, ...]:
        """What a player is asked for: the own word, and two that they will have to call."""
        players = self._referee.view.players
        if not players[0].response:
            return _SNAP_WORDS
        seat = self._referee.names.index(name)
        around = [*players[seat:], *players[:seat], players[seat]]
        return tuple(player.response or "" for player in around[:3])

    def _player(self, name: str) -> Generator[None, None, bool]:
        """One player's words; gives whether anything was said."""
        self._name, self._skipped = name, ""
        anything = False
        hard: set[str] = set()
        for place, key in enumerate(self.words_of(name)):
            said = yield from self._word(key, first=not place, once=key in hard)
            anything |= said is not _Said.NOTHING
            if self._skipped or not anything:
                break
            if said is _Said.SOMETHING and key not in hard:
                hard.add(key)
                self._say("roll-call-hard")
        if name not in self._voices.known:
            self._voices.forget(name)
            self._say("roll-call-without")
        return anything

    def _word(self, key: str, *, first: bool, once: bool) -> Generator[None, None, _Said]:
        """One word, asked for twice at the most, or `once` if it has been before; gives what came
        of it."""
        self._key = key
        best = _Said.NOTHING
        lines = ("roll-call-first" if first else "roll-call-next", "roll-call-again")
        for line in lines[:1] if once else lines:
            self._again = once or line == "roll-call-again"
            said = yield from self._asked(line)
            if said is not _Said.NOTHING:
                best = said
            if self._skipped or best is _Said.RIGHT:
                break
        return best

    def _asked(self, line: str) -> Generator[None, None, _Said]:
        """Ask once, and wait for what is said."""
        referee, self._said = self._referee, None
        self._say(line)
        yield from referee.until_said()
        asked_ms = referee.floor.now_ms
        for watcher in referee.watchers:
            watcher.roll_called(self._name, self._key, asked_ms)
        referee.words.change(asked_ms, self._in_play())
        referee.attentive = self.heard
        while not (self._said or self._skipped) and self._waits(asked_ms + ANSWER_WITHIN_MS):
            yield from referee.a_block()
        referee.attentive = None
        referee.words.change(referee.floor.now_ms, ())
        return self._said or _Said.NOTHING

    def _waits(self, until_ms: int) -> bool:
        """Whether there is time left, or somebody is speaking right now."""
        floor = self._referee.floor
        return floor.now_ms < until_ms or floor.earliest_open_ms is not None

    def _in_play(self) -> tuple[str, ...]:
        """All words of the table, so that another one is known as such."""
        responses = [player.response for player in self._referee.view.players if player.response]
        return tuple(dict.fromkeys([self._key, *(responses or _SNAP_WORDS)]))

    def _say(self, line: str) -> None:
        self._referee.say(line, name=self._name, word=self._referee.pack[self._key].say[0])
