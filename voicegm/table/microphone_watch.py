"""What is wrong with a microphone is said, and what follows from it is done."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping, Sequence

from voicegm.games.game import OptionSet
from voicegm.sound.health import Change
from voicegm.sound.microphones import Source
from voicegm.sound.watched import WatchedEars
from voicegm.table.microphone_lines import line_for, microphone_name
from voicegm.table.opening import ONE_MICROPHONE_TIE_MS
from voicegm.table.referee import Referee

SAY_WITHIN_MS = 10_000
"""Nothing is said while somebody may call, but this is the longest that a fault is kept back."""
NO_SOUND = "See that the microphone is not muted and its level is up ('voicegm doctor')."
NO_PERMISSION = {
    "darwin": "Allow it: System Settings, Privacy & Security, Microphone, your terminal.",
    "win32": "Allow it: Settings, Privacy & security, Microphone, let desktop apps access it.",
}
"""On these systems a microphone without permission gives zeros and no error."""


class MicrophoneWatch:
    """Follows the microphones of a game; call it with the time after every block.

    As long as every player has a microphone that works, it tells who called. Once one of them
    does not, its owner is heard on somebody else's, and none of them tells any more: then they
    count as one that all share, with its tie window, until it works again.
    """

    def __init__(
        self,
        referee: Referee,
        ears: WatchedEars,
        owners: Mapping[int, str],
        sources: Sequence[Source] = (),
    ) -> None:
        self._referee = referee
        self._ears = ears
        self._owners = dict(owners)
        self._sources = sources
        self._own_tie_ms = referee.keeper.setup.options.tie_ms
        self._to_say: deque[tuple[int, str]] = deque()
        if self._owners and sources:
            whose = (f"{name}: {sources[channel]}" for channel, name in sorted(owners.items()))
            referee.transcript.note(f"Microphones: {'; '.join(whose)}.")

    def __call__(self, now_ms: int) -> None:
        changes = self._ears.take_changes()
        if self._referee.closing:
            return
        for change in changes:
            self._tell(change, now_ms)
        if changes and self._owners:
            self._share_or_not(now_ms)
        self._say_when_quiet(now_ms)

    def _share_or_not(self, now_ms: int) -> None:
        whole = not self._ears.unusable & set(self._owners)
        channels = self._referee.channels
        if whole == bool(channels):
            return
        channels.clear()
        if whole:
            channels.update(self._owners)
        else:
            self._to_say.append((now_ms, self._referee.lines.say("channels-shared")))
        tie_ms = self._own_tie_ms if whole else max(self._own_tie_ms, ONE_MICROPHONE_TIE_MS)
        if tie_ms != self._referee.keeper.tie_ms:
            self._referee.happen(OptionSet(now_ms, "tie_ms", tie_ms))

    def _tell(self, change: Change, now_ms: int) -> None:
        """Print it now, with where the channel comes from, and have it said."""
        sentence = self._sentence(change)
        if sentence is None:
            return
        note = sentence
        if self._sources:
            note += f" ({self._sources[change.fault.channel]})"
        if change.found and change.fault.trouble == "silent":
            note += f" {NO_PERMISSION.get(sys.platform, NO_SOUND)}"
        self._referee.transcript.note(note)
        self._to_say.append((now_ms, sentence))

    def _sentence(self, change: Change) -> str | None:
        fault, lines = change.fault, self._referee.lines
        if change.found and fault.trouble == "silent" and self._ears.channels == 1:
            return lines.say("microphone-silent")
        if change.found:
            return line_for(fault, lines, self._owners)
        if fault.trouble in ("gone", "silent", "same"):
            name = microphone_name(fault.channel, lines, self._owners)
            return lines.say("channel-back", name=name)
        return None

    def _say_when_quiet(self, now_ms: int) -> None:
        referee = self._referee
        if referee.floor.earliest_open_ms is not None:
            return
        counts = bool(referee.phrases_in_play())
        if self._to_say and (not counts or now_ms - self._to_say[0][0] > SAY_WITHIN_MS):
            referee.speak(self._to_say.popleft()[1])
        elif not (counts or referee.floor.deaf or referee.floor.speaking):
            self._survey()

    def _survey(self) -> None:
        echo = self._referee.floor.echo
        if self._ears.survey() and echo is not None:
            echo.begin_again()  # the loudspeaker was opened anew as well
