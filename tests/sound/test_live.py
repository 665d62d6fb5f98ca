"""A real microphone and a real speaker: PulseAudio's null sink, whose monitor hears it all.

Places in time are compared on the clock of samples; nothing here depends on how fast the machine
is. A sound that the busy machine has torn is played again.
"""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import time
from typing import Any

import numpy as np
import pytest
from pulse import LIMIT_S, Room, opened_room

COMMON = """
import json, sys, threading, time
import numpy as np
from voicegm.sound.frames import Sound
from voicegm.sound.microphone import Microphone, MicrophoneLost
from voicegm.sound.speaker import Speaker

class Listener(threading.Thread):
    def __init__(self, microphone):
        super().__init__()
        self.microphone, self.blocks, self.end = microphone, [], None
        self.start()

    def run(self):
        try:
            while True:
                self.blocks.append(self.microphone.read())
        except MicrophoneLost as lost:
            self.end = str(lost)

    def heard(self):
        blocks = list(self.blocks)
        return np.concatenate([block.samples for block in blocks], axis=1)

def wait_for(condition):
    while not condition():
        time.sleep(0.005)

def bursts(samples, ms=1 / 16):
    loud = np.flatnonzero(np.abs(samples) > 0.2)
    if not len(loud):
        return []
    gaps = np.flatnonzero(np.diff(loud) > 800)
    starts, ends = loud[np.r_[0, gaps + 1]], loud[np.r_[gaps, len(loud) - 1]]
    return [(float(start * ms), float(end * ms)) for start, end in zip(starts, ends)]

def tone(length_ms, hz=700):
    wave = np.sin(2 * np.pi * hz * np.arange(length_ms * 24) / 24_000) / 2
    return Sound(wave.astype(np.float32), 24_000)

def say(**what):
    print(json.dumps(what), flush=True)
"""


def talk(room: Room, program: str) -> Any:
    """Run a program in the room; what it said last."""
    return json.loads(room.run(COMMON + program).splitlines()[-1])


def test_a_sound_is_heard_when_its_playing_says(pulse: Room) -> None:
    said = talk(
        pulse,
        """
microphone = Microphone(mix=True)
listener = Listener(microphone)
wait_for(lambda: microphone.now_ms() > 300)
speaker = Speaker(microphone.now_ms)
rows, early = [], 0
while len(rows) < 4:
    before = microphone.overflows
    playing = speaker.play(tone(300))
    assert playing.ended_ms is None
    wait_for(lambda: playing.ended_ms is not None)
    asked_ms = microphone.now_ms()
    wait_for(lambda: microphone.now_ms() > asked_ms + 300)
    if playing.broken or microphone.overflows > before:
        continue
    heard = bursts(listener.heard()[0])[-1]
    rows.append([heard, playing.started_ms, playing.ended_ms, asked_ms])
microphone.close(); speaker.close(); listener.join()
say(rows=rows)
""",
    )
    for (start_ms, end_ms), started_ms, ended_ms, asked_ms in said["rows"]:
        assert started_ms == pytest.approx(start_ms, abs=60)
        assert ended_ms == pytest.approx(end_ms, abs=60)
        assert ended_ms - started_ms == pytest.approx(300, abs=2)
        assert asked_ms >= end_ms - 20  # nobody was told before the sound was over


def test_sounds_queue_and_stop_cuts_them_off(pulse: Room) -> None:
    said = talk(
        pulse,
        """
microphone = Microphone(mix=True)
listener = Listener(microphone)
wait_for(lambda: microphone.now_ms() > 300)
speaker = Speaker(microphone.now_ms)
first, second = speaker.play(tone(200)), speaker.play(tone(5000, hz=400))
waiting, last = speaker.play(tone(5000)), speaker.play(tone(100))
wait_for(lambda: second.started_ms is not None)
wait_for(lambda: microphone.now_ms() > second.started_ms + 300)
stopped_ms = microphone.now_ms()
speaker.stop()
after = speaker.play(tone(100))
wait_for(lambda: after.ended_ms is not None)
wait_for(lambda: microphone.now_ms() > after.ended_ms + 300)
microphone.close(); speaker.close(); listener.join()
times = [[one.started_ms, one.ended_ms] for one in (first, second, waiting, last, after)]
say(times=times, stopped_ms=stopped_ms, latency_ms=speaker.latency_ms,
    broken=any(one.broken for one in (first, second, after)), heard=bursts(listener.heard()[0]))
""",
    )
    first, second, waiting, last, after = said["times"]
    assert second[0] == pytest.approx(first[1], abs=3)
    assert waiting == [None, pytest.approx(said["stopped_ms"], abs=20)]
    assert last == [None, pytest.approx(said["stopped_ms"], abs=20)]
    assert after[0] >= second[1]
    assert after[0] - second[0] < 3000  # neither the rest nor what waited was played
    if not said["broken"]:
        assert said["heard"][-1][1] == pytest.approx(after[1], abs=60)


