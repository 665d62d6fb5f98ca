"""An object served in a process of its own, so that native code may crash or hang there.

Speech engines and voices are native libraries: some end the whole process on bad input, some
never come back. `Child` keeps such an object in a child process, hands it one request at a time,
and starts it afresh when it died or took too long.

The child is a plain interpreter, told what to serve through its standard input; unlike a process
of `multiprocessing` it never runs the caller's main program again, so it works from a console
script, from `python -c`, from standard input and from a script without a main guard, on every
system. When the parent ends, however it ends, that input closes and the child ends itself.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from voicegm.errors import BadInput

_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from voicegm.child import serve; serve()"
)
_GOODBYE_S = 1.0
"""How long a child that is told to close may take before it is killed."""
_SELF_DESTRUCT_S = 5.0
"""How long after its time limit a child ends itself, should the parent be gone by then."""

_CLOSED = {"EOFError", "UnpicklingError", "OSError"}
"""What reading a request raises once the parent is gone, mid-request perhaps."""


class ChildError(Exception):
    """The child process could not answer; the next call starts a fresh one."""


class ChildDied(ChildError):
    """The child process ended before it had answered."""


class ChildHung(ChildError):
    """The child process did not answer within its time limit and was killed."""


class ServedError(Exception):
    """The served object raised: the child is well, the request was not.

    `BadInput` is the exception to this: it travels as itself.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        """Name of the exception's type in the child."""
        self.message = message


class Child:
    """Serves `factory(*args)` in a child process.

    `factory` and `args` must be picklable, and `factory` be importable by name (not from
    `__main__`). Calls from several threads wait for one another. The object may be built anew
    between any two calls, so no call may rely on what an earlier one left behind.

    `start_s` limits building the object, `timeout_s` each call that gives no limit of its own.
    """

    def __init__(
        self,
        factory: Callable[..., Any],
        *args: Any,
        timeout_s: float = 10.0,
        start_s: float = 60.0,
    ) -> None:
        self._factory = factory
        self._args = args
        self._timeout_s = timeout_s
        self._start_s = start_s
        self._lock = threading.RLock()
        self._process: _Process | None = None
        self.starts = 0
        """How many times a process was started: above 1, it had to be replaced."""

    @property
    def pid(self) -> int | None:
        """The process now serving, or None while there is none."""
        process = self._process
        return process.pid if process is not None and process.alive else None

    def start(self) -> None:
        """Build the object now rather than at the first call.

        Raises `ChildDied`, `ChildHung`, or what the factory raised (`ServedError`, `BadInput`).
        """
        with self._lock:
            if self._process is not None and self._process.alive:
                return
            self._discard()
            self._process = _Process()
            self.starts += 1
            with self._discarding_on_failure():
                self._ask((self._factory, self._args), self._start_s)

    def call(self, method: str, *args: Any, timeout_s: float | None = None) -> Any:
        """Call a method of the served object and return its (picklable) result.

        Raises `ChildDied` or `ChildHung` when there is no answer (the next call starts afresh),
        `ServedError` or `BadInput` when the method raised.
        """
        limit_s = self._timeout_s if timeout_s is None else timeout_s
        with self._lock:
            self.start()
            return self._ask((method, args), limit_s)

    def close(self) -> None:
        """End the child process. A later call would start a new one."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                process.end()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _discard(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    @contextlib.contextmanager
    def _discarding_on_failure(self) -> Iterator[None]:
        """Whatever interrupts an exchange, Ctrl-C included, leaves no half-read answer behind."""
        try:
            yield
        except BaseException:
            self._discard()
            raise

    def _ask(self, request: tuple[Any, ...], limit_s: float) -> Any:
        assert self._process is not None
        message = pickle.dumps((limit_s, request))
        with self._discarding_on_failure():
            answer, cut_off = self._process.exchange(message, limit_s)
            if answer is None and cut_off:
                raise ChildHung(f"no answer within {limit_s:g} s")
            if answer is None:
                raise ChildDied(self._process.epitaph())
        if cut_off:  # the answer came just as the time was up: it counts, the process is gone
            self._discard()
        well, value = answer
        if well:
            return value
        kind, text = value
        raise BadInput(text) if kind == BadInput.__name__ else ServedError(kind, text)


class _Process:
    """One life of the child process, and the pipes to it."""

    def __init__(self) -> None:
        path = [entry or str(Path.cwd()) for entry in sys.path]
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _BOOT, json.dumps(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_out_of_reach_of_ctrl_c(),
        )
        self._last_words: deque[str] = deque(maxlen=20)
        self._listener = threading.Thread(
            target=_remember, args=(self._popen.stderr, self._last_words), daemon=True
        )
        self._listener.start()
        # Also at interpreter exit and when the owner is forgotten: no orphan, no zombie.
        self.kill = weakref.finalize(self, _kill, self._popen)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def alive(self) -> bool:
        return self._popen.poll() is None

    def exchange(self, message: bytes, limit_s: float) -> tuple[tuple[bool, Any] | None, bool]:
        """Send a request and wait: the answer (None if none came), and whether time was up."""
        cut_off = threading.Event()

        def cut() -> None:
            cut_off.set()
            _kill_group(self._popen)

        timer = threading.Timer(limit_s, cut)
        timer.daemon = True
        timer.start()
        try:
            answer = self._send_and_receive(message)
        finally:
            timer.cancel()
            timer.join()
        return answer, cut_off.is_set()

    def _send_and_receive(self, message: bytes) -> tuple[bool, Any] | None:
        assert self._popen.stdin is not None and self._popen.stdout is not None
        try:
            self._popen.stdin.write(message)
            self._popen.stdin.flush()
            answer: tuple[bool, Any] = pickle.load(self._popen.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        return answer

    def epitaph(self) -> str:
        """Why the process ended, as far as it can be told: its status and its last line."""
        _kill_group(self._popen)  # its pipe is closed: whatever is left of it is of no use
        status = self._popen.wait()
        self._listener.join(timeout=_GOODBYE_S)
        cause = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return f"{cause}: {self._last_words[-1]}" if self._last_words else cause

    def end(self) -> None:
        """Let the process finish by itself, for a moment; then kill it."""
        assert self._popen.stdin is not None
        with contextlib.suppress(OSError):
            self._popen.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_GOODBYE_S)
        self.kill()


def _out_of_reach_of_ctrl_c() -> dict[str, Any]:
    """Popen's arguments that keep the terminal's Ctrl-C for the parent alone."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _remember(stream: IO[bytes], lines: deque[str]) -> None:
    for line in stream:
        if text := line.decode(errors="replace").strip():
            lines.append(text)
    stream.close()


