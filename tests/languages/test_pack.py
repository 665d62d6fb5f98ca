"""The language packs: what may be said, how it sounds, and what sounds alike."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from voicegm.cards import RANKS, full_pack
from voicegm.errors import BadInput
from voicegm.languages import pack as packs
from voicegm.languages.pack import DECOY_APART, available, load, name_key
from voicegm.languages.phones import distance, hangul_phones

ANIMALS = """
    fox owl cat dog wolf cow pig duck frog hen horse goat sheep lamb lion tiger bear rabbit mouse
    rat monkey elephant giraffe zebra snake crocodile alligator shark whale dolphin penguin swan
    goose turkey rooster eagle parrot camel donkey turtle spider bee butterfly squirrel hedgehog
    kangaroo panda koala dragon bird chicken skunk
"""
KEYS = "meow moo woof oink quack baa neigh hoot ribbit cluck howl roar snap snap-pot snip snorum"


def test_english_has_the_promised_animals() -> None:
    assert set(ANIMALS.split()) <= set(load("en").animals)


@pytest.mark.parametrize("language", available())
def test_every_pack_has_the_keys_that_games_use(language: str) -> None:
    pack = load(language)
    answers = ["yes", "no", "me", "not-me", "nobody", *(f"player-{n}" for n in range(1, 13))]
    assert {*KEYS.split(), "pass", *answers} <= set(pack.phrases)
    assert len(pack.animals) >= 12
    assert pack.decoys


@pytest.mark.parametrize("language", available())
def test_every_animal_has_a_noise_that_can_be_heard(language: str) -> None:
    pack = load(language)
    assert {pack[animal].noise for animal in pack.animals} <= set(pack.keys("noise"))


@pytest.mark.parametrize("language", available())
def test_every_card_can_be_said_with_and_without_its_suit(language: str) -> None:
    cards = load(language).keys("card")
    assert set(cards) == {*RANKS, *map(str, full_pack())}
    forms = [form for key in cards for form in load(language)[key].say]
    assert len(forms) == len(set(forms))


def test_a_card_is_put_together_from_its_rank_and_its_suit() -> None:
    seven = load("en")["7H"]
    assert (seven.kind, seven.say) == ("card", ("seven of hearts",))
    assert seven.phones == ("S EH V AH N AH V HH AA R T S",)
    assert load("ko")["7H"].say == ("하트 칠", "하트 일곱", "칠 하트", "일곱 하트")


@pytest.mark.parametrize("said", ["7H", "7h", "Seven of Hearts"])
def test_a_card_is_found_by_key_or_as_it_is_said(said: str) -> None:
    assert load("en").key(said) == "7H"


@pytest.mark.parametrize("language", available())
def test_the_earl_of_coventry_has_a_line_for_each_card_of_a_rank(language: str) -> None:
    assert load(language).keys("rhyme") == tuple(f"coventry-{place}" for place in range(1, 5))


@pytest.mark.parametrize("language", available())
def test_everything_sounds_somehow(language: str) -> None:
    pack = load(language)
    for phrase in (*pack.phrases.values(), *pack.sayings.values(), *pack.decoys):
        assert phrase.say, phrase
        assert phrase.sounds, phrase


@pytest.mark.parametrize("language", available())
def test_all_text_is_composed(language: str) -> None:
    pack = load(language)
    phrases = (*pack.phrases.values(), *pack.sayings.values(), *pack.decoys)
    forms = [form for phrase in phrases for form in phrase.say]
    assert forms == [unicodedata.normalize("NFC", form).lower() for form in forms]


@pytest.mark.parametrize(
    ("language", "said", "key"),
    [
        ("en", "Fox", "fox"),
        ("en", " owl ", "owl"),
        ("ko", "여우", "fox"),
        ("ko", unicodedata.normalize("NFD", "여우"), "fox"),
        ("ko", "fox", "fox"),
    ],
)
def test_an_animal_is_found_by_key_or_as_it_is_said(language: str, said: str, key: str) -> None:
    assert load(language).animal(said) == key


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("foxx", "there is no animal 'foxx' in English; did you mean fox?"),
        ("xylophone", "there is no animal 'xylophone' in English"),
        ("snap", "there is no animal 'snap' in English"),
    ],
)
def test_an_unknown_animal_is_refused_with_close_ones(said: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        load("en").animal(said)
    assert str(refused.value).startswith(sentence)


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"no language 'xx'.*en"):
        load("xx")


@pytest.mark.parametrize("pair", [("cat", "rat"), ("goat", "goose"), ("mouse", "moose")])
def test_the_lint_names_animals_that_sound_alike(pair: tuple[str, str]) -> None:
    assert load("en").confusable([*pair, "elephant"]) == (pair,)


@pytest.mark.parametrize(
    "words", [["fox", "owl", "cat", "cow", "frog"], ["wolf", "duck", "rabbit"], ["fox", "fox"]]
)
def test_the_lint_is_silent_about_words_that_differ(words: list[str]) -> None:
    assert load("en").confusable(words) == ()


def test_offers_sound_unlike_what_is_taken_and_unlike_one_another() -> None:
    pack = load("en")
    taken = ["cat", "cow"]
    offers = pack.suggest(taken, 8)
    assert len(offers) == 8
    assert not set(offers) & {"rat", "bat", *taken}
    assert pack.confusable([*taken, *offers]) == ()


def test_offers_never_share_a_noise_that_is_taken() -> None:
    pack = load("en")
    assert "puppy" not in pack.suggest(["dog"], len(pack.animals))  # both say woof


def test_decoys_sound_unlike_everything_in_play() -> None:
    pack = load("en")
    in_play = ("fox", "cow", "dog")
    decoys = pack.decoys_for(in_play, 200)
    assert len(decoys) == 200
    for decoy in decoys:
        for key in in_play:
            apart = min(distance(a, b) for a in decoy.phones for b in pack[key].phones)
            assert apart >= DECOY_APART, (decoy.key, key)


def test_decoys_are_the_most_frequent_words_that_will_do() -> None:
    decoys = load("en").decoys_for(("elephant",), 3)
    assert [decoy.key for decoy in decoys] == ["the", "to", "and"]


def test_names_become_phrases() -> None:
    pack = load("en").with_names(["Anna", "Zyxwv"])
    assert pack[name_key("anna")].phones  # a common name: its sound is known
    assert not pack[name_key("Zyxwv")].phones  # left to the recogniser's dictionary
    assert name_key("anna") not in load("en").phrases


@pytest.mark.parametrize(
    ("one", "other", "nearer_than"),
    [
        ("K AE T", "K AE T", "K AE T S"),
        ("K AE T", "R AE T", "F AA K S"),
        ("B IH G", "P IH G", "F IH G"),
        ("S IY", "S EH", "S UW"),
    ],
)
def test_distance_orders_as_the_ear_does(one: str, other: str, nearer_than: str) -> None:
    assert distance(one, other) < distance(one, nearer_than)
    assert distance(one, other) == distance(other, one)


@pytest.mark.parametrize(
    ("spelled", "phones"),
    [("여우", "Y AH UW"), ("사자", "S AA JH AA"), ("곰", "G OW M"), ("fox", "")],
)
def test_hangul_is_read_as_it_is_spelled(spelled: str, phones: str) -> None:
    assert hangul_phones(spelled) == phones


def test_available_languages_are_those_with_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "yy").mkdir()
    (tmp_path / "yy" / "words.toml").touch()
    monkeypatch.setattr(packs, "_ROOT", tmp_path)
    assert available() == ("yy",)
