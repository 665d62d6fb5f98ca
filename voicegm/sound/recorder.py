"""Keeps what was heard as a WAV file."""

from __future__ import annotations

from pathlib import Path

from voicegm.errors import BadInput
from voicegm.sound.frames import SAMPLE_RATE, Block, Ears


class Recorder:
    """Writes blocks one after another to a 16-bit WAV file at 16 kHz.

    Raises `BadInput` when the file cannot be written.
    """

    def __init__(self, path: str | Path, channels: int) -> None:
        import soundfile  # noqa: PLC0415  (native library)

        self.path = Path(path)
        try:
            self._file = soundfile.SoundFile(
                str(self.path),
                "w",
                samplerate=SAMPLE_RATE,
                channels=channels,
                format="WAV",
                subtype="PCM_16",
            )
        except (soundfile.LibsndfileError, OSError) as error:
            raise BadInput(
                f"{self.path} cannot be written; give a file in a folder that is there and is "
                "yours to write to."
            ) from error

    def write(self, block: Block) -> None:
        """Append a block."""
        self._file.write(block.samples.T)

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class RecordedEars:
    """Ears that also keep all they hear; closing them finishes the recording."""

    def __init__(self, ears: Ears, recorder: Recorder) -> None:
        self.channels = ears.channels
        self._ears = ears
        self._recorder = recorder

    def read(self) -> Block | None:
        """The next block of the ears."""
        block = self._ears.read()
        if block is not None:
            self._recorder.write(block)
        return block

    def close(self) -> None:
        """Close the ears and the recording."""
        self._ears.close()
        self._recorder.close()
