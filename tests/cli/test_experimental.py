"""A language that is heard by way of experiment is named as such, with its figures."""

import json

import pytest
from click.testing import CliRunner

from voicegm.cli.models import models
from voicegm.languages.pack import available, load


def test_the_list_of_models_says_which_languages_are_experimental() -> None:
    shown = CliRunner().invoke(models, ["list"])
    assert shown.exit_code == 0
    warnings = [load(language).warning for language in available()]
    assert [line for line in shown.stderr.splitlines() if line] == list(filter(None, warnings))
    assert any("French is experimental: the embedded engine heard" in line for line in warnings)


def test_programs_that_read_along_get_lines_of_json_alone() -> None:
    shown = CliRunner().invoke(models, ["list", "--json"])
    assert all(json.loads(line) for line in shown.stdout.splitlines())
    assert shown.stderr == ""


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_others_are_not(language: str) -> None:
    assert load(language).warning == ""
