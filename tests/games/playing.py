"""Playing out made-up games: what the random tests of every race do with theirs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from voicegm.games import read_setup
from voicegm.games.events import event_from_json
from voicegm.games.game import Event, Game, Over, Ruling, Setup
from voicegm.games.replay import read_journal, replay
from voicegm.games.rulings import WHY_REFUSED, WHY_VOID


def read(game: Game[Any], line: dict[str, Any], events: Iterable[Any]) -> tuple[Setup, list[Event]]:
    """The set-up and events that journal lines tell."""
    known = now = read_setup(line)
    out = []
    for each in events:
        event = game.check_event(now, event_from_json(each, game.events, known.names))
        now = now.in_round(event) if event.kind == "round" else now
        out.append(event)
    return known, out


def play(
    game: Game[Any], known: Setup, events: Iterable[Event], moments: Iterable[int] = ()
) -> tuple[list[Any], list[Ruling]]:
    """Every state and ruling of a game, settled at `moments` between its events."""
    step = game.start(known)
    states, rulings = [step.state], list(step.rulings)
    waiting = sorted(moments)
    for event in events:
        while waiting and waiting[0] <= event.at:
            step = game.settle(step.state, waiting.pop(0))
            rulings += step.rulings
        step = game.step(step.state, event)
        states.append(step.state)
        rulings += step.rulings
    step = game.finish(step.state)
    return [*states, step.state], [*rulings, *step.rulings]


def without_over(rulings: Iterable[Ruling]) -> list[Ruling]:
    return [ruling for ruling in rulings if not isinstance(ruling, Over)]


def check_replay_equals_play(game: Game[Any], known: Setup, events: Sequence[Event]) -> None:
    """What is written is read again, and folds to the same rulings."""
    states, rulings = play(game, known, events)
    written = [json.dumps(known.to_json()) + "\n"]
    written += [json.dumps(event.to_json()) + "\n" for event in events]
    journal = read_journal(written)
    assert journal.fault is None
    assert journal.events == tuple(events)
    replayed = list(replay(journal))
    assert without_over(replayed) == without_over(rulings)
    assert replayed[-1] == game.outcome(states[-1])
    assert [type(ruling) for ruling in replayed].count(Over) == 1


def check_rulings(rulings: Iterable[Ruling]) -> None:
    """They come in the order of their times, are plain JSON, and give known reasons."""
    told = without_over(rulings)
    assert [ruling.at for ruling in told] == sorted(ruling.at for ruling in told)
    for ruling in told:
        line = ruling.to_json()
        assert json.loads(json.dumps(line)) == line
        if line["ruling"] == "void":
            assert line["why"] in WHY_VOID
        if line["ruling"] == "refused":
            assert line["why"] in WHY_REFUSED
