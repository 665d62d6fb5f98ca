"""The whole table with simulated people and the real recogniser, on a short deck."""

from __future__ import annotations

import io
import itertools
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import soundfile

from voicegm.caller import Cache, Caller
from voicegm.cards import Card
from voicegm.games.game import Setup
from voicegm.games.replay import replay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import load
from voicegm.models import find_model
from voicegm.table.demo import Outcome, play_demo
from voicegm.table.journal import JournalFile, read_journal_file
from voicegm.table.opening import Wishes, make_setup
from voicegm.table.referee import HOLD_MS
from voicegm.table.report import report
from voicegm.table.seats import USUAL_TABLE, animal_seats
from voicegm.table.transcript import JsonTranscript

DECK = ("7H", "7C", "2S", "3D", "9H", "TC", "JS", "9D", "4H", "4C", "5S", "6D", "QH", "KC")
"""Three matches."""


def setup() -> Setup:
    wishes = Wishes(game="animals", seats=animal_seats(USUAL_TABLE, load("en")), seed=7)
    return replace(make_setup(wishes), deck=tuple(map(Card.parse, DECK)))


@dataclass(frozen=True)
class Evening:
    """One game, and what it left behind."""

    printed: str
    outcome: Outcome
    journal: Path
    recording: Path

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.printed.splitlines()]


def played(caller: Caller, worker: Worker, folder: Path) -> Evening:
    out = io.StringIO()
    journal, recording = folder / "evening.jsonl", folder / "evening.wav"
    outcome = play_demo(
        setup(),
        seed=7,
        worker=worker,
        caller=caller,
        transcript=JsonTranscript(out),
        write=JournalFile(journal, setup()).write,
        record=recording,
    )
    return Evening(out.getvalue(), outcome, journal, recording)


@pytest.fixture(scope="module")
def evening(caller: Caller, worker: Worker, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(caller, worker, tmp_path_factory.mktemp("evening"))


def test_a_seed_gives_the_same_game_to_the_byte(
    evening: Evening, caller: Caller, worker: Worker, tmp_path: Path
) -> None:
    again = played(caller, worker, tmp_path)
    assert again.printed == evening.printed
    assert again.outcome == evening.outcome
    assert again.journal.read_bytes() == evening.journal.read_bytes()
    assert again.recording.read_bytes() == evening.recording.read_bytes()


def test_replaying_the_journal_gives_the_rulings_of_the_game(evening: Evening) -> None:
    ruled = [
        {key: value for key, value in row.items() if key != "ruled_ms"}
        for row in evening.rows
        if "ruling" in row
    ]
    again = [ruling.to_json() for ruling in replay(read_journal_file(evening.journal))]
    assert [row for row in ruled if row["ruling"] != "over"] == again[:-1]
    assert ruled[-1] == again[-1]
    assert sum(row["ruling"] == "dealt" for row in ruled) == len(DECK)


def test_no_card_waits_longer_than_it_may(evening: Evening) -> None:
    """Between one sound of the referee and the next lie a pause and a bounded wait."""
    busy = [row["at"] for row in evening.rows if "said" in row or "earcon" in row]
    gaps = [later - sooner for sooner, later in itertools.pairwise(busy)]
    assert max(gaps) <= 2_000 + HOLD_MS + 1_500


def test_what_the_microphone_heard_is_kept(evening: Evening) -> None:
    info = soundfile.info(str(evening.recording))
    assert (info.samplerate, info.channels) == (16_000, 1)
    assert abs(info.duration * 1000 - evening.outcome.duration_ms) < 100


def test_no_pause_gives_a_match_away(evening: Evening) -> None:
    """From cue to next card: the same after every card that nobody speaks after."""
    dealt = [row for row in evening.rows if row.get("ruling") == "dealt"]
    ticks = [row["at"] for row in evening.rows if row.get("earcon") == "tick"]
    spoken = [row["at"] for row in evening.rows if row.get("earcon") not in (None, "tick")]
    quiet = [
        after["at"] - tick
        for tick, after in zip(ticks, dealt[1:], strict=False)
        if not any(tick < at < after["at"] for at in spoken)
    ]
    assert quiet
    assert min(quiet) >= 2_000
    assert sorted(quiet)[len(quiet) // 2] <= 2_100


def test_a_game_in_korean_is_heard_by_the_real_vosk(tmp_path: Path) -> None:
    seats = animal_seats("민수=여우, 지영=고양이, 현우=호랑이, 서연=개구리", load("ko"))
    korean = replace(
        make_setup(Wishes(game="animals", seats=seats, seed=7, language="ko")),
        deck=tuple(map(Card.parse, DECK)),
    )
    sentences: list[str] = []
    caller = Caller("ko", cache=Cache(tmp_path, warn=sentences.append), warn=sentences.append)
    with Worker("vosk", "ko", find_model("ko")) as vosk:
        outcome = play_demo(
            korean,
            seed=7,
            worker=vosk,
            caller=caller,
            transcript=JsonTranscript(io.StringIO()),
        )
    caller.close()
    assert sentences == []
    assert report([outcome]).matches >= 1
    assert outcome.delays.decided  # calls were understood