def _kill_group(popen: subprocess.Popen[bytes]) -> None:
    """Kill the process and what it may have started; its pipes close with it."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            popen.kill()
        elif popen.returncode is None:
            os.killpg(popen.pid, signal.SIGKILL)


def _kill(popen: subprocess.Popen[bytes]) -> None:
    _kill_group(popen)
    popen.wait()
    for pipe in (popen.stdin, popen.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # a request may still lie unsent in the buffer
                pipe.close()


def serve() -> None:
    """The child's side: build the object that the first request names, then answer requests.

    Native libraries print where they like, so the pipe is moved off standard output first. A
    thread of its own reads the requests: it sees the parent's end even in the middle of a call.
    """
    answers = os.fdopen(os.dup(1), "wb")
    requests = os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    waiting: queue.SimpleQueue[tuple[float, tuple[Any, ...]]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests, answers, waiting), daemon=True).start()
    with Path(os.devnull).open("w", encoding="utf-8") as sink:
        served = None
        while True:
            limit_s, request = waiting.get()
            # Native code that hangs may also stop the thread above; this timer needs neither.
            faulthandler.dump_traceback_later(limit_s + _SELF_DESTRUCT_S, exit=True, file=sink)
            if served is None:
                factory, args = request
                well, value = _attempt(factory, args)
                served, value = value, (None if well else value)
            else:
                method, args = request
                well, value = _attempt(getattr, (served, method))
                if well:
                    well, value = _attempt(value, args)
            _send(answers, well, value)
            faulthandler.cancel_dump_traceback_later()


def _receive(
    requests: IO[bytes],
    answers: IO[bytes],
    waiting: queue.SimpleQueue[tuple[float, tuple[Any, ...]]],
) -> None:
    while True:
        well, value = _attempt(pickle.load, (requests,))
        if well:
            waiting.put(value)
        elif value[0] in _CLOSED:
            os._exit(0)  # the parent is gone or has closed: there is nobody left to answer
        else:  # the request names something that this process cannot import
            _send(answers, False, value)


def _attempt(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """The result, or the exception as a value: its type's name and its text."""
    try:
        return True, function(*args)
    except Exception as error:
        return False, (type(error).__name__, str(error))


def _send(answers: IO[bytes], well: bool, value: Any) -> None:
    try:
        message = pickle.dumps((well, value))
    except Exception as error:
        message = pickle.dumps((False, (type(error).__name__, str(error))))
    with contextlib.suppress(OSError):  # nobody reads any more: the other thread ends us
        answers.write(message)
        answers.flush()
