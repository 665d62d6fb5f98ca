"""Cards laid in turn, held against the truth: what the player really said, if anything.

Nobody races at Snip Snap Snorum, so each card laid is looked at alone: was it led, or cried, as it
is written down?
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from voicegm.games.game import Event, Play, Played, Ruling
from voicegm.people.crowd import Part
from voicegm.table.referee import Watcher
from voicegm.table.truth import Said


class PlayVerdict(Enum):
    """How a card that was laid was heard, against the truth."""

    RIGHT = "right"
    ASKED = "right, asked for once more"
    """It had been said already when it was asked for."""
    MISSED = "said, and taken as missed"
    MISHEARD = "misheard"
    """As another word, or another card."""
    FORGOTTEN = "never said, and taken as missed"
    INVENTED = "never said, and taken as said"


COUNTED_PLAYS = (
    PlayVerdict.RIGHT,
    PlayVerdict.ASKED,
    PlayVerdict.MISSED,
    PlayVerdict.MISHEARD,
)
"""Cards with which somebody spoke: the shares are of these."""


class PlayJudge(Watcher):
    """Watches a game of turns, and knows what was really said."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.verdicts: list[tuple[Play, PlayVerdict]] = []
        self._play: Play | None = None
        self._heard_up_to = 0

    def happened(self, event: Event, state: Any) -> None:  # noqa: ARG002
        """Notes the card that may have been laid."""
        if isinstance(event, Play):
            self._play = event

    def ruled(self, ruling: Ruling, now_ms: int) -> None:  # noqa: ARG002
        """A card lies: what had its player said since the last one?"""
        if not isinstance(ruling, Played) or self._play is None:
            return
        said = [one for one in self.said[self._heard_up_to :] if _by_player(one, ruling.player)]
        self._heard_up_to = len(self.said)
        self.verdicts.append((self._play, _verdict(self._play, ruling, said)))
        self._play = None

    def finish(self, now_ms: int) -> None:
        """Nothing is left open."""


def _by_player(said: Said, name: str) -> bool:
    return said.line.person.name == name and said.line.part is not Part.TALK


def _verdict(play: Play, played: Played, said: list[Said]) -> PlayVerdict:
    words = [one.line.says for one in said]
    missed = play.says is None and play.card is None
    if not words:
        return PlayVerdict.FORGOTTEN if missed else PlayVerdict.INVENTED
    if missed:
        return PlayVerdict.MISSED
    meant = {play.says} if play.says else {str(played.card), played.card.rank}
    if words[-1] not in meant:
        return PlayVerdict.MISHEARD
    return PlayVerdict.ASKED if meant & set(words[:-1]) else PlayVerdict.RIGHT
