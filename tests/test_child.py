"""The child process: it answers, it is replaced when it dies or hangs, and it never outlives us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from voicegm.child import Child, ChildDied, ChildHung, ServedError
from voicegm.errors import BadInput


class Parrot:
    """What the tests serve: it repeats, and fails in every way there is."""

    def __init__(self, word: str = "hello") -> None:
        if word == "unpronounceable":
            raise ValueError("no such word")
        if word == "impolite":
            raise BadInput("That word is not used here.")
        self.word = word

    def say(self) -> str:
        return self.word

    def double(self, samples: np.ndarray) -> np.ndarray:
        return samples * 2

    def print_first(self) -> str:
        os.write(1, b"a native library prints to standard output\n")
        print("and so does Python", flush=True)
        return self.word

    def listen(self) -> str:
        return sys.stdin.read()

    def pid(self) -> int:
        return os.getpid()

    def die_by(self, number: int) -> None:
        os.write(2, b"this is the end\n")
        os.kill(os.getpid(), number)

    def leave(self) -> None:
        os._exit(7)

    def hang(self) -> None:
        time.sleep(600)

    def hang_behind_a_process(self) -> None:
        """The grandchild inherits the pipes, so that killing the child alone closes nothing."""
        subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"], check=False)

    def raise_it(self) -> None:
        raise KeyError("missing")

    def refuse(self) -> None:
        raise BadInput("Nothing of the kind.")

    def secret(self) -> object:
        return threading.Lock()


def test_it_answers_from_another_process() -> None:
    with Child(Parrot, "ahoy") as child:
        assert child.call("say") == "ahoy"
        assert child.call("pid") == child.pid != os.getpid()


def test_samples_travel_both_ways() -> None:
    big = np.linspace(-1, 1, 500_000, dtype=np.float32)  # more than any pipe's buffer
    with Child(Parrot) as child:
        assert np.array_equal(child.call("double", big), big * 2)


def test_what_native_code_prints_does_not_reach_the_answers(capfd: pytest.CaptureFixture[str]):
    with Child(Parrot) as child:
        assert [child.call("print_first") for _ in range(3)] == ["hello"] * 3
    assert capfd.readouterr() == ("", "")


def test_the_terminals_input_stays_with_the_parent() -> None:
    with Child(Parrot) as child:
        assert child.call("listen") == ""


DEATHS = [("die_by", 9), ("die_by", 11), ("die_by", 6), ("leave",)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("death", DEATHS, ids=lambda death: "-".join(map(str, death)))
def test_a_child_that_dies_in_a_call_is_replaced(death: tuple[str, ...]) -> None:
    with Child(Parrot) as child:
        first = child.call("pid")
        with pytest.raises(ChildDied):
            child.call(*death)
        assert child.pid is None
        assert child.call("say") == "hello"
        assert child.pid != first
        assert child.starts == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_its_last_words_are_passed_on() -> None:
    with Child(Parrot) as child, pytest.raises(ChildDied, match="signal 11: this is the end"):
        child.call("die_by", signal.SIGSEGV)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_child_killed_from_outside_in_mid_call_is_replaced() -> None:
    with Child(Parrot) as child:
        child.start()
        assert child.pid is not None
        killer = threading.Timer(0.3, os.kill, (child.pid, signal.SIGKILL))
        killer.start()
        with pytest.raises(ChildDied):
            child.call("hang", timeout_s=30)
        killer.join()
        assert child.call("say") == "hello"


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_child_killed_between_calls_is_replaced_without_a_word() -> None:
    with Child(Parrot) as child:
        os.kill(child.call("pid"), signal.SIGKILL)
        while child.pid is not None:
            time.sleep(0.01)
        assert child.call("say") == "hello"


@pytest.mark.parametrize("method", ["hang", "hang_behind_a_process"])
def test_a_hang_is_cut(method: str) -> None:
    with Child(Parrot) as child:
        first = child.call("pid")
        with pytest.raises(ChildHung, match=r"0\.3 s"):
            child.call(method, timeout_s=0.3)
        assert child.call("pid") != first


def test_an_exception_of_the_object_is_a_value_and_the_child_lives() -> None:
    with Child(Parrot) as child:
        before = child.call("pid")
        with pytest.raises(ServedError) as failure:
            child.call("raise_it")
        assert (failure.value.kind, failure.value.message) == ("KeyError", "'missing'")
        with pytest.raises(ServedError, match="AttributeError"):
            child.call("no_such_method")
        with pytest.raises(ServedError):
            child.call("secret")  # a result that cannot travel
        assert child.call("pid") == before


def test_bad_input_stays_bad_input() -> None:
    with Child(Parrot) as child, pytest.raises(BadInput, match=r"Nothing of the kind\."):
        child.call("refuse")


def test_a_factory_that_fails_says_why_each_time() -> None:
    with Child(Parrot, "unpronounceable") as child:
        for _ in range(2):
            with pytest.raises(ServedError, match="ValueError: no such word"):
                child.call("say")
    with Child(Parrot, "impolite") as child, pytest.raises(BadInput):
        child.start()


def test_calls_from_several_threads_wait_for_one_another() -> None:
    heard: list[str] = []
    with Child(Parrot) as child:
        threads = [
            threading.Thread(target=lambda: heard.append(child.call("say"))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert heard == ["hello"] * 8


def test_closing_leaves_neither_orphan_nor_zombie_and_may_be_repeated() -> None:
    child = Child(Parrot)
    pid = child.call("pid")
    child.close()
    child.close()
    assert not _exists(pid)


def test_a_forgotten_child_is_ended() -> None:
    child = Child(Parrot)
    pid = child.call("pid")
    del child
    assert not _exists(pid)


PROGRAM = textwrap.dedent("""
    import sys, time
    sys.path.insert(0, {tests!r})
    from test_child import Parrot
    from voicegm.child import Child
    child = Child(Parrot)
    print(child.call("say"), child.pid, flush=True)
