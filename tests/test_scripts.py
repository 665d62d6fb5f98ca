"""The scripts that people run, in a checkout of their own, without any network.

The package in it is a stand-in with a build backend of its own, so that pip really installs it;
its `voicegm` notes what it was asked and gives the answers that a test has laid out.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted((ROOT / "script").iterdir())
NAMES = ("python3", "python3.13", "python3.12", "python3.11", "python3.10", "python")

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "voicegm"
version = "0.1.0"
"""
BACKEND = """
import zipfile
from pathlib import Path

INFO = "voicegm-0.1.0.dist-info"
NEEDS = Path("needs").read_text() if Path("needs").exists() else ""
METADATA = f"Metadata-Version: 2.1\\nName: voicegm\\nVersion: 0.1.0\\n{NEEDS}"
WHEEL = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "voicegm-0.1.0-py3-none-any.whl"
    script = zipfile.ZipInfo("voicegm-0.1.0.data/scripts/voicegm")
    script.external_attr = 0o100755 << 16
    with zipfile.ZipFile(Path(folder) / name, "w") as wheel:
        wheel.writestr(f"{INFO}/METADATA", METADATA)
        wheel.writestr(f"{INFO}/WHEEL", WHEEL)
        wheel.writestr(script, Path("stand-in").read_text())
        wheel.writestr(f"{INFO}/RECORD", "")
    return name
"""
STAND_IN = """#!/bin/sh
echo "$*" >> "$ANSWERS/asked"
case "$1 ${2-}" in
    "models install") echo "voicegm: no network" >&2; exit "$(cat "$ANSWERS/install")" ;;
    "models list" | "doctor --json") cat "$ANSWERS/$1" ;;
    *) echo "played in $(pwd)" ;;
esac
"""


