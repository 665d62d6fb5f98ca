"""Whose microphone is which, found out by each player saying a word.

A voice is heard on every microphone, loudest on its owner's if all are set alike. They seldom
are. So what one player's word does on a channel is held against what the others' words do there:
of the table of levels, a row a player and a column a channel, the mean of each row (how loudly
somebody speaks) and of each column (how far a channel is turned up) are taken out; what is left
is who sits where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicegm.hearing.utterances import Began, Ended, TooLong, Utterances
from voicegm.sound.binding import Bound
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Ears, Samples
from voicegm.sound.health import COPY_LIKENESS, likeness
from voicegm.sound.loop import LEAST_CLEARNESS, measure
from voicegm.sound.microphones import Source

HANG_MS = 192
"""A word is over after so much rest; nobody waits for a decision here."""
WAIT_MS = 8_000
"""How long a player is waited for."""
LEVEL_MS = 100
"""How often the meter moves."""
CLEAR_DB = 3.0
"""A voice that stands out by less may as well be the neighbour's."""
FAINT_DB = 6.0
"""Channels on which no word rises so far above the noise are not listened to."""
APART_MS = 15
"""Sound takes less across a table; what is more is a device's own delay."""
QUIETEST_DB = -100.0


@dataclass(frozen=True)
class Level:
    """How loud a channel was for a moment, in dB of full scale."""

    channel: int
    peak_db: float
    mean_db: float


@dataclass(frozen=True)
class Heard:
    """One player's word, as all channels heard it."""

    levels_db: NDArray[np.float64]
    """Loudness of each channel, its noise taken off."""
    noise_db: NDArray[np.float64]
    samples: Samples
    """All channels, while the word lasted."""


@dataclass(frozen=True)
class Place:
    """What is known of a player's microphone."""

    player: str
    channel: int | None
    """None: it could not be told."""
    margin_db: float = 0.0
    """By how much the voice stood out on it, against the channel that comes next."""
    why: str = ""
    """A sentence on what is not clear, and what to do."""


