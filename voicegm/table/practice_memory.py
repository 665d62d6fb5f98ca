"""Which words are hard for somebody: learned while practising, and kept only where that is wished.

The file holds the words and how often each went well and did not, and nothing that was heard.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import platformdirs

from voicegm.errors import BadInput
from voicegm.languages.pack import normal


@dataclass
class Tries:
    """How one word has gone."""

    right: int = 0
    missed: int = 0

    @property
    def hard(self) -> bool:
        """It went wrong more often than right."""
        return self.missed > self.right


@dataclass
class Memory:
    """How the words of one player have gone, by phrase key."""

    words: dict[str, Tries] = field(default_factory=dict)

    def went_well(self, key: str) -> None:
        """The word was heard."""
        self.words.setdefault(key, Tries()).right += 1

    def missed(self, key: str) -> None:
        """It was not, although it was waited for."""
        self.words.setdefault(key, Tries()).missed += 1

    def hard(self, keys: Iterable[str]) -> list[str]:
        """Those of some words that are hard, in their order."""
        return [key for key in keys if key in self.words and self.words[key].hard]

    def easiest(self, keys: Iterable[str]) -> str:
        """The one of some words that goes best."""
        return max(keys, key=self._ease)

    def _ease(self, key: str) -> int:
        tries = self.words.get(key, Tries())
        return tries.right - 2 * tries.missed


def default_file(player: str) -> Path:
    """Where a player's words are kept when nothing else is asked for."""
    folder = Path(platformdirs.user_data_dir("voicegm", appauthor=False)) / "practice"
    return folder / f"{quote(normal(player), safe='')}.json"


def load(file: Path) -> Memory:
    """What is known of a player; nothing where there is no file. `BadInput` for a damaged one."""
    try:
        words = json.loads(file.read_text("utf-8"))["words"]
        return Memory({key: Tries(int(n["right"]), int(n["missed"])) for key, n in words.items()})
    except FileNotFoundError:
        return Memory()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"{file} holds no words to practise ({error}): delete it, and they are learned anew"
        ) from error


def save(file: Path, memory: Memory) -> None:
    """Keep what was learned; `BadInput` when the file cannot be written."""
    words = {key: {"right": n.right, "missed": n.missed} for key, n in memory.words.items()}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps({"words": words}, ensure_ascii=False) + "\n", "utf-8")
        part.replace(file)
    except OSError as error:
        raise BadInput(f"cannot keep the words in {file}: {error.strerror}") from error
