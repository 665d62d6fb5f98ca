"""Every language is complete: a folder with the same keys, lines and values as the English one."""

from __future__ import annotations

from pathlib import Path

import pytest
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from voicegm.hearing.ear.training.voices import ESpeak
from voicegm.languages.lines import FOLDER, Lines, lines, talk
from voicegm.languages.pack import ALIKE_BELOW, Pack, Phrase, available, load
from voicegm.languages.phones import ipa_phones

ELSEWHERE = [language for language in available() if language != "en"]
KINDS = ("animal", "noise", "chant", "answer", "rhyme", "card", "deck", "command")
COUNTS = range(53)
"""As many cards as there are."""
SPELLED = ("en", "ko")
"""Languages whose pronunciations are not derived: a dictionary's, and those that Hangul spells."""


class _Values(Visitor):
    """Collects the values that a message asks for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def values(language: str) -> dict[str, set[str]]:
    """The names of the values in each line."""
    found = {}
    for entry in lines(language)._resource.body:
        if isinstance(entry, ast.Message):
            visitor = _Values()
            visitor.visit(entry)
            found[entry.id.name] = visitor.names
    return found


@pytest.mark.parametrize("language", ELSEWHERE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_pack_has_the_keys_of_the_english_one(language: str, kind: str) -> None:
    assert set(load(language).keys(kind)) == set(load("en").keys(kind))


@pytest.mark.parametrize("language", ELSEWHERE)
def test_every_line_says_all_that_the_english_one_says(language: str) -> None:
    assert values(language) == values("en")


@pytest.mark.parametrize("language", available())
def test_every_line_can_be_said_whatever_its_values(language: str) -> None:
    said, asked = Lines(language), values(language)
    texts: dict[str, list[str | int]] = {"penalty": ["card", "none"]}
    texts["responses"] = ["names", "noises"]
    texts["rank"] = [said.rank(rank) for rank in "23456789TJQKA"]
    for key in said.keys:
        counted = asked[key] & {"cards", "piles", "players", "tokens", "count"}
        choice = counted or asked[key] & set(texts)
        if key in ("rank", "suit"):
            continue  # every rank and suit is said by the test of cards
        name = min(choice, default="")
        for value in [*COUNTS] if counted else texts.get(name, [""]):
            given: dict[str, str | int] = dict.fromkeys(asked[key], "Mia")
            given |= dict.fromkeys(counted, value) if counted else {name: value}
            text = said.say(key, **given)
            assert text.strip() or key == "your-turn", key
            assert "{" not in text, key
            assert "$" not in text, key


@pytest.mark.parametrize("language", available())
def test_no_two_phrases_sound_the_same(language: str) -> None:
    """What may be in play together: animals, or noises, or chants, or answers, or commands."""
    pack = load(language)
    same = [
        (one, other)
        for kind in ("animal", "noise", "chant", "answer", "command")
        for one, other in _pairs(pack.keys(kind))
        if pack.distance(one, other) == 0
    ]
    assert same == []


@pytest.mark.parametrize("language", available())
def test_animals_that_sound_alike_are_few_and_each_can_be_swapped(language: str) -> None:
    pack = load(language)
    alike = pack.confusable(pack.animals)
    assert len(alike) <= len(pack.animals) // 2
    for one, other in alike:
        assert all(pack.distance(offer, other) >= ALIKE_BELOW for offer in pack.suggest([other]))
        assert one != other


@pytest.mark.parametrize("language", available())
def test_animals_to_begin_with_sound_unlike_one_another_and_unlike_what_else_is_said(
    language: str,
) -> None:
    pack = load(language)
    assert len(pack.first) >= 8
    assert set(pack.first) <= set(pack.animals)
    assert pack.confusable(pack.first) == ()
    noises = [pack.noise(animal) for animal in pack.first]
    assert len(set(noises)) == len(noises)


@pytest.mark.parametrize("language", available())
def test_no_ordinary_word_is_called(language: str) -> None:
    pack = load(language)
    called = [pack[key] for kind in ("animal", "noise", "chant") for key in pack.keys(kind)]
    forms = {form for phrase in called for form in phrase.say}
    assert forms.isdisjoint(decoy.key for decoy in pack.decoys)
    assert len(pack.decoys) >= 100


@pytest.mark.parametrize("language", [code for code in available() if code not in SPELLED])
def test_pronunciations_are_what_the_synthetic_voice_says(language: str) -> None:
    pack, espeak = load(language), ESpeak(language)
    accent = pack.voices.accents[0]
    commands = (pack[key] for key in pack.keys("command"))
    phrases = (*pack.phrases.values(), *commands, *pack.decoys, *pack.names.values())
    said = {phrase.key: _derived(phrase, espeak, accent, pack) for phrase in phrases}
    assert {phrase.key: phrase.phones for phrase in phrases} == said


def _derived(phrase: Phrase, espeak: ESpeak, accent: str, pack: Pack) -> tuple[str, ...]:
    """Those of the spoken forms without an article: with it all animals would sound alike."""
    bare = [form for form in phrase.say if not _has_article(form, pack)]
    return tuple(dict.fromkeys(ipa_phones(espeak.phonemes(form, accent)) for form in bare))


def _has_article(form: str, pack: Pack) -> bool:
    first, *rest = form.split()
    return form.startswith("l'") or bool(rest and first in pack.voices.articles)


@pytest.mark.parametrize("language", available())
def test_a_folder_is_all_that_a_language_is(language: str) -> None:
    names = {path.name for path in (FOLDER / language).iterdir()}
    assert {"words.toml", "lines.ftl", "talk.txt"} <= names
    assert len(set(talk(language))) >= 10


def test_no_module_lists_the_languages() -> None:
    package = FOLDER.parent
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        named = [code for code in ELSEWHERE if f'"{code}"' in text]
        assert not named or path in KNOWS_A_MODEL_OR_MEASURES, (path, named)


KNOWS_A_MODEL_OR_MEASURES = {
    FOLDER.parent / "models" / "catalogue.py",
    FOLDER.parent / "cli" / "bench.py",
    FOLDER.parent / "table" / "bench_hearing.py",
}
"""Which speech models are published, and which tables are measured, are facts about languages."""


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("fr", 1, "une carte"),
        ("fr", 21, "vingt et une cartes"),
        ("fr", 22, "22 cartes"),
        ("ro", 1, "o carte"),
        ("ro", 2, "două cărți"),
        ("ro", 19, "19 cărți"),
        ("ro", 20, "20 de cărți"),
        ("ro", 21, "douăzeci și una de cărți"),
    ],
)
def test_numbers_agree_with_what_is_counted(language: str, count: int, text: str) -> None:
    assert Lines(language).cards_won(count) == text


@pytest.mark.parametrize(
    ("language", "card", "text"),
    [
        ("fr", "7H", "sept de cœur"),
        ("fr", "QS", "dame de pique"),
        ("ro", "7H", "șapte de cupă"),
        ("ro", "QS", "dama de pică"),
    ],
)
def test_cards_are_named_as_people_name_them(language: str, card: str, text: str) -> None:
    assert Lines(language).card(*card) == text
    assert load(language).key(text) == card


@pytest.mark.parametrize(
    ("language", "animal", "text"),
    [
        ("fr", "cow", "Mia est la vache."),
        ("fr", "bear", "Mia est l'ours."),
        ("ro", "fox", "Mia este vulpea."),
        ("en", "fox", "Mia is the fox."),
    ],
)
def test_an_animal_takes_the_form_that_its_sentence_asks_for(
    language: str, animal: str, text: str
) -> None:
    named = load(language)[animal].named
    assert Lines(language).say("who-is-who", name="Mia", animal=named) == text


def test_the_rules_own_words() -> None:
    """As the rules in these languages write them."""
    french, romanian = load("fr"), load("ro")
    assert french.key("miaou") == "meow"
    assert french.key("passe") == "pass"
    assert [french.key(cry) for cry in ("Snip", "Snap", "Snorum", "Snorem")] == [
        "snip",
        "snap",
        "snorum",
        "snorum",
    ]
    assert romanian.key("Snap") == "snap"
    assert romanian.key("Snap Pot") == "snap-pot"


def _pairs(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(one, other) for place, one in enumerate(keys) for other in keys[place + 1 :]]


def test_a_new_language_is_found_by_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from voicegm.languages import pack as packs  # noqa: PLC0415  (its folder is changed)

    words = (FOLDER / "ro" / "words.toml").read_text("utf-8").replace('"Romanian"', '"Moldovan"')
    (tmp_path / "mo").mkdir()
    (tmp_path / "mo" / "words.toml").write_text(words, "utf-8")
    monkeypatch.setattr(packs, "_ROOT", tmp_path)
    new: Pack = packs.load.__wrapped__("mo")
    assert packs.available() == ("mo",)
    assert (new.name, new.code) == ("Moldovan", "mo")