class Walk:
    """Listens to one player after another.

    `metered` is told the levels of all channels ten times a second.
    """

    def __init__(self, ears: Ears, metered: Callable[[list[Level]], None]) -> None:
        self._ears = ears
        self._metered = metered
        self._channels = [Utterances(HANG_MS) for _ in range(ears.channels)]
        self._noise = np.full(ears.channels, 10 ** (QUIETEST_DB / 10))
        self._recent: list[Block] = []
        self.over = False
        """The recording that stood in for the microphones has ended."""

    def pass_by(self, ms: int) -> None:
        """Let time go by without listening for a word: the meter moves."""
        for _ in self._blocks(ms, deaf=True):
            pass

    def pass_while(self, busy: Callable[[], bool]) -> None:
        """As `pass_by`, for as long as something is being said."""
        while busy() and not self.over:
            self.pass_by(LEVEL_MS)

    def listen(self, wait_ms: int = WAIT_MS) -> Heard | None:
        """Wait for a word and give what all channels heard of it; None when nobody spoke."""
        kept: list[Block] = []
        open_channels: set[int] = set()
        onset: int | None = None
        end = 0
        for block in self._blocks(wait_ms + 4 * WAIT_MS, deaf=False):
            kept.append(block)
            for channel, utterances in enumerate(self._channels):
                for cut in utterances.feed(block.samples[channel], block.start, False):
                    if isinstance(cut, Began):
                        open_channels.add(channel)
                        onset = cut.onset if onset is None else min(onset, cut.onset)
                    elif isinstance(cut, (Ended, TooLong)):
                        open_channels.discard(channel)
                        stop = cut.utterance.end if isinstance(cut, Ended) else cut.at
                        end = max(end, stop)
            if onset is None and (block.start - kept[0].start) * 1000 > wait_ms * SAMPLE_RATE:
                return None
            if end and not open_channels:
                break
        if onset is None:
            return None
        return self._heard(kept, onset, end or kept[-1].start + BLOCK_SAMPLES)

    def _heard(self, blocks: Sequence[Block], onset: int, end: int) -> Heard:
        first = blocks[0].start
        sound = np.concatenate([block.samples for block in blocks], axis=1)
        word = sound[:, max(0, onset - first) : end - first]
        power = np.mean(np.square(word, dtype=np.float64), axis=1)
        return Heard(_db(np.maximum(power - self._noise, 0)), _db(self._noise), word)

    def _blocks(self, ms: int, *, deaf: bool) -> Iterator[Block]:
        for _ in range(max(1, ms * SAMPLE_RATE // 1000 // BLOCK_SAMPLES)):
            block = self._ears.read()
            if block is None:
                self.over = True
                return
            self._follow_noise(block)
            self._meter(block)
            if deaf:
                for channel, utterances in enumerate(self._channels):
                    utterances.feed(block.samples[channel], block.start, True)
            yield block

    def _follow_noise(self, block: Block) -> None:
        """The noise of a channel is what it is down to at times: fast down, slowly up."""
        power = np.mean(np.square(block.samples, dtype=np.float64), axis=1)
        floor = 10 ** (QUIETEST_DB / 10)
        known = self._noise > floor
        self._noise = np.maximum(
            np.where(known, np.minimum(self._noise * 1.02, power), power), floor
        )

    def _meter(self, block: Block) -> None:
        self._recent.append(block)
        if len(self._recent) * BLOCK_SAMPLES * 1000 < LEVEL_MS * SAMPLE_RATE:
            return
        sound = np.concatenate([recent.samples for recent in self._recent], axis=1)
        self._recent = []
        peaks = _db(np.square(np.abs(sound).max(axis=1).astype(np.float64)))
        means = _db(np.mean(np.square(sound, dtype=np.float64), axis=1))
        self._metered(
            [
                Level(n, float(peak), float(mean))
                for n, (peak, mean) in enumerate(zip(peaks, means, strict=True))
            ]
        )


def places_of(heard: Mapping[str, Heard | None]) -> list[Place]:
    """Each player's microphone, in the order of the players."""
    words = {player: word for player, word in heard.items() if word is not None}
    silent = [
        Place(player, None, why=f"{player} was not heard: speak up, and nearer to the microphone.")
        for player, word in heard.items()
        if word is None
    ]
    if not words:
        return silent
    copies = _copies(list(words.values()))
    levels = np.array([word.levels_db for word in words.values()])
    noise = np.array([word.noise_db for word in words.values()])
    usable = ((levels - noise).max(axis=0) >= FAINT_DB) & [
        n not in copies for n in range(levels.shape[1])
    ]
    if not usable.any():
        return [
            Place(player, None, why=f"{player} was hardly heard: turn the microphones up.")
            for player in heard
        ]
    left = np.where(usable, _alone(levels, usable), -np.inf)
    found = [_place(player, row) for player, row in zip(words, left, strict=True)]
    told = {place.player: place for place in [*silent, *_unshared(found)]}
    return [told[player] for player in heard]


def bound_of(
    places: Sequence[Place], sources: Sequence[Source], late_ms: Mapping[str, int]
) -> dict[str, Bound]:
    """What is to be remembered: the players whose microphones are clear."""
    return {
        place.player: Bound(
            sources[place.channel].device,
            sources[place.channel].channel,
            late_ms.get(sources[place.channel].device, 0),
        )
        for place in places
        if place.channel is not None and not place.why
    }


def delays_of(words: Sequence[Heard], sources: Sequence[Source]) -> dict[str, int]:
    """By how many milliseconds each device's sound comes later than that of the earliest one,
    as far as the words were heard on several: the middle of what each of them tells."""
    first = {source.device: channel for channel, source in reversed(list(enumerate(sources)))}
    devices = sorted(first, key=lambda device: first[device])
    lags = {device: _lag_ms(words, first[devices[0]], first[device]) for device in devices[1:]}
    lags = {devices[0]: 0, **{d: lag if abs(lag) > APART_MS else 0 for d, lag in lags.items()}}
    return {device: lag - min(lags.values()) for device, lag in lags.items()}


def _lag_ms(words: Sequence[Heard], one: int, other: int) -> int:
    """How much later the other channel hears the same; 0 where it does not."""
    found = []
    for word in words:
        later = measure(word.samples[other], word.samples[one])
        sooner = measure(word.samples[one], word.samples[other])
        best = max(later, sooner, key=lambda loop: loop.clearness)
        if best.clearness >= LEAST_CLEARNESS:
            found.append(best.delay_ms if best is later else -best.delay_ms)
    return round(float(np.median(found))) if found else 0


def _copies(words: Sequence[Heard]) -> set[int]:
    """Channels that carry nothing but what an earlier one carries."""
    copies: set[int] = set()
    channels = range(words[0].samples.shape[0])
    for later in channels:
        for earlier in range(later):
            alike = (
                abs(likeness(word.samples[earlier], word.samples[later])[0]) >= COPY_LIKENESS
                for word in words
            )
            if earlier not in copies and all(alike):
                copies.add(later)
    return copies


def _alone(levels: NDArray[np.float64], usable: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The table without what is the speaker's loudness and what is the channel's level."""
    rows: NDArray[np.float64] = levels - levels[:, usable].mean(axis=1, keepdims=True)
    return rows - rows.mean(axis=0) if len(rows) > 1 and usable.sum() > 1 else rows


def _place(player: str, row: NDArray[np.float64]) -> Place:
    best = int(row.argmax())
    others = np.delete(row, best)
    margin = float(row[best] - others.max()) if np.isfinite(others).any() else np.inf
    if margin >= CLEAR_DB:
        return Place(player, best, round(min(margin, 99.0), 1))
    second = int(np.where(np.arange(len(row)) == best, -np.inf, row).argmax())
    return Place(
        player,
        best,
        round(margin, 1),
        f"{player} is as loud on microphone {second + 1} as on {best + 1}: move them apart, and "
        "speak into your own.",
    )


def _unshared(places: Sequence[Place]) -> Iterator[Place]:
    """Nobody has a microphone that is somebody else's as well."""
    for place in places:
        rivals = [p.player for p in places if p.channel == place.channel and p is not place]
        if rivals and not place.why:
            others = " and ".join(rivals)
            yield Place(
                place.player,
                place.channel,
                place.margin_db,
                f"{place.player} and {others} were heard on the same microphone "
                f"({(place.channel or 0) + 1}): each needs one, or play with --microphone-shared.",
            )
        else:
            yield place


def _db(power: NDArray[np.float64]) -> NDArray[np.float64]:
    level: NDArray[np.float64] = np.maximum(10 * np.log10(np.maximum(power, 1e-12)), QUIETEST_DB)
    return level
