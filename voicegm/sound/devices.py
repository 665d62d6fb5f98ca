"""Which microphones and speakers there are, and which of them is meant."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from voicegm.errors import BadInput

Kind = Literal["microphone", "speaker"]

MOST_CHANNELS = 8
"""A device that claims more has no channels of its own: sound servers offer up to 128."""


class NoDevice(BadInput):
    """There is no sound hardware to be had; the game can still be played with keys."""


@dataclass(frozen=True)
class Device:
    """A microphone or a speaker as PortAudio lists it."""

    index: int
    """PortAudio's number for it; changes when devices come and go."""
    name: str
    kind: Kind
    system: str
    """PortAudio's name for what it belongs to: ALSA, Core Audio, Windows WASAPI."""
    channels: int
    """As many as it claims: see `MOST_CHANNELS`."""
    rate: int
    """Samples a second that it prefers."""
    default: bool
    """The system uses it when nothing else is asked for."""

    @property
    def own_channels(self) -> int:
        """Channels it really has, as far as that can be told: 1 where it claims too many."""
        return self.channels if self.channels <= MOST_CHANNELS else 1


def portaudio() -> Any:
    """The module sounddevice, once PortAudio was found.

    Raises `NoDevice` when the library is missing, which is part of sounddevice's packages for
    macOS and Windows, and of the system on Linux.
    """
    try:
        import sounddevice  # noqa: PLC0415  (native library)
    except ImportError as error:
        raise NoDevice(
            "Microphones and speakers cannot be used, because the package sounddevice is missing; "
            "install it with `pip install sounddevice`, or play with `--engine keys --no-speaker`."
        ) from error
    except OSError as error:
        raise NoDevice(
            "Microphones and speakers cannot be used, because the library PortAudio is missing; "
            "install it (Debian and Ubuntu: `apt install libportaudio2`), or play with "
            "`--engine keys --no-speaker`."
        ) from error
    return sounddevice


@contextlib.contextmanager
def without_chatter() -> Iterator[None]:
    """Keep standard error clear of what ALSA and PortAudio print beside the error they return.

    On Linux they write half a dozen lines of their own source to it when a device will not open,
    in which the one sentence for the user would drown.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def rescan() -> None:
    """Look again for devices, which PortAudio does only once by itself.

    Every stream has to be closed before: PortAudio forgets those that are open.
    """
    module = portaudio()
    module._terminate()
    with without_chatter():
        module._initialize()


def microphones() -> list[Device]:
    """Every microphone; raises `NoDevice` without PortAudio."""
    return _devices("microphone")


def speakers() -> list[Device]:
    """Every speaker; raises `NoDevice` without PortAudio."""
    return _devices("speaker")


def choose(kind: Kind, wanted: str | None = None) -> Device:
    """The device that is meant by a name, a part of one, or a number; the default without.

    Raises `NoDevice` when there is none at all, `BadInput` for a name that none or several have.
    """
    return choose_from(_devices(kind), kind, wanted)


def choose_from(devices: list[Device], kind: Kind, wanted: str | None = None) -> Device:
    """As `choose`, from a list."""
    if not devices:
        raise NoDevice(
            f"No {kind} was found; {_remedy(kind)}, or play "
            f"{'with `--engine keys`' if kind == 'microphone' else 'with `--no-speaker`'}."
        )
    if wanted is None:
        return next((device for device in devices if device.default), devices[0])
    found = _matching(devices, wanted)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{device.index} ({device.name}, {device.system})" for device in devices)
    if not found:
        raise BadInput(f"There is no {kind} called {wanted!r}; there is {listed}.")
    several = ", ".join(f"{device.index} ({device.name}, {device.system})" for device in found)
    raise BadInput(
        f"{wanted!r} may mean more than one {kind}: {several}; give more of the name or the number."
    )


def handle(device: Device) -> str:
    """What to call a device by so that it is found again: its name if no other has the same, as
    numbers change when devices come and go."""
    try:
        found = choose(device.kind, device.name)
    except BadInput:
        return str(device.index)
    return device.name if found == device else str(device.index)


def _matching(devices: list[Device], wanted: str) -> list[Device]:
    """The devices meant, by the strictest way of matching that finds any."""
    name = wanted.strip().casefold()
    ways: list[Callable[[Device], bool]] = [
        lambda device: str(device.index) == name,
        lambda device: device.name.casefold() == name,
        lambda device: name in device.name.casefold(),
    ]
    for way in ways:
        found = [device for device in devices if way(device)]
        if found:
            return _of_preferred_system(devices, found)
    return []


def _of_preferred_system(devices: list[Device], found: list[Device]) -> list[Device]:
    """Windows lists a device once for each of its sound systems: the default's one is meant."""
    preferred = next((device.system for device in devices if device.default), None)
    same_name = len({device.name[:31] for device in found}) == 1  # MME cuts names off there
    narrowed = [device for device in found if device.system == preferred]
    return narrowed if same_name and len(narrowed) == 1 else found


def _devices(kind: Kind) -> list[Device]:
    module = portaudio()
    key = "max_input_channels" if kind == "microphone" else "max_output_channels"
    default = module.default.device[0 if kind == "microphone" else 1]
    systems = [system["name"] for system in module.query_hostapis()]
    return [
        Device(
            index,
            entry["name"],
            kind,
            systems[entry["hostapi"]],
            entry[key],
            round(entry["default_samplerate"]),
            index == default,
        )
        for index, entry in enumerate(module.query_devices())
        if entry[key] > 0
    ]


def _remedy(kind: Kind) -> str:
    if sys.platform.startswith("linux"):
        return f"plug one in (a sound server such as PulseAudio or PipeWire must see the {kind})"
    return "plug one in"
