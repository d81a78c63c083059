"""`prateria rules`: the matrix claims nothing that it has not checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from prateria.cli import main
from prateria.core import registry
from prateria.core.rules import LANGUAGES

RULES = registry.get("manitou").rulebook.rules


def write_tests(*numbers: str) -> None:
    Path("tests/deep").mkdir(parents=True)
    Path("tests/deep/test_all.py").write_text(
        "\n".join(f'@rule("{number}")\ndef test_{n}(): ...' for n, number in enumerate(numbers))
        + "\n@rules.rule('M1.1', OTHER)\nclass TestMore: ...\n"
        + "\n@rule('M1.2')\ndef helper(): ...\n@other('M1.2')\n@fixture\ndef test_x(): ...\n"
    )


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.splitlines()[-1]


def test_the_matrix_of_this_repository_has_no_gap(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "manitou", "--matrix", "--tests", str(Path(__file__).parents[1])]) == 0
    said = capsys.readouterr().out
    assert all(f"\n{number} " in said for number in RULES)
    assert said.endswith("\n0 missing\n")


def test_a_rule_without_a_test_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    write_tests(*(number for number in RULES if number not in ("M1.2", "M3.4")))
    assert main(["rules", "manitou", "--matrix"]) == 1
    assert last_line(capsys) == "2 missing: M1.2, M3.4"


def test_a_number_that_is_no_rule_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    write_tests(*RULES, "M99.1", "B1.1")
    assert main(["rules", "manitou", "--matrix"]) == 1
    said = capsys.readouterr().out
    assert "M99.1 is no rule of Manitou: deep/test_all.py::test_" in said
    assert "B1.1" not in said


def test_without_tests_nothing_is_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["rules", "manitou", "--matrix", "--tests", "empty"]) == 1
    said = capsys.readouterr().out
    assert "no tests that carry rules were found" in said
    assert said.splitlines()[-1] == "0 without code, tests not checked"
    assert main(["rules", "manitou", "--matrix", "--tests", "nowhere"]) == 2


def test_one_rule_a_section_or_all_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "manitou", "m3.4", "--language", "it"]) == 0
    said = capsys.readouterr().out
    assert "M3  I grandi guerrieri" in said
    assert "M3.5" not in said
    assert main(["rules", "manitou", "M3"]) == 0
    assert "M3.8" in capsys.readouterr().out
    assert main(["rules", "manitou"]) == 0
    said = capsys.readouterr().out
    assert all(number in said for number in RULES)
    assert unwrapped(RULES["M1.2"].texts["en"]) in unwrapped(said)
    assert main(["rules", "manitou", "M42"]) == 2
    assert "no rule 'M42'" in capsys.readouterr().err


RULING = {
    "en": "our ruling",
    "it": "decisione nostra",
    "cs": "naše rozhodnutí",
    "de": "unsere Festlegung",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_rulings_are_marked_in_the_readers_language_in_the_text_and_in_the_matrix(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = registry.get(game).rulebook.rules
    rulings = {number for number, rule in rules.items() if rule.ruling}
    assert rulings
    mark = re.compile(rf"^(\S+)\s+\({RULING[language]}\) ", re.MULTILINE)
    for form in ([], ["--matrix"]):
        main(["rules", game, "--language", language, *form])
        assert set(mark.findall(capsys.readouterr().out)) == rulings


def test_a_word_with_a_hyphen_is_not_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "apache", "--language", "cs"]) == 0
    assert "pow-\n" not in capsys.readouterr().out


def unwrapped(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    "numbers",
    [
        "B1.6 B2.1 B2.2 B4.2 B5.1 B9.6 B10.1 B11.1",
        "M3.1 M3.4 M5.4 M5.7 M7.4",
        "A1.5 A9.1 A9.2 A9.3 A9.4",
    ],
)
def test_what_the_rulebooks_leave_open_is_a_ruling(numbers: str) -> None:
    games = {"A": "apache", "B": "bison", "M": "manitou"}
    rules = registry.get(games[numbers[0]]).rulebook.rules
    assert [number for number in numbers.split() if not rules[number].ruling] == []