""")


def _program(ending: str = "") -> str:
    return PROGRAM.format(tests=str(Path(__file__).parent)) + ending


def test_it_works_from_a_command_line_from_standard_input_and_from_a_bare_script(
    tmp_path: Path,
) -> None:
    script = tmp_path / "bare.py"
    script.write_text(_program(), encoding="utf-8")
    for arguments, piped in (
        (["-c", _program()], None),
        (["-"], _program()),
        ([str(script)], None),  # no main guard
    ):
        done = subprocess.run(
            [sys.executable, *arguments],
            input=piped,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        word, pid = done.stdout.split()
        assert word == "hello"
        assert not _exists(int(pid))


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("busy", [False, True], ids=["idle", "in mid call"])
def test_a_killed_parent_leaves_no_orphan(busy: bool) -> None:
    ending = 'child.call("hang", timeout_s=600)' if busy else "time.sleep(600)"
    parent, pid = _start(_program(ending))
    parent.kill()
    parent.communicate()
    _wait_until_gone(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_ctrl_c_ends_parent_and_child_with_no_word_from_the_child() -> None:
    ending = textwrap.dedent("""
        import signal
        signal.signal(signal.SIGINT, signal.default_int_handler)  # off in the background of a shell
        try:
            child.call("hang", timeout_s=600)
        except KeyboardInterrupt:
            print("stopped", child.call("say"), flush=True)
    """)
    parent, pid = _start(_program(ending))
    time.sleep(0.3)
    os.killpg(parent.pid, signal.SIGINT)  # as a terminal does: to the whole foreground group
    out, err = parent.communicate(timeout=60)
    assert (out, err) == ("stopped hello\n", "")
    _wait_until_gone(pid)


def _start(program: str) -> tuple[subprocess.Popen[str], int]:
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline().split()[1])


def _exists(pid: int) -> bool:
    """Whether there is such a process; a zombie counts only if it is ours to reap."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return True
    text = status.read_text()
    return " Z " not in text or f" Z {os.getpid()} " in text


def _wait_until_gone(pid: int) -> None:
    for _ in range(2000):
        if not _exists(pid):
            return
        time.sleep(0.01)
    pytest.fail(f"process {pid} outlived its parent")
