"""The process of a trial decode: `python -m voicegm.models.trial_process FOLDER [WORD]`.

Nothing imports this module, so the native engine is loaded nowhere else.
"""

from __future__ import annotations

import array
import json
import random
import sys

from vosk import KaldiRecognizer, Model

_RATE_HZ = 16_000


def decode(folder: str, word: str | None) -> None:
    """Decodes a second of noise freely, then with a grammar of that one word."""
    model = Model(folder)
    _decode_once(KaldiRecognizer(model, _RATE_HZ))
    if word is not None and model.vosk_model_find_word(word) >= 0:
        _decode_once(KaldiRecognizer(model, _RATE_HZ, json.dumps([word], ensure_ascii=False)))


def _decode_once(recognizer: KaldiRecognizer) -> None:
    recognizer.AcceptWaveform(_second_of_noise())
    json.loads(recognizer.FinalResult())


def _second_of_noise() -> bytes:
    """Loud enough to be searched for words, and the same every time."""
    randomness = random.Random(0)
    samples = [round(randomness.gauss(0, 3_000)) for _ in range(_RATE_HZ)]
    return array.array("h", samples).tobytes()


if __name__ == "__main__":
    decode(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
