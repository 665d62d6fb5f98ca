"""Teach the ear a language's cards: `python -m voicegm.hearing.ear.train_cards en --kokoro FOLDER`.

A head of its own, so that the one for calls stays as it is: a class for each rank alone, for each
card by rank and suit, and for each other word, calls and commands among them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import click

from voicegm.hearing.ear.head import OTHER, cards_path_of, spoken_cards
from voicegm.hearing.ear.train import ordinary_words, studio_for, teach
from voicegm.hearing.ear.training.lessons import (
    ESPEAK,
    KOKORO,
    Lesson,
    Plan,
    lessons,
)
from voicegm.languages.pack import Pack


@dataclass(frozen=True)
class CardsPlan:
    """How often each card is said: takes by each kind of voices, copies of each take."""

    espeak: int = 80
    kokoro: int = 9
    ranks_alone: int = 12
    """Takes by the neural voice of a rank alone, which is heard less well than a whole card."""
    copies: int = 3
    calls: int = 6
    """Takes of each call by each kind of voices: they are as short as a rank."""
    other_words: int = 900
    """The first of the ordinary words; they are taught as no card."""


def card_lessons(pack: Pack, plan: CardsPlan, seed: int) -> list[Lesson]:
    """All cards, and all that is no card: ordinary words, scraps of talk, and what is called."""
    said = [(key, form) for key, forms in spoken_cards(pack).items() for form in forms]
    calls = [OTHER + form for phrase in pack.phrases.values() for form in phrase.say]
    words = ordinary_words(pack)[: plan.other_words]
    made = [Lesson(*one, ESPEAK, take, 1) for take in range(plan.espeak) for one in said]
    made += lessons(pack, words, Plan(0, 2, 0, 0, (0, 0)), seed)
    made += [Lesson(name, name[1:], ESPEAK, t, 1) for t in range(plan.calls) for name in calls]
    made += [
        Lesson(*one, KOKORO, take, plan.copies)
        for take in range(plan.ranks_alone)
        for one in said
        if take < plan.kokoro or len(one[0]) == 1
    ]
    made += [Lesson(OTHER + word, word, KOKORO, take, 1) for take in range(2) for word in words]
    made += [Lesson(name, name[1:], KOKORO, t, 1) for t in range(plan.calls) for name in calls]
    return made


@click.command(help=__doc__)
@click.argument("language", default="en")
@click.option("--kokoro", type=click.Path(path_type=Path), help="Folder of the neural voice.")
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="Instead of the shipped head.")
def main(
    language: str, kokoro: Path | None, seed: int, processes: int, output: Path | None
) -> None:
    """Say every card, spoil it, learn it, and write the head."""
    teach(
        studio_for(language, seed, kokoro),
        lambda pack: card_lessons(pack, CardsPlan(), seed),
        spoken_cards,
        processes,
        output or cards_path_of(language),
    )


if __name__ == "__main__":
    main()
