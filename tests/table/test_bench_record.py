"""A family's words: asked for, cut out, kept, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from voicegm.caller import Caller, Variant
from voicegm.cli import run
from voicegm.hearing.edges import frame_energies, word_frames
from voicegm.sound.frames import SAMPLE_RATE
from voicegm.sound.recording import first_channel
from voicegm.table.bench_hearing import Trial, curve
from voicegm.table.bench_voices import clips_in

WORDS = ("fox", "dragon", "goat", "chicken")


@pytest.fixture(scope="module")
def spoken(caller: Caller, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two people who say the words one after the other."""
    random = np.random.default_rng(0)
    parts = [np.zeros(SAMPLE_RATE)]
    for voice in ("en-us+f2", "en-gb+m3"):
        for word in WORDS:
            sound = caller.sound(word, Variant(voice))
            parts += [
                soxr.resample(sound.samples, sound.rate, SAMPLE_RATE),
                np.zeros(SAMPLE_RATE),
            ]
    sound = np.concatenate(parts)
    path = tmp_path_factory.mktemp("spoken") / "spoken.wav"
    soundfile.write(path, sound + random.normal(0, 3e-4, len(sound)), SAMPLE_RATE)
    return path


def test_words_are_cut_out_and_listed(spoken: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    asked = ["--players", "Mia, Leo", "--words", ",".join(WORDS), "--listen-to", str(spoken)]
    assert run(["bench", "record", str(folder), *asked]) == 0
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    assert [(row["word"], row["speaker"]) for row in rows] == [
        (word, name) for name in ("mia", "leo") for word in WORDS
    ]
    assert {(row["lang"], row["kind"]) for row in rows} == {("en", "human")}
    for clip in clips_in(folder, "en"):
        first, behind = word_frames(frame_energies(first_channel(clip.path)))
        assert first >= 15  # the quiet before it
        assert 15 <= behind - first <= 80


def test_what_is_there_stays(spoken: Path, tmp_path: Path) -> None:
    asked = ["--players", "Mia", "--words", "fox", "--listen-to", str(spoken)]
    assert run(["bench", "record", str(tmp_path), *asked]) == 0
    assert run(["bench", "record", str(tmp_path), *asked]) == 0
    assert len(list(clips_in(tmp_path, "en"))) == len(list(tmp_path.glob("*.flac"))) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["record", "{folder}", "--words", "unicorm"], "there is no phrase"),
        (["record", "{folder}", "--players", "Mia,,Leo"], "empty place"),
        (["record", "{folder}", "--listen-to", "{folder}/none.wav"], "There is no file"),
        (["mine", "{folder}"], "bench record"),
        (["hearing", "--plot", "curve.gif"], ".png or .svg"),
        (["order", "--plot", "curve.txt"], ".png or .svg"),
    ],
)
def test_what_cannot_be_is_said(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(folder=tmp_path) for argument in arguments]
    assert run(["bench", *given]) == 2
    assert says in capsys.readouterr().err


def test_mine_measures_what_was_recorded(
    spoken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, picture = tmp_path / "ours", tmp_path / "curves.svg"
    asked = ["--players", "Mia, Leo", "--words", ",".join(WORDS), "--listen-to", str(spoken)]
    assert run(["bench", "record", str(folder), *asked]) == 0
    capsys.readouterr()
    measure = ["bench", "mine", str(folder), "--pairs", "1", "--json", "--plot", str(picture)]
    assert run(measure) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    hearing = [row for row in rows if row["bench"] == "hearing"]
    assert [row["engine"] for row in hearing][:2] == ["pocketsphinx", "sphinx"]
    assert all(row["calls"] == 8 and "ours" in row["source"] for row in hearing)
    assert {sum(row["counts"].values()) for row in rows if row["bench"] == "order"} == {1}
    assert "<svg" in picture.read_text()


def test_a_curve_falls_with_the_threshold() -> None:
    trials = [
        Trial("fox", {"fox": 0.9}),
        Trial("owl", {"owl": 0.5}),
        Trial("cat", {"cat": 0.9, "dog": 0.6}),
        Trial("cow", {}),
        Trial(None, {"fox": 0.4}),
        Trial(None, {}),
    ]
    points = {point.threshold: (point.right, point.let_through) for point in curve(trials)}
    assert points[0.3] == (50, 50)
    assert points[0.5] == (50, 0)
    assert points[0.7] == (50, 0)
    assert points[0.94] == (0, 0)
