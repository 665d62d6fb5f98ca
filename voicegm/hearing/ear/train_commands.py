"""Teach the ear commands: `python -m voicegm.hearing.ear.train_commands en --kokoro FOLDER`.

A head of its own, so that the one for calls stays as it is: a class for the wake phrase, for each
command, and for each other word, calls among them. What is asked of it is whether the beginning of
an utterance is the wake phrase, and which command the rest of it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from voicegm.hearing.ear.commands import commands_path_of, spoken_commands
from voicegm.hearing.ear.head import OTHER
from voicegm.hearing.ear.train import ordinary_words, studio_for, teach, teaching_options
from voicegm.hearing.ear.training.lessons import (
    ESPEAK,
    KOKORO,
    Lesson,
    Plan,
    lessons,
)
from voicegm.languages.pack import WAKE, Pack

BOTH = f"{OTHER}{WAKE}"
"""The class of the wake phrase and a command in one breath."""


@dataclass(frozen=True)
class CommandsPlan:
    """How often each form of a command is said: takes by each kind of voices, copies of each."""

    espeak: int = 90
    wake: int = 3
    """So many times as often as a command: much hangs on it."""
    kokoro: int = 6
    kokoro_copies: int = 4
    both: int = 12
    """The wake phrase with a command behind it, which together are no wake phrase alone."""
    other_words: int = 300
    """The most frequent ordinary words that are taught as no command."""
    slow_every: int = 1
    """Each how-manieth of the other words and calls is said by the neural voice."""


FEW_VOICES = CommandsPlan(50, 3, 2, 4, 12, 300, slow_every=2)
"""Where Kokoro has no voice of a language's own, more takes tell little more."""


def plan_for(pack: Pack) -> CommandsPlan:
    """How often a language's commands are said."""
    return CommandsPlan() if pack.voices.neural else FEW_VOICES


def command_lessons(pack: Pack, plan: CommandsPlan, seed: int) -> list[Lesson]:
    """The wake phrase and all commands, and all that is neither: ordinary words, scraps of talk,
    what is called, either half of the wake phrase and its ends, and all of it with more behind."""
    forms = spoken_commands(pack)
    said = [(key, form) for key, forms in forms.items() for form in forms]
    wake = [one for one in said if one[0] == WAKE]
    taken = {form for _, form in said}
    calls = [OTHER + f for p in pack.phrases.values() for f in p.say if f not in taken]
    words = [word for word in ordinary_words(pack) if word not in taken][: plan.other_words]
    halves = [OTHER + half for form in pack[WAKE].say for half in form.split()]
    halves += [OTHER + tail for half in halves for tail in (half[1:], half[2:]) if len(tail) > 3]
    both = [(BOTH, f"{pack[WAKE].say[0]} {form}") for key, form in said if key != WAKE]
    made = [Lesson(*one, ESPEAK, take, 1) for take in range(plan.espeak) for one in said]
    made += [
        Lesson(*one, ESPEAK, take, 1)
        for take in range(plan.espeak, plan.wake * plan.espeak)
        for one in wake
    ]
    made += lessons(pack, tuple(words), Plan(0, 2, 0, 0, (0, 0)), seed)
    made += [Lesson(name, name[1:], ESPEAK, take, 1) for take in range(3) for name in calls]
    made += [Lesson(name, name[1:], ESPEAK, take, 1) for take in range(20) for name in halves]
    made += [Lesson(*one, ESPEAK, take, 1) for take in range(plan.both) for one in both]
    made += [
        Lesson(*one, KOKORO, take, plan.kokoro_copies)
        for take in range(plan.kokoro)
        for one in said
    ]
    made += [Lesson(*one, KOKORO, take, 3) for take in range(2) for one in both]
    made += [Lesson(name, name[1:], KOKORO, take, 3) for take in range(4) for name in halves]
    made += [
        Lesson(*one, KOKORO, take, plan.kokoro_copies)
        for take in range(plan.kokoro, plan.wake * plan.kokoro)
        for one in wake
    ]
    made += [Lesson(OTHER + word, word, KOKORO, 0, 2) for word in words[:100][:: plan.slow_every]]
    made += [Lesson(name, name[1:], KOKORO, 0, 2) for name in calls[:: plan.slow_every]]
    return made


@click.command(help=__doc__)
@teaching_options
def main(
    language: str, kokoro: Path | None, seed: int, processes: int, output: Path | None
) -> None:
    """Say every command, spoil it, learn it, and write the head."""
    teach(
        studio_for(language, seed, kokoro),
        lambda pack: command_lessons(pack, plan_for(pack), seed),
        spoken_commands,
        processes,
        output or commands_path_of(language),
    )


if __name__ == "__main__":
    main()
