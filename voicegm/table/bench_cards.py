"""How well cards are heard that people read out: at the first reading, and after one correction.

All 52 cards and the 13 ranks alone are said at a simulated table by several voices, the words of a
game of Animals in play beside them; what is misheard is mended ("no, nine of clubs"), what is not
made out is read once more. Clips of cards in the corpus are measured as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from voicegm.caller import Speaks, Variant, open_caller
from voicegm.caller.voices import voices
from voicegm.cards import RANKS, full_pack
from voicegm.hearing.listener import Decided, Listener, Recognises
from voicegm.hearing.phrases import NO, Grammars, InPlay
from voicegm.languages.pack import Pack
from voicegm.people.room import Room
from voicegm.sound.frames import SAMPLE_RATE, Sound
from voicegm.sound.recording import first_channel
from voicegm.table.bench_voices import MANNERS, RATE_WPM, recorded
from voicegm.table.real_deck import CARDS, LAST_CARD, LONGEST_MS, SURE_CARD, SURE_RANK

MANNERS_HEARD = 4
_ANIMALS = 4
"""Calls are in play beside the cards."""
_PAUSE_MS = 500
_AFTER_MS = 900
_DECODING_MS = 0
"""Cards are no race: their decisions may take what they take."""

Progress = Callable[[int, int], None]
Says = Callable[[str], Sound]
"""A text in some voice."""


@dataclass(frozen=True)
class CardsHeard:
    """What became of the cards that one voice read."""

    voice: str
    cards: int
    at_first: int
    """Heard as they were read."""
    after_one: int
    """The same, or after one correction or one repetition."""
    ranks: int
    """Read without a suit."""
    ranks_at_first: int
    ranks_after_one: int

    def to_json(self) -> dict[str, object]:
        """The counts as plain JSON, and the shares that the goals are set in."""
        shares = {
            "at_first_share": round(self.at_first / max(1, self.cards), 4),
            "after_one_share": round(self.after_one / max(1, self.cards), 4),
        }
        return asdict(self) | shares


class Reader:
    """One voice at a table that listens for cards."""

    def __init__(self, pack: Pack, worker: Recognises, decoys: int, seed: int) -> None:
        self._room = Room(_ANIMALS, seed=seed)
        self._pack = pack
        self._denied: tuple[str, ...] = ()
        self._mending = False
        words = (*pack.first[:_ANIMALS], *CARDS, NO, LAST_CARD)
        self._listener = Listener(
            1,
            worker,
            Grammars(pack, decoys),
            lambda _: InPlay(words, denied=self._denied, mending=self._mending),
            _DECODING_MS,
        )
        self._listener.allow_longer(LONGEST_MS)

    def read(self, key: str, says: Says) -> tuple[bool, bool]:
        """Whether a card was heard at its first reading, and after one correction at the most."""
        self._denied, self._mending = (), False
        name = self._pack[key].say[0]
        heard = self._heard(says(name))
        if heard == key:
            return True, True
        if heard is None:
            return False, self._heard(says(name)) == key
        self._denied = (heard[0], heard)
        return False, self._heard(says(f"{self._pack[NO].say[0]}, {name}")) == key

    def _heard(self, sound: Sound) -> str | None:
        """The card that was heard last, surely enough to be taken for one."""
        now_ms = self._room.now * 1000 // SAMPLE_RATE
        until_ms = self._room.speak(0, sound, now_ms + _PAUSE_MS).end_ms + _AFTER_MS
        card = None
        while self._room.now * 1000 // SAMPLE_RATE < until_ms:
            for event in self._listener.feed(self._room.read()):
                if isinstance(event, Decided) and event.understood:
                    card = self._card_in(event) or card
        return card

    def _card_in(self, utterance: Decided) -> str | None:
        keys = [word.key for word in utterance.words]
        self._mending |= keys == [NO]
        if not keys or keys[-1] not in CARDS:
            return None
        needed = SURE_CARD if len(keys[-1]) > 1 else SURE_RANK
        return keys[-1] if utterance.words[-1].confidence >= needed else None


def measure_cards(
    pack: Pack,
    caller: Speaks,
    worker: Recognises,
    decoys: int,
    progress: Progress = lambda *_: None,
) -> Iterator[CardsHeard]:
    """Measure voice by voice; the corpus's clips come last, where there are some."""
    speaking = {**_synthetic(pack, caller), **_natural(pack)}
    clips = clips_of_cards(pack)
    total = len(speaking) + bool(clips)
    for place, (voice, says) in enumerate(speaking.items()):
        progress(place, total)
        reader = Reader(pack, worker, decoys, place)
        found = {key: reader.read(key, says) for key in CARDS}
        yield _counted(voice, list(found.items()))
    if clips:
        progress(total - 1, total)
        reader = Reader(pack, worker, decoys, 0)
        read = [(key, reader.read(key, lambda _, sound=sound: sound)) for key, sound in clips]  # type: ignore[misc]
        yield _counted("clips of the corpus", read)


def _counted(voice: str, found: Sequence[tuple[str, tuple[bool, bool]]]) -> CardsHeard:
    cards = [result for key, result in found if len(key) > 1]
    ranks = [result for key, result in found if len(key) == 1]
    return CardsHeard(
        voice,
        len(cards),
        sum(first for first, _ in cards),
        sum(after for _, after in cards),
        len(ranks),
        sum(first for first, _ in ranks),
        sum(after for _, after in ranks),
    )


def _synthetic(pack: Pack, caller: Speaks) -> Mapping[str, Says]:
    """eSpeak NG in several manners and accents."""
    accents = pack.voices.accents

    def saying(voice: str) -> Says:
        return lambda text: caller.sound(text, Variant(voice, rate_wpm=RATE_WPM))

    names = [
        f"{accents[place % len(accents)]}+{manner}"
        for place, manner in enumerate(MANNERS[:MANNERS_HEARD])
    ]
    return {name: saying(name) for name in names}


def _natural(pack: Pack) -> Mapping[str, Says]:
    """The natural voices that are installed: no head of the ear was taught with them."""
    there = [one.name for one in voices(pack.code) if one.kind == "piper" and one.note == "natural"]
    callers = {name: open_caller(pack.code, rate_wpm=RATE_WPM, voice=name) for name in there}
    return {name: caller.sound for name, caller in callers.items()}


def clips_of_cards(pack: Pack, folder: Path | None = None) -> list[tuple[str, Sound]]:
    """Recorded cards and ranks, in a folder or in the corpus, each with its phrase key."""
    keys = {pack[key].say[0].replace(" ", "-"): key for key in (*RANKS, *map(str, full_pack()))}
    return [
        (keys[clip.word], Sound(first_channel(clip.path), SAMPLE_RATE))
        for clip in recorded(pack.code, folder)
        if clip.word in keys
    ]
