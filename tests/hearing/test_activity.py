"""The voice activity detector: what it costs, and that it hears."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COUNT_THREADS = """
import os
import numpy as np
from voicegm.hearing.activity import VoiceActivity

before = len(os.listdir("/proc/self/task"))
detectors = [VoiceActivity() for _ in range(8)]
for detector in detectors:
    detector.probability(np.zeros(512, np.float32))
print(len(os.listdir("/proc/self/task")) - before, os.environ.get("OMP_THREAD_LIMIT"))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted on Linux")
def test_detectors_start_no_threads_of_their_own() -> None:
    """Four threads a chunk that mostly wait for one another cost ten times the processor time."""
    done = subprocess.run(
        [sys.executable, "-c", COUNT_THREADS], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "None"]
