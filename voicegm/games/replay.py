"""Journals: reading them, and folding them through the rules.

A journal is JSON Lines: the set-up, then an event a line. Events fold in the order of their
times, at equal times in the order of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from voicegm.cards import Card
from voicegm.errors import BadInput
from voicegm.games import by_name, read_setup
from voicegm.games.events import Correct, Deal, Event, Round, event_from_json
from voicegm.games.game import Setup
from voicegm.games.rulings import Over, Ruling

STEP_BACK_MS = 3_000
"""How far a line may lie before the one above it: what a recogniser may take to answer."""


class BadLine(BadInput):
    """A line of a journal cannot be used; `number` counts from 1, `reason` says why."""

    def __init__(self, number: int, reason: str, where: str = "") -> None:
        self.number = number
        self.reason = reason
        super().__init__(f"{where + ', ' if where else ''}line {number}: {reason}")


@dataclass(frozen=True)
class Journal:
    """A journal as far as it could be read."""

    setup: Setup
    events: tuple[Event, ...]
    """In the order in which they fold."""
    note: str | None = None
    """What is to be said: that a torn last line was dropped."""
    fault: BadLine | None = None
    """The bad line that ended the reading."""


def read_journal(lines: Iterable[str | bytes], where: str = "") -> Journal:
    """The journal that these lines hold; `where` names it in what is said of bad ones.

    BadInput when there is none, BadLine when its set-up is bad. Any other bad line ends the
    reading and is found in the journal's `fault`.
    """
    return _Reader(where).read([_bytes(line) for line in lines])


def replay(journal: Journal) -> Iterator[Ruling]:
    """Every ruling, in the order of `at`, the `over` ruling last.

    Raises the journal's fault, if it has one, after that.
    """
    game = by_name(journal.setup.game)
    step = game.start(journal.setup)
    yield from step.rulings
    for event in journal.events:
        step = game.step(step.state, event)
        yield from (ruling for ruling in step.rulings if not isinstance(ruling, Over))
    step = game.finish(step.state)
    yield from (ruling for ruling in step.rulings if not isinstance(ruling, Over))
    yield game.outcome(step.state)
    if journal.fault is not None:
        raise journal.fault


def _bytes(line: str | bytes) -> bytes:
    return line.encode() if isinstance(line, str) else line


class _Reader:
    """Reads one journal; holds what the lines so far have told."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.at = 0
        self.dealt: dict[Card, int] = {}
        self.last: Card | None = None

    def read(self, lines: Sequence[bytes]) -> Journal:
        numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
        if not numbered:
            raise BadInput(f"the journal {self.where or 'given'} is empty: nothing was played yet")
        torn = _is_torn(numbered[-1][1])
        if torn and len(numbered) == 1:
            raise BadLine(1, "the set-up was torn off in the middle", self.where)
        setup = self._setup(*numbered[0])
        note = None
        if torn:
            number = numbered.pop()[0]
            note = f"line {number} was torn off in the middle of writing and is left out"
        events, fault = self._events(setup, numbered[1:])
        events.sort(key=lambda event: event.at)
        return Journal(setup, tuple(events), None if fault else note, fault)

    def _setup(self, number: int, line: bytes) -> Setup:
        try:
            return read_setup(_json(line))
        except BadInput as bad:
            raise BadLine(number, str(bad), self.where) from None

    def _events(
        self, setup: Setup, lines: Sequence[tuple[int, bytes]]
    ) -> tuple[list[Event], BadLine | None]:
        game = by_name(setup.game)
        names = setup.names
        events: list[Event] = []
        number = 0
        try:
            for number, line in lines:
                event = event_from_json(_json(line), game.events, names)
                event = game.check_event(setup, event)
                self._follows(event, number)
                events.append(event)
                if isinstance(event, Round):
                    setup = setup.in_round(event)
        except BadInput as bad:
            return events, BadLine(number, str(bad), self.where)
        return events, None

    def _follows(self, event: Event, number: int) -> None:
        """BadInput when the event cannot come after those above it."""
        if event.at < self.at - STEP_BACK_MS:
            raise BadInput(
                f"time runs back from {self.at} to {event.at}; a line may lie"
                f" {STEP_BACK_MS} ms before the one above it, no more"
            )
        self.at = event.at
        card = getattr(event, "card", None)
        if isinstance(event, Round):
            self.dealt.clear()
            self.last = None
        elif card is not None and self._lies_for_good(event):
            mended = self.last if isinstance(event, Correct) else None
            if card != mended and card in self.dealt:
                raise BadInput(f"the card {card} lies out already, since line {self.dealt[card]}")
            if mended is not None:
                del self.dealt[mended]
            self.dealt[card] = number
            self.last = card

    def _lies_for_good(self, event: Event) -> bool:
        """Whether the card cannot come again in this round: one that was dealt, or mended so."""
        return isinstance(event, Deal) or (isinstance(event, Correct) and self.last is not None)


def _is_torn(line: bytes) -> bool:
    if line.endswith((b"\n", b"\r")):
        return False
    try:
        _json(line)
    except BadInput:
        return True
    return False


def _json(line: bytes) -> object:
    """The JSON value in a line; BadInput says what it is instead."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("this is not UTF-8 text") from None
    try:
        return _DECODER.decode(text.strip())
    except RecursionError:
        raise BadInput("this is nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"this is no JSON ({error})") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f'"{double}" is told twice')
    return value


def _no_number(text: str) -> object:
    raise BadInput(f"{text} is no number that JSON knows")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
