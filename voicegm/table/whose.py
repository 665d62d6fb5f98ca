"""Whose call it was, by the voice, on one microphone for all.

A voice is evidence and never a judge: where it is clear it answers "Who called?" before anybody
has to ask, where it speaks against what the word tells the referee asks, and otherwise all is as
if no voice were known. What a voice has answered can be taken back by "Not me".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from voicegm.games.game import Deal, Event, Ruling, Turn, Undone, Won
from voicegm.hearing.listener import Decided
from voicegm.hearing.voices import CLEAR, CONTRADICTS, COSTLY, KnownVoices, Voiceprint
from voicegm.table.referee import Watcher

SURE_WORD = 0.8
"""A word heard with less never costs its caller anything (rulings.md, every game, 7)."""
_PRESUMED = 0.95
"""Chance that a word in a match of two is said by the one whom it tells: one call in twenty is a
bystander's, or the owner's own animal."""
_CANDIDATES = 0.9
"""Chance that one of those called who can win by it."""
_TOGETHER = 0.5
"""Chance that two who race call at once: of two voices over one another neither is to be named."""
_TOGETHER_IN_TWO = 0.2
"""The same in a match of two, where each has a word of their own."""
_LIKE_THEMSELVES = 0.5
"""A winner's word is added to their voice only if it sounds like it."""
_KEPT = 32


@dataclass
class _Heard:
    """One call, by its onset."""

    voice: Voiceprint
    confidence: float
    """Of the word."""
    disputed: bool = False
    """The voice speaks against the word: only an answer will do."""


class Whose(Watcher):
    """Follows a game, and tells whose its calls were where the voices are clear."""

    def __init__(self, voices: KnownVoices) -> None:
        self.voices = voices
        self._heard: dict[int, _Heard] = {}
        self._winner: tuple[str, Voiceprint] | None = None

    # What a referee asks.

    def speaks_against(self, at_ms: int, presumed: str | None) -> bool:
        """Whether the voice of the call at `at_ms` clearly is not the player's whom the word
        tells."""
        heard = self._heard.get(at_ms)
        if heard is None or presumed is None:
            return False
        attribution = self.voices.attribute(
            heard.voice, self._likely([presumed], _PRESUMED), together=_TOGETHER_IN_TWO
        )
        heard.disputed = attribution.against(presumed) >= CONTRADICTS
        return heard.disputed

    def caller(self, at_ms: int, candidates: Collection[str], *, pays: bool) -> str | None:
        """Who called at `at_ms`, if that is clear; with `pays` the one who is named would lose
        something, and it must be clearer."""
        heard = self._heard.get(at_ms)
        if heard is None or heard.disputed or (pays and heard.confidence < SURE_WORD):
            return None
        attribution = self.voices.attribute(
            heard.voice, self._likely(candidates, _CANDIDATES), together=_TOGETHER
        )
        return attribution.clearly(COSTLY if pays else CLEAR)

    def agrees(self, voice: Voiceprint | None, name: str | None) -> bool:
        """Whether who says a name is clearly the one who is called so."""
        if voice is None or name is None:
            return False
        return self.voices.attribute(voice).clearly(CLEAR) == name

    # What a watcher is told.

    def heard(self, utterance: Decided) -> None:
        """Keep the voice of a single word until it is asked about."""
        if utterance.voice is not None and len(utterance.words) == 1:
            word = utterance.words[0]
            self._heard[word.start_ms] = _Heard(utterance.voice, word.confidence)
            for old in list(self._heard)[:-_KEPT]:
                del self._heard[old]

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        """Somebody has won, and may yet say that it was not them."""
        if isinstance(ruling, Won):
            heard = self._heard.get(ruling.at)
            self._winner = (ruling.player, heard.voice) if heard else None
        elif isinstance(ruling, Undone):
            self._winner = None

    def happened(self, event: Event, state: object) -> None:  # noqa: ARG002
        """With the next card nobody has objected: the winner's voice is known a little better."""
        if isinstance(event, (Deal, Turn)) and self._winner is not None:
            name, voice = self._winner
            if self.voices.attribute(voice).chances.get(name, 0.0) >= _LIKE_THEMSELVES:
                self.voices.enrol(name, voice)
            self._winner = None

    def _likely(self, these: Collection[str], share: float) -> Mapping[str, float]:
        """What is believed before listening: `share` for these together, the rest for the others
        at the table."""
        others = [name for name in self.voices.players if name not in these]
        if not others or not these:
            return {name: 1 / len(self.voices.players) for name in self.voices.players}
        likely = {name: share / len(these) for name in these}
        return likely | {name: (1 - share) / len(others) for name in others}
