"""Games made up to measure how fast the rules fold them: the same ones for the same seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from voicegm.games import by_name, read_setup
from voicegm.games.events import Event, event_from_json
from voicegm.games.game import Game
from voicegm.games.noises import NOISES

NAMES = ("Anna", "Ben", "Vera", "Greg")
EXPOSURES_A_ROUND = 200
"""At most: Snap may go on for very long."""
PAUSE_MS = 2_000
CALL_SHARE = 0.1
"""How often somebody calls although nothing is to be won; where something is, they mostly do."""


def sample_journal(game: str, seed: int, rounds: int) -> list[str]:
    """The lines of a journal of `rounds` rounds of a game, as people might have played it.

    BadInput when there is no such game.
    """
    rules = by_name(game)
    line = {
        "voicegm": 1,
        "game": game,
        "players": [
            {"name": name, "animal": animal} for name, animal in zip(NAMES, NOISES, strict=False)
        ],
        "dealer": NAMES[-1],
        "seed": seed,
    }
    table = _Table(rules, rules.start(read_setup(line)).state, Random(seed))
    events = [event for number in range(rounds) for event in table.round(number)]
    events.append(table.happen("end"))
    return [json.dumps(each) + "\n" for each in (line, *(event.to_json() for event in events))]


def sample_journals(game: str, events: int) -> list[list[str]]:
    """Journals of ten rounds each that hold at least so many events together."""
    journals: list[list[str]] = []
    while sum(len(lines) - 1 for lines in journals) < events:
        journals.append(sample_journal(game, len(journals), 10))
    return journals


@dataclass
class _Table:
    """Four people at a game."""

    rules: Game[Any]
    state: Any
    luck: Random
    at: int = 0

    def round(self, number: int) -> Iterator[Event]:
        """All events of one round."""
        if number:
            yield self.happen("round", seed=self.luck.randrange(1 << 32))
        for _ in range(EXPOSURES_A_ROUND):
            view = self.rules.view(self.state)
            if view.next_player is None or view.cards_left == 0:
                return
            if "play" in self.rules.events:
                yield self._play(view.next_player)
            else:
                yield self.happen("deal" if "deal" in self.rules.events else "turn")
                yield from self._calls()

    def happen(self, kind: str, after_ms: int = PAUSE_MS, **more: object) -> Event:
        """One more event, ruled on."""
        self.at += after_ms
        line = {"at": self.at, "event": kind, **more}
        event = event_from_json(line, self.rules.events, NAMES)
        self.state = self.rules.step(self.state, event).state
        return event

    def _calls(self) -> Iterator[Event]:
        words = sorted(self.rules.expected(self.state, self.at + 1))
        if self.luck.random() < (0.9 if words else CALL_SHARE):
            for caller in self.luck.sample(NAMES, self.luck.randint(1, 2)):
                says = self.luck.choice(words or ["fox"])
                yield self.happen("call", self.luck.randint(20, 900), by=caller, says=says)

    def _play(self, name: str) -> Event:
        run = self.rules.view(self.state).run
        assert run is not None
        cards = self.rules.hand(self.state, name) or ()
        fits = [card for card in cards if run.rank in (None, card.rank)]
        return self.happen("play", by=name, card=str(self.luck.choice(fits)), says=run.cry)
