"""How alike two pronunciations sound: a weighted edit distance over phones.

Phones are CMU's ARPAbet without stress, the alphabet of PocketSphinx's dictionary. Hangul is
spelled as it sounds, so Korean words are turned into the nearest such phones; words of other
languages by way of the International Phonetic Alphabet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

# place of articulation (0 lips … 6 throat), manner (0 stop … 5 glide), voice
_CONSONANTS = {
    "P": (0, 0, 0), "B": (0, 0, 1), "T": (3, 0, 0), "D": (3, 0, 1), "K": (5, 0, 0),
    "G": (5, 0, 1), "CH": (4, 1, 0), "JH": (4, 1, 1), "F": (1, 2, 0), "V": (1, 2, 1),
    "TH": (2, 2, 0), "DH": (2, 2, 1), "S": (3, 2, 0), "Z": (3, 2, 1), "SH": (4, 2, 0),
    "ZH": (4, 2, 1), "HH": (6, 2, 0), "M": (0, 3, 1), "N": (3, 3, 1), "NG": (5, 3, 1),
    "L": (3, 4, 1), "R": (4, 5, 1), "W": (0, 5, 1), "Y": (4, 5, 1),
}  # fmt: skip
# height (0 open … 3 close) and backness (0 front … 2 back) where the vowel starts and ends
_VOWELS = {
    "AA": (0, 2, 0, 2), "AE": (0.5, 0, 0.5, 0), "AH": (1, 1, 1, 1), "AO": (0.7, 2, 0.7, 2),
    "AW": (0, 1, 3, 2), "AY": (0, 1, 3, 0), "EH": (1.3, 0, 1.3, 0), "ER": (1.5, 1, 1.5, 1.5),
    "EY": (1.7, 0, 3, 0), "IH": (2.5, 0.3, 2.5, 0.3), "IY": (3, 0, 3, 0), "OW": (1.7, 2, 3, 2),
    "OY": (1, 2, 3, 0), "UH": (2.5, 1.7, 2.5, 1.7), "UW": (3, 2, 3, 2),
}  # fmt: skip
_WEAK = {"AH", "HH", "IH", "Y", "W"}
_GAP, _WEAK_GAP, _UNLIKE = 1.0, 0.7, 1.4

_INITIAL = (
    "G", "K", "N", "D", "T", "R", "M", "B", "P", "S",
    "S", "", "JH", "CH", "CH", "K", "T", "P", "HH",
)  # fmt: skip
_MEDIAL = (
    "AA", "AE", "Y AA", "Y AE", "AH", "EH", "Y AH", "Y EH", "OW", "W AA", "W AE",
    "W EH", "Y OW", "UW", "W AH", "W EH", "W IY", "Y UW", "UH", "UH IY", "IY",
)  # fmt: skip
_FINAL = (
    "", "K", "K", "K", "N", "N", "N", "T", "L", "K", "M", "L", "L", "L",
    "P", "L", "M", "P", "P", "T", "T", "NG", "T", "T", "K", "T", "P", "T",
)  # fmt: skip
_HANGUL_FIRST, _HANGUL_LAST = 0xAC00, 0xD7A3


def hangul_phones(text: str) -> str:
    """The nearest phones to a Hangul spelling, separated by blanks; other letters are left out."""
    phones: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        code = ord(letter)
        if _HANGUL_FIRST <= code <= _HANGUL_LAST:
            syllable = code - _HANGUL_FIRST
            initial, rest = divmod(syllable, len(_MEDIAL) * len(_FINAL))
            medial, final = divmod(rest, len(_FINAL))
            phones += f"{_INITIAL[initial]} {_MEDIAL[medial]} {_FINAL[final]}".split()
    return " ".join(phones)


_I = "\N{LATIN LETTER SMALL CAPITAL I}"
_A = "\N{LATIN SMALL LETTER ALPHA}"
_G = "\N{LATIN SMALL LETTER SCRIPT G}"
"""Letters that the eye takes for others."""
_IPA = {
    "tʃ": "CH", "dʒ": "JH", "ts": "T S", "dz": "D Z", "a" + _I: "AY", "aʊ": "AW", "e" + _I: "EY",
    "oʊ": "OW", "ɔ" + _I: "OY", _A + "\N{COMBINING TILDE}": "AA N", "ɔ̃": "OW N", "ɛ̃": "AE N",
    "œ̃": "AH N",
    "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", _G: "G", "g": "G", "f": "F", "v": "V",
    "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʒ": "ZH", "h": "HH", "x": "HH",
    "m": "M", "n": "N", "ŋ": "NG", "ɲ": "N Y", "l": "L", "r": "R", "ɹ": "R", "ɾ": "R", "ʁ": "R",
    "j": "Y", "w": "W", "ɥ": "W", "i": "IY", _I: "IH", "e": "EY", "ɛ": "EH", "æ": "AE", "a": "AA",
    _A: "AA", "ɐ": "AH", "ʌ": "AH", "ə": "AH", "ɔ": "AO", "o": "OW", "ʊ": "UH", "u": "UW",
    "y": "UW", "ø": "UH", "œ": "UH", "ɜ": "ER", "ɚ": "ER", "ɨ": "IH", "ʎ": "L Y",
}  # fmt: skip
"""The nearest phones to letters of the International Phonetic Alphabet, pairs first. Nasal vowels
end in an N, as English speakers copy them."""


def ipa_phones(letters: str) -> str:
    """The nearest phones to a pronunciation in the International Phonetic Alphabet.

    Marks that have no phone of their own (stress, length, palatalisation) are left out.
    """
    letters = unicodedata.normalize("NFD", letters)
    pairs = sorted(_IPA, key=len, reverse=True)
    phones: list[str] = []
    while letters:
        pair = next((pair for pair in pairs if letters.startswith(pair)), letters[0])
        phones += _IPA.get(pair, "").split()
        letters = letters[len(pair) :]
    return " ".join(phones)


def distance(one: str, other: str) -> float:
    """From 0 (the same phones) to about 1.4 (nothing in common), for the longer one's length."""
    return _distance(tuple(one.split()), tuple(other.split()))


@lru_cache(maxsize=100_000)
def _distance(one: Sequence[str], other: Sequence[str]) -> float:
    row = [0.0]
    for phone in other:
        row.append(row[-1] + _gap(phone))
    for phone in one:
        previous, row = row, [row[0] + _gap(phone)]
        for column, against in enumerate(other):
            row.append(
                min(
                    previous[column] + _swap(phone, against),
                    previous[column + 1] + _gap(phone),
                    row[column] + _gap(against),
                )
            )
    return row[-1] / max(len(one), len(other), 1)


def _gap(phone: str) -> float:
    return _WEAK_GAP if phone in _WEAK else _GAP


@cache
def _swap(one: str, other: str) -> float:
    """Cost of hearing one phone for another, 0 to 1.4."""
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        apart = sum(abs(a - b) for a, b in zip(_VOWELS[one], _VOWELS[other], strict=True))
        return min(1.0, 0.2 + apart / 8)
    if one in _CONSONANTS and other in _CONSONANTS:
        place, manner, voice = (
            abs(a - b) for a, b in zip(_CONSONANTS[one], _CONSONANTS[other], strict=True)
        )
        return min(
            1.0, 0.2 * bool(place) + place / 12 + 0.3 * bool(manner) + manner / 12 + voice / 5
        )
    return _UNLIKE
