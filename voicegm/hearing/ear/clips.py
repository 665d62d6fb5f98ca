"""Have commands and cards said by the neural voices that judge, and by no others:
`python -m voicegm.hearing.ear.clips fr --kokoro FOLDER TO`.

TO becomes a folder of clips that VOICEGM_CORPUS may name, for `voicegm bench commands` and
`voicegm bench cards` to hear.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import click
import numpy as np

from voicegm.errors import BadInput
from voicegm.hearing.ear.commands import spoken_commands
from voicegm.hearing.ear.head import spoken_cards
from voicegm.hearing.ear.training.voices import ESpeak, Kokoro
from voicegm.languages.pack import load
from voicegm.sound.frames import SAMPLE_RATE


@click.command(help=__doc__)
@click.argument("language")
@click.argument("to", type=click.Path(path_type=Path))
@click.option("--kokoro", required=True, type=click.Path(path_type=Path), help="Its folder.")
@click.option("--takes", default=1, show_default=True, help="Of each text by each voice.")
def main(language: str, to: Path, kokoro: Path, takes: int) -> None:
    """Say them all, and write the clips and their list."""
    import soundfile  # noqa: PLC0415  (native library)

    pack = load(language)
    speakers = pack.voices
    try:
        espeak = ESpeak(language)
        neural = [one for one in speakers.judges if (kokoro / "voices" / f"{one}.bin").exists()]
        voices = {one: Kokoro(kokoro, espeak.phonemes, speakers, (one,)) for one in neural}
        if not voices:
            raise BadInput(
                f"{kokoro} holds none of the voices that judge {pack.name} "
                f"({', '.join(speakers.judges) or 'there are none'}): see docs/ear.md"
            )
    except BadInput as error:
        raise click.UsageError(str(error)) from error
    texts = [form for forms in spoken_commands(pack).values() for form in forms]
    texts += [forms[0] for forms in spoken_cards(pack).values()]
    to.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, (text, name, take) in enumerate(product(texts, voices, range(takes))):
        sound = voices[name].say(text, np.random.default_rng([number, take]))
        file = f"{language}-{number:04}.wav"
        soundfile.write(to / file, sound / np.abs(sound).max(initial=1e-6) / 2, SAMPLE_RATE)
        row = {"lang": language, "word": text, "speaker": name, "kind": "synthetic", "file": file}
        rows.append(json.dumps(row, ensure_ascii=False) + "\n")
    (to / "manifest.jsonl").write_text("".join(rows), encoding="utf-8")
    click.echo(f"{to}: {len(rows)} clips by {', '.join(voices)}.")


if __name__ == "__main__":
    main()
