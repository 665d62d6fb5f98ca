"""Whose microphones they are, and what becomes of a game in which one of them fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner

from voicegm.cli import voicegm
from voicegm.errors import BadInput
from voicegm.sound.binding import Bound
from voicegm.sound.devices import Device
from voicegm.sound.frames import SAMPLE_RATE, Samples
from voicegm.sound.microphones import Source, Wanted
from voicegm.table.microphone_walk import Heard, delays_of
from voicegm.table.microphones import in_order, plan_microphones

PLAYERS = ("Anna", "Ben", "Vera")
DESK = {"Anna": Bound("Desk", 3), "Ben": Bound("Desk", 0), "Vera": Bound("Buds", None, 180)}


def test_what_is_remembered_is_used_when_it_knows_all_players() -> None:
    plan = plan_microphones((), None, PLAYERS, DESK)
    assert plan.wanted == (Wanted("Desk", (0, 3)), Wanted("Buds", (), 180))
    assert plan.owners == {1: "Anna", 0: "Ben", 2: "Vera"}
    assert plan.remembered


@pytest.mark.parametrize(
    ("names", "each", "players", "wanted"),
    [
        ((), None, ("Anna", "Mia"), [Wanted(None)]),
        ((), False, PLAYERS, [Wanted(None)]),
        (("Desk",), None, PLAYERS, [Wanted("Desk")]),
        (("Desk", "Buds"), None, PLAYERS, [Wanted("Desk"), Wanted("Buds")]),
    ],
)
def test_otherwise_microphones_are_shared(
    names: tuple[str, ...], each: bool | None, players: tuple[str, ...], wanted: list[Wanted]
) -> None:
    plan = plan_microphones(names, each, players, DESK)
    assert (list(plan.wanted), plan.owners) == (wanted, {})
    assert ("Mia have none" in plan.note) == ("Mia" in players)


def device(name: str, channels: int) -> Device:
    return Device(0, name, "microphone", "ALSA", channels, 48_000, False)


def test_channels_belong_to_players_in_order() -> None:
    several = [device("Left", 2), device("Right", 2)]
    assert [one.channels for one in in_order(several, 3)] == [(0, 1), (0,)]
    assert [one.channels for one in in_order([device("server", 32)], 4)] == [(0, 1, 2, 3)]


def test_too_few_channels_are_refused() -> None:
    with pytest.raises(BadInput, match="each of the 4 players, but Left has 2; give more devices"):
        in_order([device("Left", 2)], 4)


def noise(seconds: float, seed: int) -> Samples:
    random = np.random.default_rng(seed)
    return (random.standard_normal(int(seconds * SAMPLE_RATE)) * 1e-3).astype(np.float32)


def played(tmp_path: Path, *channels: Samples, options: tuple[str, ...] = ()) -> tuple[str, Any]:
    """A game of Snap with these channels for Anna, Ben and Vera: what was printed, its journal."""
    file, journal = tmp_path / "table.wav", tmp_path / "game.jsonl"
    soundfile.write(str(file), np.stack(channels, axis=1), SAMPLE_RATE)
    command = ["play", "snap", "--players", ", ".join(PLAYERS), "--listen-to", str(file)]
    command += ["--engine", "sphinx", "--seed", "1", "--journal", str(journal), *options]
    done = CliRunner().invoke(voicegm, command)
    assert done.exit_code == 0, done.output
    return done.output, [json.loads(line) for line in journal.read_text().splitlines()]


def tie_windows(journal: list[dict[str, Any]]) -> list[tuple[int, int]]:
    changes = [event for event in journal if event.get("event") == "option"]
    assert all(event["name"] == "tie_ms" for event in changes)
    return [(event["at"] // 1000, event["value"]) for event in changes]


def test_a_dead_microphone_is_shared_out_until_it_works(tmp_path: Path) -> None:
    late = np.concatenate([np.zeros(8 * SAMPLE_RATE, np.float32), noise(20, 3)])
    output, journal = played(tmp_path, noise(28, 1), noise(28, 2), late)
    own_ms = journal[0]["options"].get("tie_ms", 60)
    (broken, shared_ms), (mended, back_ms) = tie_windows(journal)
    assert (broken, mended) == (2, 8) or (broken, mended) == (3, 8)
    assert shared_ms > own_ms == back_ms
    assert journal[0]["channels"] == {"0": "Anna", "1": "Ben", "2": "Vera"}
    assert "Vera's microphone gives me nothing but silence. Is it muted?" in output
    assert "Until that is mended I may have to ask who it was." in output
    assert "Vera's microphone works again." in output


def test_a_copy_is_named_after_both(tmp_path: Path) -> None:
    original = noise(12, 1)
    output, journal = played(tmp_path, original, noise(12, 2), original * np.float32(0.5))
    assert "Vera's microphone gives me the same sound as Anna's microphone." in output
    assert len(tie_windows(journal)) == 1


def test_a_wider_tie_window_of_the_players_own_choice_stays(tmp_path: Path) -> None:
    zeros = np.zeros(8 * SAMPLE_RATE, np.float32)
    _, journal = played(
        tmp_path, noise(8, 1), noise(8, 2), zeros, options=("--option", "tie_ms=900")
    )
    assert tie_windows(journal) == []


def test_good_microphones_change_nothing(tmp_path: Path) -> None:
    output, journal = played(tmp_path, noise(8, 1), noise(8, 2), noise(8, 3))
    assert tie_windows(journal) == []
    assert "'s microphone" not in output


def test_a_device_that_is_late_is_found_out() -> None:
    """A voice of 0.6 s on a wired microphone, and 180 ms later on a wireless one."""
    voice = np.random.default_rng(1).standard_normal(9_600).astype(np.float32)
    wired, wireless = np.zeros((2, 16_000), np.float32)
    wired[1_000:10_600] += voice
    wireless[3_880:13_480] += voice / 2
    level = np.zeros(2)
    heard = Heard(level, level, np.stack([wired, wireless]))
    sources = (Source("Desk", 0), Source("Buds", None))
    assert delays_of([heard, heard], sources) == {"Desk": 0, "Buds": 180}
