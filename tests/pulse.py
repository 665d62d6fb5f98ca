"""A PulseAudio of the tests' own: what is played into its null sink, its microphone hears.

`conftest.py` gives the fixture `pulse` to every test. PortAudio looks at the sound system once,
when sounddevice is imported, so that what uses it runs in a process of its own:
`pulse.run(program)`, or any other with the environment `pulse.env`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

LIMIT_S = 180
"""Longest that a program in the room may take before the test fails."""


class Room:
    """A PulseAudio daemon with a null sink, and nothing of it outside its own folder."""

    def __init__(self, folder: Path, channels: int = 2) -> None:
        self.folder = folder
        runtime = folder / "runtime"
        home = folder / "home"
        for needed in (runtime, home):
            needed.mkdir(mode=0o700)
        self.env = {
            **os.environ,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(home / "config"),
            "PULSE_RUNTIME_PATH": str(runtime / "pulse"),
            "PULSE_STATE_PATH": str(runtime / "state"),
            "PULSE_SERVER": f"unix:{runtime / 'pulse' / 'native'}",
            "PULSE_COOKIE": str(home / "cookie"),
        }
        for inherited in ("PULSE_SINK", "PULSE_SOURCE", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY"):
            self.env.pop(inherited, None)
        self._script = folder / "room.pa"
        self._script.write_text(_script(channels), encoding="utf-8")
        self.daemon: subprocess.Popen[bytes] | None = None
        self._breath: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the daemon and wait until it answers."""
        self.daemon = subprocess.Popen(
            ["pulseaudio", "-n", "-F", str(self._script), "--exit-idle-time=-1", "--daemonize=no"],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "daemon.log").open("ab"),
        )
        for _ in range(200):
            if self.daemon.poll() is not None:
                break
            if "room.monitor" in self.pactl("list", "short", "sources"):
                self._breathe()
                return
            time.sleep(0.05)
        raise RuntimeError(f"no PulseAudio: {(self.folder / 'daemon.log').read_text()[-500:]}")

    def _breathe(self) -> None:
        """Play silence, always: a null sink with nothing to do wakes up every two seconds only.

        With it, samples flow every 20 ms, as they do from a sound card.
        """
        self._breath = subprocess.Popen(
            ["pacat", "--latency-msec=20", "/dev/zero"],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def pactl(self, *arguments: str) -> str:
        """What pactl prints."""
        done = subprocess.run(
            ["pactl", *arguments], env=self.env, capture_output=True, text=True, check=False
        )
        return done.stdout

    def shut(self) -> None:
        """End the daemon as a crash would, without a word to its clients."""
        for process in (self.daemon, self._breath):
            if process is not None:
                process.kill()
                process.wait()
        self.daemon = self._breath = None

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a Python program in the room; its pipes are open and it is yours to end."""
        return subprocess.Popen(
            [sys.executable, "-u", "-c", program, *arguments],
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, program: str, *arguments: str) -> str:
        """Run a Python program in the room to its end and return what it printed."""
        process = self.start(program, *arguments)
        try:
            out, err = process.communicate(timeout=LIMIT_S)
        finally:
            process.kill()
            process.wait()
        assert process.returncode == 0, err
        return out


POSITIONS = [
    "front-left",
    "front-right",
    "rear-left",
    "rear-right",
    "front-center",
    "lfe",
    "side-left",
    "side-right",
]
"""Names that keep channels apart: with the module's own map they are mixed or silent."""


def _script(channels: int) -> str:
    positions = "mono" if channels == 1 else ",".join(POSITIONS[:channels])
    return (
        "load-module module-native-protocol-unix auth-anonymous=1\n"
        f"load-module module-null-sink sink_name=room channels={channels} "
        f"channel_map={positions} rate=48000\n"
        "set-default-sink room\n"
        "set-default-source room.monitor\n"
    )


def missing_part() -> str | None:
    """What this machine lacks for a room, or None."""
    for command in ("pulseaudio", "pactl"):
        if shutil.which(command) is None:
            return f"{command} is not installed (Debian: apt install pulseaudio)"
    return None


def require_or_skip() -> None:
    """Skip the test where there can be no room; fail it where there has to be one."""
    missing = missing_part()
    if missing is None:
        return
    if os.environ.get("CI") or os.environ.get("VOICEGM_REQUIRE_SOUND") == "1":
        pytest.fail(f"real sound has to be tested here, but {missing}")
    pytest.skip(missing)


@contextlib.contextmanager
def opened_room(channels: int = 2) -> Iterator[Room]:
    """A room for as long as the block lasts."""
    require_or_skip()
    # Not below pytest's own folder: the path of a socket may have 107 characters at most.
    with tempfile.TemporaryDirectory(prefix="room-") as folder:
        room = Room(Path(folder), channels)
        try:
            room.open()
            yield room
        finally:
            room.shut()


def named(devices: dict[str, str]) -> str:
    """ALSA's configuration for some of PulseAudio's sources, so that PortAudio lists them."""
    return "".join(
        f"pcm.{name} {{ type pulse {where} hint {{ show on }} }}\n"
        for name, where in devices.items()
    )


@contextlib.contextmanager
def opened_rooms(*names: str) -> Iterator[dict[str, Room]]:
    """A sound system for each name, whose microphone is called so: within one, PulseAudio would
    move those that listen to a microphone that is unplugged. Programs run in the first one's."""
    with contextlib.ExitStack() as opened:
        rooms = {name: opened.enter_context(opened_room()) for name in names}
        text = named({name: f'server "{room.env["PULSE_SERVER"]}"' for name, room in rooms.items()})
        Path(rooms[names[0]].env["HOME"], ".asoundrc").write_text(text)
        yield rooms


@pytest.fixture
def pulse() -> Iterator[Room]:
    """A room whose sound card has two channels."""
    with opened_room() as room:
        yield room
