"""The floor of a table: its ears, its mouth and its clock.

Time goes by one block of the microphone at a time. What was heard comes out when its decision was
ready, what is said goes in. While the referee itself is to be heard its ears are deaf, unless echo
cancellation has been seen to work: then it listens on, and goes on softly while somebody speaks.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from voicegm.caller.loudness import at_volume
from voicegm.hearing.listener import (
    Addressed,
    Commanded,
    Decided,
    Listener,
    SpeechBegan,
    SpeechTooLong,
)
from voicegm.hearing.listener import Event as HearingEvent
from voicegm.sound.echo import EchoCancelling
from voicegm.sound.frames import BLOCK_SAMPLES, Block, Ears, Mouth, Playing, Sound, to_ms
from voicegm.sound.microphone import MicrophoneLost
from voicegm.sound.silence import SilentMouth

ECHO_MS = 300
"""What the referee has said may be heard again for so long: the loop through the devices, and the
room's reverberation."""
TAIL_MS = 150
"""How long the referee's own sound rings on in a room after it has ended: in a living room
(reverberation 0.35 s) it has then fallen by 25 dB and no longer counts as voice."""


LOUD_AGAIN_MS = 300
"""A ducked voice stays soft for so long after the last word: people break off and go on."""
LAST_WORDS_S = 15.0
"""Longest wait for the referee to have said that the microphone is gone."""


class Saying:
    """Something that the referee says: a `Playing` that goes on where it was broken off and is said
    again. It began when it was first heard, and it ends when it has been heard to its end."""

    def __init__(self, sound: Sound, text: str, playing: Playing) -> None:
        self.sound = sound
        """As loud as usual."""
        self.text = text
        self.said_again = False
        """It was broken off, and has been begun anew."""
        self._playing = playing
        self._before: list[Playing] = []
        self._waits = False
        self._dropped_ms: int | None = None

    @property
    def started_ms(self) -> int | None:
        """When its first sample first sounded, or None while it still waits for that."""
        begun = [one.started_ms for one in (*self._before, self._playing)]
        return next((started_ms for started_ms in begun if started_ms is not None), None)

    @property
    def ended_ms(self) -> int | None:
        """When it had been heard to its end (or was dropped), or None until then."""
        return self._dropped_ms if self._waits else self._playing.ended_ms

    def wait(self) -> None:
        """It was broken off, and is to be said again."""
        self._waits = True

    def drop(self, now_ms: int) -> None:
        """It was broken off, and is not said again."""
        self._dropped_ms = now_ms

    def begin_again(self, playing: Playing) -> None:
        """It is being said once more."""
        self._before.append(self._playing)
        self._playing, self._waits, self.said_again = playing, False, True

    def sounds_at(self, at_ms: int) -> bool:
        """Whether it, or its echo, is to be heard at a time."""
        return any(_sounds_at(one, at_ms) for one in (*self._before, self._playing))


def _sounds_at(playing: Playing, at_ms: int) -> bool:
    started_ms, ended_ms = playing.started_ms, playing.ended_ms
    if started_ms is None or at_ms < started_ms:
        return False
    return ended_ms is None or at_ms <= ended_ms + ECHO_MS


@runtime_checkable
class Recovers(Protocol):
    """Ears that can be had again after they were lost."""

    def recover(self, first_sample: int) -> None:
        """Wait until they are there again; the clock goes on at `first_sample`."""