def test_channels_stay_apart() -> None:
    with opened_room(channels=4) as room:
        player = subprocess.Popen(
            ["pacat", "--rate=16000", "--channels=4", f"--channel-map={MAP4}", "--format=s16le"],
            env=room.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert player.stdin is not None
        feeder = threading.Thread(target=feed, args=(player.stdin, four_tones()))
        feeder.start()
        try:
            said = talk(
                room,
                """
microphone = Microphone(channels=4)
listener = Listener(microphone)
wait_for(lambda: microphone.silent_since_ms is None and len(listener.blocks) > 5)
count = len(listener.blocks)
wait_for(lambda: len(listener.blocks) > count + 45)
microphone.close(); listener.join()
heard = listener.heard()[:, -16000:]
spectra = np.abs(np.fft.rfft(heard, axis=1))
say(hz=(spectra.argmax(axis=1) * 16000 / heard.shape[1]).tolist(), channels=microphone.channels)
""",
            )
        finally:
            player.kill()
            player.wait()
            feeder.join()
    assert said["channels"] == 4
    assert said["hz"] == pytest.approx([300, 500, 700, 900], abs=5)


MAP4 = "front-left,front-right,rear-left,rear-right"


def four_tones() -> bytes:
    """Ten seconds of another tone in each of four channels."""
    t = np.arange(160_000) / 16_000
    waves = [np.sin(2 * np.pi * hz * t) for hz in (300, 500, 700, 900)]
    return (np.stack(waves, axis=1) * 8000).astype("<i2").tobytes()


def feed(pipe: Any, data: bytes) -> None:
    try:
        while True:
            pipe.write(data)
    except OSError:
        return  # the player has been ended


def test_lost_input_is_noticed(pulse: Room) -> None:
    """A machine that stands still for long: PulseAudio drops what nobody fetches."""
    program = """
microphone = Microphone(channels=8)
listener = Listener(microphone)
wait_for(lambda: microphone.now_ms() > 1000)
say(ready=True)
sys.stdin.readline()
wait_for(lambda: microphone.overflows)
count = len(listener.blocks)
wait_for(lambda: len(listener.blocks) > count + 5)
microphone.close(); listener.join()
say(lost=sum(block.lost for block in listener.blocks), end=listener.end,
    starts=[block.start // 512 for block in listener.blocks])
"""
    process = pulse.start(COMMON + program)
    try:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        time.sleep(5)  # eight channels fill the server's four megabytes in three
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate("\n", timeout=LIMIT_S)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, err
    said = json.loads(out.splitlines()[-1])
    assert said["lost"] >= 1
    assert said["starts"] == list(range(len(said["starts"])))  # the clock itself has no gap


def test_an_unplugged_device_is_noticed_and_another_can_be_opened(pulse: Room) -> None:
    program = """
microphone = Microphone(mix=True)
listener = Listener(microphone)
wait_for(lambda: microphone.now_ms() > 300)
speaker = Speaker(microphone.now_ms)
playing = speaker.play(tone(2000))
wait_for(lambda: playing.started_ms is not None)
say(step="pull the plug")
listener.join()
wait_for(lambda: playing.ended_ms is not None)  # a speaker that is gone holds nothing up
later = speaker.play(tone(100))
wait_for(lambda: later.ended_ms is not None)
microphone.close(); speaker.close()
try:
    Microphone(mix=True)
except Exception as refusal:
    refused = type(refusal).__name__
say(step="plug it in", end=listener.end, refused=refused, lost=speaker.lost,
    lengths=[one.ended_ms - one.started_ms for one in (playing, later)])
sys.stdin.readline()
position = listener.blocks[-1].start + 512
microphone = Microphone(mix=True, first_sample=position)
goes_on = microphone.read().start == position and microphone.now_ms() >= position // 16
microphone.close()
say(goes_on=goes_on)
"""
    process = pulse.start(COMMON + program)
    try:
        assert process.stdin is not None and process.stdout is not None
        assert json.loads(process.stdout.readline())["step"] == "pull the plug"
        pulse.shut()
        said = json.loads(process.stdout.readline())
        pulse.open()
        out, err = process.communicate("\n", timeout=LIMIT_S)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, err
    assert said["end"].startswith("The microphone default has stopped delivering sound")
    assert said["refused"] == "NoDevice"
    assert said["lost"]
    assert said["lengths"] == [pytest.approx(2000, abs=200), pytest.approx(100, abs=200)]
    assert json.loads(out.splitlines()[-1])["goes_on"]


def test_a_microphone_that_delivers_only_zeros_is_recognised(pulse: Room) -> None:
    said = talk(
        pulse,
        """
microphone = Microphone(mix=True)
listener = Listener(microphone)
wait_for(lambda: len(listener.blocks) > 20)
silent = microphone.silent_since_ms
speaker = Speaker(microphone.now_ms)
speaker.play(tone(3000))
wait_for(lambda: microphone.silent_since_ms is None)
speaker.stop()
wait_for(lambda: microphone.silent_since_ms is not None)
again = microphone.silent_since_ms
microphone.close(); speaker.close(); listener.join()
say(silent=silent, again=again)
""",
    )
    assert said["silent"] == 0
    assert said["again"] > 0
