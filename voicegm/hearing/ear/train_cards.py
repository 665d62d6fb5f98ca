"""Teach the ear a language's cards: `python -m voicegm.hearing.ear.train_cards en --kokoro FOLDER`.

A head of its own, so that the one for calls stays as it is: a class for each rank alone, for each
card by rank and suit, and for each other word, calls and commands among them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import click

from voicegm.hearing.ear.head import OTHER, cards_path_of, spoken_cards
from voicegm.hearing.ear.train import ordinary_words, studio_for, teach, teaching_options
from voicegm.hearing.ear.training.learning import Recipe
from voicegm.hearing.ear.training.lessons import (
    ESPEAK,
    KOKORO,
    Lesson,
    Plan,
    lessons,
)
from voicegm.languages.pack import Pack, load


@dataclass(frozen=True)
class CardsPlan:
    """How often each card is said: takes by each kind of voices, copies of each take."""

    espeak: int = 80
    kokoro: int = 9
    ranks_alone: int = 12
    """Takes by the neural voice of a rank alone, which is heard less well than a whole card."""
    copies: int = 3
    alike: str = "A8"
    """Ranks of which the soft last sound alone tells one from another ("ace", "eight")."""
    espeak_alike: tuple[int, int] = (160, 400)
    """Takes of these by eSpeak NG, as whole cards and alone."""
    kokoro_alike: int = 27
    """And by the neural voice."""
    calls: int = 6
    """Takes of each call by each kind of voices: they are as short as a rank."""
    other_words: int = 900
    """The first of the ordinary words; they are taught as no card."""
    shared: bool = False
    """The forms of a card share its takes, or else each of them is said so often."""
    slow_calls: tuple[int, int] = (6, 1)
    """Takes of calls by the neural voice, and each how-manieth of them is said."""
    slow_words: tuple[int, int] = (2, 1)
    """The same of other words."""
    epochs: int = Recipe.epochs
    """Passes over it: more where there is less of it."""
    closely: bool = True
    """Whether the head looks at the beginning of a card once more; it is twice as large then, and
    gains by it where people begin with the rank."""

    def takes(self, voices: str, key: str) -> int:
        """How often a card is said by one kind of voices."""
        alone = len(key) == 1
        if key[0] in self.alike:
            return self.espeak_alike[alone] if voices == ESPEAK else self.kokoro_alike
        if voices == ESPEAK:
            return self.espeak
        return self.ranks_alone if alone else self.kokoro


FEW_VOICES = CardsPlan(
    160,
    3,
    6,
    alike="",
    calls=2,
    other_words=450,
    shared=True,
    slow_calls=(1, 2),
    slow_words=(1, 8),
    epochs=50,
)
"""Where Kokoro has hardly a voice of a language's own, more takes tell little more."""


def plan_for(pack: Pack) -> CardsPlan:
    """How often a language's cards are said, and how they are looked at."""
    plan = CardsPlan() if len(pack.voices.neural) > 1 else FEW_VOICES
    rank_first = pack["7H"].say[0].startswith(pack["7"].say[0])
    return replace(plan, closely=rank_first)


def card_lessons(pack: Pack, plan: CardsPlan, seed: int) -> list[Lesson]:
    """All cards, and all that is no card: ordinary words, scraps of talk, and what is called. Every
    third card has an article before it where people say one ("le sept de cœur")."""
    calls = [OTHER + form for phrase in pack.phrases.values() for form in phrase.say]
    words = ordinary_words(pack)[: plan.other_words]
    made = _readings(pack, plan, ESPEAK, 1)
    made += lessons(pack, words, Plan(0, 2, 0, 0, (0, 0)), seed)
    made += [Lesson(name, name[1:], ESPEAK, t, 1) for t in range(plan.calls) for name in calls]
    made += _readings(pack, plan, KOKORO, plan.copies)
    others = [OTHER + word for word in words]
    for names, (takes, every) in ((others, plan.slow_words), (calls, plan.slow_calls)):
        made += [
            Lesson(name, name[1:], KOKORO, take, 1)
            for take in range(takes)
            for name in names[::every]
        ]
    return made


def _readings(pack: Pack, plan: CardsPlan, voices: str, copies: int) -> list[Lesson]:
    """All cards in all their forms by one kind of voices, take by take."""
    forms_of = spoken_cards(pack)
    return [
        Lesson(key, _with_article(pack, form, take), voices, take, copies)
        for take in range(max(plan.takes(voices, key) for key in forms_of))
        for key, forms in forms_of.items()
        for form in forms
        if take * (len(forms) if plan.shared else 1) < plan.takes(voices, key)
    ]


def _with_article(pack: Pack, form: str, take: int) -> str:
    """Every third take as people say a card who put an article before it."""
    articles = pack.voices.articles
    return f"{articles[take // 3 % len(articles)]} {form}" if articles and take % 3 == 2 else form


@click.command(help=__doc__)
@teaching_options
def main(
    language: str, kokoro: Path | None, seed: int, processes: int, output: Path | None
) -> None:
    """Say every card, spoil it, learn it, and write the head."""
    studio = studio_for(language, seed, kokoro)
    teach(
        replace(studio, closely=plan_for(load(language)).closely),
        lambda pack: card_lessons(pack, plan_for(pack), seed),
        spoken_cards,
        processes,
        output or cards_path_of(language),
        lambda pack: Recipe(epochs=plan_for(pack).epochs),
    )


if __name__ == "__main__":
    main()