@dataclass
class WordsInPlay:
    """What counted when: a word is judged by what was in play at its onset."""

    denied: tuple[str, ...] = ()
    """The card that was read last, and its rank: a "no" denies them."""
    mending: bool = False
    """A "no" has been said, and what the last card really is comes next."""
    _since: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=lambda: [(0, (), ())]
    )

    def change(self, at_ms: int, keys: Sequence[str], winning: Sequence[str] = ()) -> None:
        """From `at_ms` on these phrases are listened for (none: nothing is decoded), and two of
        them, if just two, may win."""
        if (tuple(keys), tuple(winning)) != self._since[-1][1:]:
            self._since.append((at_ms, tuple(keys), tuple(winning)))
            del self._since[:-100]

    def at(self, onset_ms: int) -> tuple[str, ...]:
        """The phrases that were listened for at an onset."""
        return self._then(onset_ms)[0]

    def winning_at(self, onset_ms: int) -> tuple[str, ...]:
        """The two phrases that might win at an onset; none where there were not just two."""
        return self._then(onset_ms)[1]

    def _then(self, onset_ms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        for since, keys, winning in reversed(self._since):
            if since <= onset_ms:
                return keys, winning
        return (), ()


class Floor:
    """One table's sound, in and out."""

    def __init__(
        self,
        ears: Ears,
        mouth: Mouth | None,
        listener: Listener | None,
        echo: EchoCancelling | None = None,
    ) -> None:
        self.ears = ears
        self.mouth: Mouth = mouth or SilentMouth(lambda: self.now_ms)
        """Without a speaker, one that only knows how long everything takes."""
        self.listener = listener
        """None where calls are typed."""
        self.echo = echo
        """None: its ears are deaf while it speaks."""
        self.now_ms = 0
        """How far the table's clock has come."""
        self.over = False
        """The recording that stood in for the microphone is over; silence follows."""
        self.waiting = False
        """The microphone has gone away, and time stands still until it is back."""
        self.lost_sound = False
        """Input was lost since this was last looked at."""
        self.each_block: list[Callable[[int], None]] = []
        """Told the time after every block."""
        self.each_sound: list[Callable[[Block], None]] = []
        """Given every block that was heard, as the microphones have it."""
        self.when_lost: list[Callable[[], None]] = []
        """Told when the microphone has gone away."""
        self.when_back: list[Callable[[], None]] = []
        """Told when it is there again."""
        self.volume = 1.0
        """Of all that is said, against the usual; may be changed in play."""
        self._said: list[Saying] = []
        self._recently: deque[Saying] = deque(maxlen=20)
        self._softly_until_ms = 0
        self._deaf_until_ms = 0
        self._open: dict[int, int] = {}
        self._waiting: list[HearingEvent] = []
        self._next_start = 0

    def step(self) -> None:
        """Let one block (32 ms) go by."""
        block = None if self.over else self._read()
        self.over = block is None
        start = self._next_start if block is None else block.start
        self._next_start = start + BLOCK_SAMPLES
        self.now_ms = to_ms(self._next_start)
        self._watch_own_voice()
        if block is not None:
            for give in self.each_sound:
                give(block)
        if block is not None and self.listener is not None:
            self.lost_sound |= block.lost
            self.listener.deaf = self.deaf
            self.listener.over_voice = self.speaking and not self.deaf
            for event in self.listener.feed(self.echo.clean(block) if self.echo else block):
                self._track(event)
            self._give_way()
        for tell in self.each_block:
            tell(self.now_ms)

    def _read(self) -> Block | None:
        """The next block; a microphone that goes away is waited for."""
        try:
            return self.ears.read()
        except MicrophoneLost:
            if not isinstance(self.ears, Recovers):
                raise
            self._wait_for(self.ears)
        return self._read()

    def _wait_for(self, ears: Recovers) -> None:
        for tell in self.when_lost:
            tell()
        self._let_finish_speaking()
        self.waiting = True
        ears.recover(self._next_start)
        self.waiting = False
        self._said, self._open = [], {}
        if self.echo is not None:
            self.echo.begin_again()
        for tell in self.when_back:
            tell()

    def _let_finish_speaking(self) -> None:
        """Time does not go by on the table's clock now, but what is said takes its time."""
        until_s = time.monotonic() + LAST_WORDS_S
        while time.monotonic() < until_s and any(saying.ended_ms is None for saying in self._said):
            time.sleep(0.05)

    @property
    def deaf(self) -> bool:
        """Nothing is heard, because the referee's own voice (or its echo) is to be heard."""
        return self.sounding and not self.full_duplex

    @property
    def full_duplex(self) -> bool:
        """It hears while it speaks."""
        return self.echo is not None and self.echo.settled

    @property
    def sounding(self) -> bool:
        """The referee has not finished speaking, or its echo is still in the way."""
        if self._said:
            return True
        return self.now_ms <= self._deaf_until_ms and not self.full_duplex

    def play(self, sound: Sound, text: str = "") -> Saying:
        """Say something, behind what is being said; `text` tells which words sound."""
        saying = Saying(sound, text, self.mouth.play(at_volume(sound, self.volume)))
        self._said.append(saying)
        self._recently.append(saying)
        return saying

    def break_off(self) -> list[Saying]:
        """Stop speaking at once. Gives what was not heard to its end, for `say_again`; until then
        it waits, and has not ended."""
        broken = [saying for saying in self._said if saying.ended_ms is None]
        if broken:
            self.mouth.stop()
            self._deaf_until_ms = self.now_ms + TAIL_MS
        for saying in broken:
            saying.wait()
        self._said = [saying for saying in self._said if saying not in broken]
        return broken

    def say_again(self, broken: Sequence[Saying]) -> None:
        """Say what was broken off, from its beginning, behind what is being said."""
        for saying in broken:
            saying.begin_again(self.mouth.play(at_volume(saying.sound, self.volume)))
            self._said.append(saying)
            self._recently.append(saying)

    def hush(self) -> None:
        """Break off what is being said, and drop what waits."""
        self.mouth.stop()

    def texts_at(self, at_ms: int) -> tuple[str, ...]:
        """What the referee was saying at a time, or had just said: its echo may be heard."""
        return tuple(saying.text for saying in self._recently if saying.sounds_at(at_ms))

    @property
    def speaking(self) -> bool:
        """The referee has not finished what it was given to say."""
        return bool(self._said)

    @property
    def earliest_open_ms(self) -> int | None:
        """Onset of the earliest utterance that may still turn out to be a call."""
        undecided = [e.onset_ms for e in self._waiting if isinstance(e, (Decided, Commanded))]
        return min([*self._open.values(), *undecided], default=None)

    def take_heard(self) -> list[HearingEvent]:
        """What was decided since this was last asked."""
        ready = [event for event in self._waiting if self._known(event)]
        self._waiting = [event for event in self._waiting if event not in ready]
        return ready

    def _known(self, event: HearingEvent) -> bool:
        """A decision is known only once the time that it took has gone by as well."""
        if isinstance(event, Addressed):
            return event.known_ms <= self.now_ms
        return not isinstance(event, (Decided, Commanded)) or event.decided_ms <= self.now_ms

    def _watch_own_voice(self) -> None:
        ends = [saying.ended_ms for saying in self._said]
        for ended_ms in ends:
            if ended_ms is not None:
                self._deaf_until_ms = max(self._deaf_until_ms, ended_ms + TAIL_MS)
        self._said = [
            one for one, ended_ms in zip(self._said, ends, strict=True) if ended_ms is None
        ]

    def _give_way(self) -> None:
        """Speak softly while somebody else does."""
        if self._open:
            self._softly_until_ms = self.now_ms + LOUD_AGAIN_MS
        if self.echo is not None:
            self.mouth.duck(self.full_duplex and self.now_ms < self._softly_until_ms)

    def _track(self, event: HearingEvent) -> None:
        self._waiting.append(event)
        match event:
            case SpeechBegan():
                self._open[event.channel] = event.onset_ms
            case SpeechTooLong() | Decided():
                self._open.pop(event.channel, None)