@dataclass
class Checkout:
    """A checkout with the real scripts, and a path on which a test decides what lies."""

    root: Path
    tools: Path
    answers: Path

    def run(self, script: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """From a folder that is not the checkout, with `more` in the environment."""
        return subprocess.run(
            ["sh", str(self.root / "script" / script), *arguments],
            cwd=self.answers,
            env={
                "PATH": f"{self.tools}:{os.environ['PATH']}",
                "HOME": str(self.answers),
                "ANSWERS": str(self.answers),
                "PIP_NO_INDEX": "1",
                **more,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def put_python(self, name: str, body: str) -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def answer(
        self, *, models: Iterable[object], doctor: Iterable[object], install: int = 2
    ) -> None:
        for name, rows in (("models", models), ("doctor", doctor)):
            (self.answers / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        (self.answers / "install").write_text(str(install))
        (self.answers / "asked").unlink(missing_ok=True)

    def asked(self) -> list[str]:
        return (self.answers / "asked").read_text().splitlines()


GOOD_PYTHON = f'exec "{sys.base_prefix}/bin/python3" "$@"'


def lay_checkout(folder: Path) -> Checkout:
    checkout = Checkout(folder / "a check out", folder / "tools", folder / "answers")
    for path in (checkout.root, checkout.tools, checkout.answers):
        path.mkdir()
    shutil.copytree(ROOT / "script", checkout.root / "script")
    (checkout.root / "pyproject.toml").write_text(PYPROJECT)
    (checkout.root / "backend.py").write_text(BACKEND)
    (checkout.root / "stand-in").write_text(STAND_IN)
    checkout.put_python("python3", GOOD_PYTHON)
    return checkout


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout that is set up."""
    checkout = lay_checkout(tmp_path_factory.mktemp("ready"))
    first = checkout.run("setup")
    assert first.returncode == 0, first.stderr
    assert len(first.stdout.splitlines()) == 2, first.stdout
    return checkout


@pytest.fixture
def bare(tmp_path: Path) -> Checkout:
    """A checkout in which nothing has been run yet."""
    return lay_checkout(tmp_path)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_posix_shell_reads_it(script: Path) -> None:
    shell = shutil.which("dash") or "sh"
    subprocess.run([shell, "-n", str(script)], check=True)


class TestSetup:
    def test_second_run_has_nothing_to_do(self, ready: Checkout) -> None:
        second = ready.run("setup")
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")

    def test_changed_needs_are_installed(self, ready: Checkout) -> None:
        with (ready.root / "pyproject.toml").open("a") as file:
            file.write('description = "changed"\n')
        again = ready.run("setup")
        assert again.stdout.startswith("Installing")
        assert ready.run("setup").stdout == ""

    def test_extra_is_installed_once(self, ready: Checkout) -> None:
        assert ready.run("setup", "test").stdout.startswith("Installing")
        assert ready.run("setup", "test").stdout == ""

    def test_broken_environment_is_made_anew(self, bare: Checkout) -> None:
        python = bare.root / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.symlink_to("/nowhere/python3")
        assert bare.run("setup").stdout.startswith("Making a virtual environment")
        assert bare.run("setup").stdout == ""

    def test_shim_that_fails_is_passed_over(self, bare: Checkout) -> None:
        """A version manager puts names on the path that work only where they are chosen."""
        bare.put_python("python3", "echo 'python3: version not set' >&2; exit 127")
        bare.put_python("python3.13", "echo not this one either >&2; exit 1")
        bare.put_python("python3.12", GOOD_PYTHON)
        done = bare.run("setup")
        assert done.returncode == 0, done.stderr
        assert "with python3.12." in done.stdout

    def test_no_python_that_suits(self, bare: Checkout) -> None:
        for name in NAMES:
            bare.put_python(name, "exit 1")
        done = bare.run("setup")
        assert done.returncode == 2
        assert done.stderr.startswith("voicegm: Python 3.10 to 3.13 is needed")
        assert len(done.stderr.splitlines()) == 1

    def test_python_without_venv(self, bare: Checkout) -> None:
        for name in NAMES:
            bare.put_python(name, "exit 1")
        bare.put_python("python3", 'case "$2" in *ensurepip*) exit 1 ;; *) exit 0 ;; esac')
        done = bare.run("setup")
        assert done.returncode == 2
        assert "apt-get install python3-venv" in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_no_network(self, bare: Checkout) -> None:
        (bare.root / "needs").write_text("Requires-Dist: rich\n")
        done = bare.run(
            "setup", PIP_NO_INDEX="0", PIP_INDEX_URL="http://127.0.0.1:9/", PIP_RETRIES="0"
        )
        assert done.returncode == 2
        assert "is there a network?" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert bare.run("setup").stdout.startswith("Installing"), "it is not taken for done"


MICROPHONE = {"part": "microphone", "works": True}
NO_MICROPHONE = {"part": "microphone", "works": False}
SPEAKER = {"part": "speaker", "works": True}
ENGLISH = {"language": "en", "state": "installed"}
KOREAN = {"language": "ko", "state": "installed"}
ENGLISH_TO_GET = {"language": "en", "state": "available"}


class TestPlay:
    def test_live_game(self, ready: Checkout) -> None:
        ready.answer(models=[KOREAN, ENGLISH], doctor=[SPEAKER, MICROPHONE])
        done = ready.run("play", "--players", "Anna=fox, Ben=owl")
        assert done.returncode == 0
        assert ready.asked()[2:] == ["play animals --players Anna=fox, Ben=owl"]
        assert done.stdout == f"played in {ready.answers}\n", "files are named from where one is"

    @pytest.mark.parametrize("rows", [[SPEAKER, NO_MICROPHONE], []])
    def test_demo_without_a_microphone(self, ready: Checkout, rows: list[object]) -> None:
        ready.answer(models=[ENGLISH], doctor=rows)
        done = ready.run("play", "--seed", "7")
        assert ready.asked()[-1] == "demo animals --seed 7"
        assert done.stdout.startswith("No microphone works here")

    def test_other_game(self, ready: Checkout) -> None:
        ready.answer(models=[ENGLISH], doctor=[MICROPHONE])
        ready.run("play", "snap", "--seed", "7")
        assert ready.asked()[-1] == "play snap --seed 7"

    def test_installed_model_is_left_alone(self, ready: Checkout) -> None:
        ready.answer(models=[ENGLISH], doctor=[MICROPHONE])
        ready.run("play")
        assert "models install en" not in ready.asked()

    def test_model_that_cannot_be_had_costs_one_line(self, ready: Checkout) -> None:
        ready.answer(models=[KOREAN, ENGLISH_TO_GET], doctor=[MICROPHONE])
        done = ready.run("play")
        assert ready.asked()[1:] == ["models install en", "doctor --json", "play animals"]
        assert done.stderr == "voicegm: no network\n"
        assert done.returncode == 0

    def test_interrupted_installation_ends_it(self, ready: Checkout) -> None:
        ready.answer(models=[ENGLISH_TO_GET], doctor=[MICROPHONE], install=130)
        assert ready.run("play").returncode != 0
        assert ready.asked()[-1] == "models install en"
