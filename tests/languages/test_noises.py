"""The rules and the language packs tell the same noise for every animal."""

import pytest

from voicegm.games.noises import NOISES
from voicegm.languages.pack import available, load


@pytest.mark.parametrize("language", available())
def test_an_animal_makes_the_same_noise_in_the_rules_and_in_every_language(language: str) -> None:
    pack = load(language)
    assert {animal: pack.noise(animal) for animal in pack.animals} == {
        animal: NOISES[animal] for animal in pack.animals
    }
