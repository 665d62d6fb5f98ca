"""The ears of a table: which microphones are listened to, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from voicegm.errors import BadInput
from voicegm.sound.binding import Bound, devices_of
from voicegm.sound.devices import MOST_CHANNELS, Device, choose, handle
from voicegm.sound.frames import Mouth
from voicegm.sound.microphones import Source, Wanted
from voicegm.sound.mixdown import MixedDown
from voicegm.sound.recording import Recording
from voicegm.sound.watched import WatchedEars
from voicegm.table.live import LiveSound


@dataclass(frozen=True)
class Plan:
    """Microphones to listen to, and the player of each channel (in the order of `wanted`)."""

    wanted: tuple[Wanted, ...]
    owners: Mapping[int, str]
    """Empty: they are shared by all."""
    remembered: bool = False
    """From 'voicegm doctor microphones': what is missing of them is done without."""
    note: str = ""
    """What the user should know about it."""


@dataclass(frozen=True)
class TableSound:
    """What a table listens with and speaks with."""

    ears: WatchedEars
    mouth: Mouth | None
    owners: Mapping[int, str]
    """Player by channel; empty where the microphones are shared."""
    sources: tuple[Source, ...] = ()
    """Where each channel comes from; empty for a recording."""
    note: str = ""
    """What the user should know about it."""


def plan_microphones(
    names: Sequence[str],
    each: bool | None,
    players: Sequence[str],
    remembered: Mapping[str, Bound],
) -> Plan:
    """Which microphones are meant.

    `names` were given with `--microphone`; `each`: every player has a microphone (True), or they
    are shared (False), or what is remembered decides (None). Raises `BadInput` for devices that
    are not there, or have not enough channels.
    """
    if not names and each is not False and all(player in remembered for player in players):
        bound = {player: remembered[player] for player in players}
        wanted = devices_of(bound.values())
        return Plan(wanted, _owners(bound, wanted), remembered=True)
    if not each:
        unknown = [player for player in players if player not in remembered]
        note = ""
        if remembered and not names and len(unknown) < len(players):
            note = (
                f"One microphone is shared by all, as {' and '.join(unknown)} have none that is "
                "remembered; 'voicegm doctor microphones --players NAMES' asks everybody."
            )
        return Plan(tuple(Wanted(name) for name in names or (None,)), {}, note=note)
    devices = [choose("microphone", name) for name in names or (None,)]
    if len(devices) == len(players) > 1:
        wanted = tuple(Wanted(handle(device)) for device in devices)
    else:
        wanted = in_order(devices, len(players))
    return Plan(wanted, dict(enumerate(players)))


def all_channels(names: Sequence[str], claimed: int) -> tuple[Wanted, ...]:
    """Every channel of some devices (without names, of the default); `claimed` are listened to
    where a device claims more than it can have. Raises `BadInput` for devices that are not there.
    """
    devices = [choose("microphone", name) for name in names or (None,)]
    return tuple(
        Wanted(
            handle(device),
            tuple(range(claimed if device.channels > MOST_CHANNELS else device.channels)),
        )
        for device in devices
    )


def open_live(plan: Plan, *, speaker: bool) -> TableSound:
    """Ears and mouth with real devices; raises `BadInput` when they cannot be had."""
    live = LiveSound(plan.wanted, speaker=speaker, late_guests=plan.remembered)
    return TableSound(WatchedEars(live), live, plan.owners, live.sources, plan.note)


def open_recording(file: Path, each: bool | None, players: Sequence[str]) -> TableSound:
    """A recording in the microphones' place: with a channel for every player they are theirs
    (unless `each` is False), otherwise its channels are heard as one. Raises `BadInput`."""
    recording = Recording(file)
    if each and recording.channels != len(players):
        recording.close()
        raise BadInput(
            f"{file} has {recording.channels} channel(s), but {len(players)} play: with "
            "--microphone-each every player needs one."
        )
    if each is not False and recording.channels == len(players):
        return TableSound(WatchedEars(recording), None, dict(enumerate(players)))
    one = recording if recording.channels == 1 else MixedDown(recording)
    return TableSound(WatchedEars(one), None, {})


def _owners(bound: Mapping[str, Bound], wanted: Sequence[Wanted]) -> dict[int, str]:
    """Player by channel; empty where two share one."""
    places = [
        (one.name, one.late_ms, channel) for one in wanted for channel in one.channels or (None,)
    ]
    owners = {
        places.index((one.device, one.late_ms, one.channel)): player
        for player, one in bound.items()
    }
    return owners if len(owners) == len(bound) else {}


def in_order(devices: Sequence[Device], players: int) -> tuple[Wanted, ...]:
    """Channel after channel, device after device, as many as there are players."""
    wanted = []
    left = players
    for device in devices:
        # A sound server claims more channels than there are; it gives those that are asked for.
        has = left if device.channels > MOST_CHANNELS else min(left, device.channels)
        if has:
            wanted.append(Wanted(handle(device), tuple(range(has))))
        left -= has
    if left:
        have = " and ".join(f"{device.name} has {device.channels}" for device in devices)
        raise BadInput(
            f"--microphone-each needs a channel for each of the {players} players, but {have}; "
            "give more devices (--microphone may be repeated), or leave it out to share one."
        )
    return tuple(wanted)
