"""How the table's loudspeaker is heard by its microphones: measured through the real devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from voicegm.errors import BadInput
from voicegm.sound.echo import EchoCancelling, missing
from voicegm.sound.frames import SAMPLE_RATE, Block, Ears, Mouth, Sound
from voicegm.sound.loop import Loop, chirps, measure
from voicegm.sound.measured_echo import WORKS_DB, MeasuredEcho, load
from voicegm.sound.microphones import Source

SETTLE_MS = 1_000
"""Devices are let run for this long first: their clocks are known better then."""
AFTER_MS = 1_800
"""Listened to after the last sound: the longest loop, and some."""
CHIRP_RATE = 48_000
ATTEMPTS = 3
SECOND_BLOCKS = 31
SPOKEN = ("hello", "here-we-go", "again", "microphone-lost", "last-card", "who-called-again")
"""The lines that are spoken to see how much can be cancelled: half a minute, as an introduction to
a game takes."""
COMES_BACK_DB = -60.0
"""Softer than this against what was played there is no echo to speak of."""
TOO_LATE_MS = 400.0
"""A loop this long is that of a wireless device: calls come late by it, too."""


class RealSound(Ears, Mouth, Protocol):
    """Both ends of a real table."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where each channel comes from."""
        ...

    @property
    def loudspeaker(self) -> str | None:
        """Name of the device that plays; None without one."""
        ...

    @property
    def underflows(self) -> int:
        """How many times it has run out of samples."""
        ...


def measure_echo(
    table: RealSound, phrases: Iterable[Sound], tell: Callable[[str], None] = lambda _: None
) -> MeasuredEcho:
    """Play chirps for the delay and the loudness, then speak for how much can be cancelled.

    `tell` gets a sentence before each of the two. Raises `BadInput` where nothing comes back of
    what is played, and `MicrophoneLost` when the microphones go away.
    """
    if table.loudspeaker is None:
        raise BadInput("There is no loudspeaker to measure the echo of.")
    tell("Four chirps, to measure how late and how loud the loudspeaker is heard.")
    loop = _measured_loop(table)
    tell("A few sentences, to see how much of my voice can be taken away.")
    return MeasuredEcho(
        speaker=table.loudspeaker,
        microphones=device_names(table.sources),
        delay_ms=round(loop.delay_ms, 1),
        level_db=round(loop.level_db, 1),
        cancelled_db=round(_undisturbed_db(table, list(phrases), loop.delay_ms), 1),
    )


def device_names(sources: Iterable[Source]) -> tuple[str, ...]:
    """The devices that the channels come from, each once."""
    return tuple(dict.fromkeys(source.device for source in sources))


def verdict(measured: MeasuredEcho) -> str:
    """What it means for a game, in one sentence."""
    if not measured.works:
        return (
            "That is too little: calls and commands will not be heard while I speak. Let the "
            "loudspeaker be softer or further away from the microphone, or use one device for both."
        )
    if measured.delay_ms > TOO_LATE_MS:
        return (
            "I can hear you while I speak, but a device is wireless and slow: a game decided by "
            "tenths of seconds is fairer with a cable."
        )
    return "I can hear you while I speak, so calls count at once, and commands break me off."


def echo_in_words(path: Path) -> tuple[bool, str, str]:
    """Whether the referee can hear while it speaks as far as is known, what is known, and what to
    do. `path` is where measurements are kept."""
    if why := missing():
        return False, f"{why}, so that I am deaf while I speak", "pip install pywebrtc-audio"
    try:
        measured = load(path)
    except BadInput as damaged:
        return False, str(damaged), "voicegm doctor echo"
    if measured is None:
        return True, "it can be cancelled; it was not measured yet", "voicegm doctor echo"
    detail = (
        f"{measured.cancelled_db:.0f} dB of my voice taken away with {measured.speaker} and "
        f"{', '.join(measured.microphones)}"
    )
    return measured.works, detail, "" if measured.works else verdict(measured)


def remembered_echo(
    speaker: str | None, sources: Iterable[Source], path: Path
) -> MeasuredEcho | None:
    """What was measured with just these devices, if it was; `BadInput` for a file that does not
    tell."""
    measured = load(path)
    fits = measured is not None and measured.fits(speaker, device_names(sources))
    return measured if fits else None


def _measured_loop(table: RealSound) -> Loop:
    listened = 0
    while listened < SETTLE_MS * SAMPLE_RATE // 1000 and (block := table.read()) is not None:
        listened += block.samples.shape[1]
    heard, played = [], []
    for block in _while_playing(table, [chirps(CHIRP_RATE)]):
        heard.append(block.samples.mean(axis=0))
        played.append(table.played(block.start))
    loop = measure(np.concatenate(heard), np.concatenate(played))
    if not loop.heard or loop.level_db < COMES_BACK_DB:
        raise BadInput(
            "Nothing of what I play comes back to the microphone: with headphones there is no echo "
            "to cancel; otherwise see that the loudspeaker is on and the microphone is not muted."
        )
    return loop


def _undisturbed_db(table: RealSound, phrases: Sequence[Sound], delay_ms: float) -> float:
    """How much can be cancelled; tried again where a busy machine has torn what was played."""
    best_db = 0.0
    for _ in range(ATTEMPTS):
        torn = table.underflows
        best_db = max(best_db, _cancelled_db(table, phrases, delay_ms))
        if best_db >= WORKS_DB or table.underflows == torn:
            break
    return best_db


def _cancelled_db(table: RealSound, phrases: Sequence[Sound], delay_ms: float) -> float:
    """How much softer the referee's voice is after it was cancelled: second by second, the median
    of the last half."""
    cancelling = EchoCancelling(table.channels, table.played, delay_ms=delay_ms)
    levels = []
    for block in _while_playing(table, phrases):
        cleaned = cancelling.clean(block)
        if cleaned.own:
            levels.append([np.mean(np.square(one.samples)) for one in (block, cleaned)])
    seconds = [
        np.sum(levels[at : at + SECOND_BLOCKS], axis=0)
        for at in range(len(levels) // 2, len(levels), SECOND_BLOCKS)
    ]
    softer = [10 * np.log10((heard + 1e-12) / (left + 1e-12)) for heard, left in seconds]
    return float(np.median(softer)) if softer else 0.0


def _while_playing(table: RealSound, sounds: Iterable[Sound]) -> Iterator[Block]:
    """The blocks that are heard while sounds are played, and for a while after the last."""
    playing = [table.play(sound) for sound in sounds]
    after = AFTER_MS * SAMPLE_RATE // 1000
    while after > 0 and (block := table.read()) is not None:
        yield block
        if all(one.ended_ms is not None for one in playing):
            after -= block.samples.shape[1]
