"""How commands are heard: behind the wake phrase in one breath, and alone once it was said; and
what else is taken for one. Words that `VOICEGM_CORPUS` holds recordings of are heard from those;
the voices of this machine say all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass

import numpy as np

from voicegm.caller import Speaks, Variant, VoiceMissing, open_caller
from voicegm.errors import BadInput
from voicegm.hearing.listener import Commanded, Decided, Listener, Recognises
from voicegm.hearing.phrases import Grammars, InPlay
from voicegm.hearing.worker import Worker
from voicegm.languages.pack import WAKE, Pack, load
from voicegm.models import find_model
from voicegm.sound.frames import BLOCK_SAMPLES, SAMPLE_RATE, Block, Samples, Sound
from voicegm.sound.recording import first_channel
from voicegm.table.bench_hearing import ROOM_RMS, TABLES
from voicegm.table.bench_voices import Clip, recorded
from voicegm.table.real_deck import CARDS

MANNERS = ("m1", "f2", "m7", "f5")
"""Of the usual synthetic voice."""
NATURAL = {"en": "piper-joe"}
"""A neural voice that no ear was taught with, where it is installed."""
RATE_WPM = 165
QUIET_MS = 500
"""Before and after what is said."""
BUDGET_MS = 40
USUAL_TABLE = ("fox", "owl", "wolf", "tiger", "monkey", "elephant", "duck", "rabbit")


@dataclass
class Row:
    """One kind of things said."""

    what: str
    said: int = 0
    right: int = 0
    wrong: int = 0
    """Another command was heard."""
    taken_for_call: int = 0
    taken_for_command: int = 0
    """Of what is no command."""

    def to_json(self) -> dict[str, object]:
        """The row as plain JSON."""
        return asdict(self)


class CommandBench:
    """Hears commands of one language with one engine."""

    def __init__(self, language: str, worker: Worker) -> None:
        self._pack: Pack = load(language)
        self._worker: Recognises = worker
        self._grammars = Grammars(self._pack, worker.decoys)
        lacking = worker.unusable([self._pack[key] for key in (WAKE, *self._pack.commands)])
        if WAKE in lacking:
            raise BadInput(f"the recogniser {worker.name} cannot listen for the wake phrase")
        self._keys = tuple(key for key in self._pack.commands if key not in lacking)
        self._table = TABLES.get(language, (USUAL_TABLE,))[0]

    def measure(self, progress: Callable[[str], None] = lambda _: None) -> list[Row]:
        """A row for each kind of things said; `progress` is told what is being heard."""
        rows = [row for clips in [recorded(self._pack.code)] if clips for row in self._clips(clips)]
        for row in rows:
            progress(row.what)
        for name, say in self._voices():
            progress(name)
            rows += self._spoken(name, say)
        return rows

    def _clips(self, clips: Sequence[Clip]) -> Iterator[Row]:
        """Recorded commands alone, once the wake phrase was said; then all else, with and without
        that."""
        forms = {form.replace(" ", "-"): key for key in self._keys for form in self._pack[key].say}
        commands = Row("recorded commands after the wake phrase")
        others = Row("other recorded words, no wake phrase said")
        calls = Row("recorded calls after the wake phrase")
        talk = Row("recorded conversation, no wake phrase said")
        for clip in clips:
            key, sound = forms.get(clip.word or ""), first_channel(clip.path)
            if key is not None and clip.kind == "synthetic":
                self._count(commands, sound, key, woken=True)
            else:
                self._count(talk if clip.word is None else others, sound, None, woken=False)
            if clip.word in self._table:
                self._count(calls, sound, None, woken=True)
        yield from (commands, calls, others, talk)

    def _voices(self) -> Iterator[tuple[str, Callable[[str], Iterator[Sound]]]]:
        language = self._pack.code
        usual = open_caller(language)
        variants = [Variant(f"{language}+{manner}", rate_wpm=RATE_WPM) for manner in MANNERS]
        yield f"{len(MANNERS)} voices of eSpeak NG", lambda t: (usual.sound(t, v) for v in variants)
        usual.close()
        if language not in NATURAL:
            return
        with suppress(BadInput, VoiceMissing):
            natural: Speaks = open_caller(language, rate_wpm=RATE_WPM, voice=NATURAL[language])
            yield NATURAL[language], lambda text: iter([natural.sound(text)])
            natural.close()

    def _spoken(self, name: str, say: Callable[[str], Iterator[Sound]]) -> list[Row]:
        """Every form of every command in one breath with the wake phrase, and alone after it; and
        every card, where cards are read."""
        breath, alone = Row(f"in one breath, {name}"), Row(f"after the wake phrase, {name}")
        cards = Row(f"cards read out, no wake phrase said, {name}")
        for key in self._keys:
            for form in self._pack[key].say:
                for wake in self._pack[WAKE].say[:1]:
                    for sound in say(f"{wake}, {form}"):
                        self._count(breath, _at_16_khz(sound), key, woken=False)
                for sound in say(form):
                    self._count(alone, _at_16_khz(sound), key, woken=True)
        words = (*self._table, *CARDS)
        for card in CARDS:
            for sound in say(self._pack[card].say[0]):
                self._count(cards, _at_16_khz(sound), None, woken=False, words=words)
        return [breath, alone, cards]

    def _count(
        self,
        row: Row,
        sound: Samples,
        key: str | None,
        *,
        woken: bool,
        words: tuple[str, ...] = (),
    ) -> None:
        commands, calls = self._heard(sound, words or self._table, woken=woken)
        row.said += 1
        row.taken_for_call += bool(calls) and key is not None
        if key is None:
            row.taken_for_command += bool(commands)
        else:
            row.right += commands == [key]
            row.wrong += bool(commands) and commands != [key]

    def _heard(
        self, sound: Samples, words: tuple[str, ...], *, woken: bool
    ) -> tuple[list[str], list[str]]:
        """The commands and the calls in a sound. A wake phrase that stands alone, because of the
        breath behind it, makes what follows a command, as at the table."""
        awake = [woken]
        listener = Listener(
            1,
            self._worker,
            self._grammars,
            lambda _: InPlay(words, commands=self._keys, woken=awake[0]),
            BUDGET_MS,
        )
        commands, calls = [], []
        for block in _blocks(sound):
            for event in listener.feed(block):
                if isinstance(event, Commanded):
                    awake[0] = awake[0] or event.woken
                    commands += [event.key] if event.key else []
                elif isinstance(event, Decided):
                    calls += [word.key for word in event.words]
        return commands, calls


def measure_commands(
    language: str, engine: str, progress: Callable[[str], None] = lambda _: None
) -> list[Row]:
    """Hear all commands of a language. Raises `BadInput` where the engine cannot."""
    with Worker(engine, language, find_model(language)) as worker:
        return CommandBench(language, worker).measure(progress)


def _blocks(sound: Samples) -> Iterator[Block]:
    quiet = np.zeros(QUIET_MS * SAMPLE_RATE // 1000, np.float32)
    whole = np.concatenate([quiet, sound, quiet])
    noise = np.random.default_rng(0).normal(0, ROOM_RMS, len(whole))
    heard = (whole + noise).astype(np.float32)
    for start in range(0, len(heard) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
        yield Block(start, heard[np.newaxis, start : start + BLOCK_SAMPLES])


def _at_16_khz(sound: Sound) -> Samples:
    import soxr  # noqa: PLC0415  (native library)

    samples: Samples = soxr.resample(sound.samples, sound.rate, SAMPLE_RATE).astype(np.float32)
    return samples
