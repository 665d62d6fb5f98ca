"""A recording in the microphone's place: any WAV or FLAC, its channels as microphones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from voicegm.errors import BadInput
from voicegm.sound.blocks import BlockCutter
from voicegm.sound.frames import SAMPLE_RATE, Block, Samples, to_ms

_PORTION_FRAMES = 8192


class Recording:
    """Reads a file as `Ears`: at any rate, any number of channels, whole numbers or floats.

    Blocks come as fast as they are read, or as fast as they sounded with `real_time`. The last
    one is filled up with silence.

    Raises `BadInput`, here or in `read`, for a file that is not there, is a folder, is no audio
    that libsndfile knows, cannot be read, is damaged, or holds no sound.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        real_time: bool = False,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.path = Path(path)
        self._file = _open(self.path)
        self.channels = int(self._file.channels)
        self.rate = int(self._file.samplerate)
        """Samples a second in the file; blocks have 16,000."""
        self.duration_ms = self._file.frames * 1000 // self.rate
        """Length in whole milliseconds, as the file itself says."""
        if not self._file.frames:
            self._file.close()
            raise BadInput(f"{self.path} holds no sound; give a recording that is not empty.")
        self._cutter = BlockCutter(self.rate, self.channels)
        self._blocks = self._read_blocks()
        self._real_time = real_time
        self._sleep = sleep
        self._started_s: float | None = None

    def read(self) -> Block | None:
        """The next block, or None when the recording is over."""
        block = next(self._blocks, None)
        if block is not None and self._real_time:
            self._wait_for(block)
        return block

    def now_ms(self) -> int:
        """The clock of this table: how much has been read, in milliseconds."""
        return to_ms(self._cutter.position)

    def close(self) -> None:
        """Close the file; what is read after that is over."""
        self._blocks = iter(())
        self._file.close()

    def _read_blocks(self) -> Iterator[Block]:
        portion = self._read_portion()
        while len(portion):
            following = self._read_portion()
            self._cutter.add(portion, last=not len(following))
            while (block := self._cutter.take()) is not None:
                yield block
            portion = following
        while (block := self._cutter.take_rest()) is not None:
            yield block

    def _read_portion(self) -> Any:
        try:
            return self._file.read(_PORTION_FRAMES, dtype="float32", always_2d=True)
        except (OSError, RuntimeError) as error:  # libsndfile's own error is a RuntimeError
            where_ms = self.now_ms()
            raise BadInput(
                f"{self.path} is damaged about {where_ms / 1000:.1f} s from its start "
                f"({_reason(error)}); give a recording that plays."
            ) from error

    def _wait_for(self, block: Block) -> None:
        """Let the block's last sample come no sooner than it sounded."""
        now_s = time.monotonic()
        if self._started_s is None:
            self._started_s = now_s
        due_s = self._started_s + (block.start + block.samples.shape[1]) / SAMPLE_RATE
        if due_s > now_s:
            self._sleep(due_s - now_s)


def first_channel(path: Path) -> Samples:
    """All of a recording's first channel at 16 kHz, filled up with silence to a whole block.

    Raises `BadInput` as `Recording` does.
    """
    ears = Recording(path)
    blocks = []
    while (block := ears.read()) is not None:
        blocks.append(block.samples[0])
    ears.close()
    return np.concatenate(blocks)


def _open(path: Path) -> Any:
    import soundfile  # noqa: PLC0415  (native library)

    if not path.exists():
        raise BadInput(f"There is no file {path}; give the path of a WAV or FLAC recording.")
    if path.is_dir():
        raise BadInput(f"{path} is a folder; give the path of a WAV or FLAC recording in it.")
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read ({error.strerror}); see that you may read it."
        ) from error
    try:
        return soundfile.SoundFile(str(path))
    except (soundfile.LibsndfileError, TypeError) as error:  # TypeError: raw data by its name
        raise BadInput(
            f"{path} is no audio that can be read ({_reason(error)}); give a WAV or FLAC file."
        ) from error


def _reason(error: Exception) -> str:
    """What the library says, without its prefix and full stop, to stand within a sentence."""
    text = str(getattr(error, "error_string", error)).removeprefix("Error : ").strip().rstrip(".")
    return text[:1].lower() + text[1:]
