"""`prateria rules`: the matrix claims nothing that it has not seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from prateria.cli import main
from prateria.core import registry

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
    assert main(["rules", "manitou", "--tests", str(Path(__file__).parents[1])]) == 0
    said = capsys.readouterr().out
    assert all(f"\n{number} " in said for number in RULES)
    assert said.endswith("\n0 missing\n")


def test_a_rule_without_a_test_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    write_tests(*(number for number in RULES if number not in ("M1.2", "M3.4")))
    assert main(["rules", "manitou"]) == 1
    assert last_line(capsys) == "2 missing: M1.2, M3.4"


def test_a_number_that_is_no_rule_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    write_tests(*RULES, "M99.1", "B1.1")
    assert main(["rules", "manitou"]) == 1
    said = capsys.readouterr().out
    assert "M99.1 is no rule of Manitou: deep/test_all.py::test_" in said
    assert "B1.1" not in said


def test_without_tests_nothing_is_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["rules", "manitou", "--tests", "empty"]) == 1
    said = capsys.readouterr().out
    assert "no tests that carry rules were found" in said
    assert said.splitlines()[-1] == "0 without code, tests not checked"
    assert main(["rules", "manitou", "--tests", "nowhere"]) == 2


def test_one_rule_a_section_or_all_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "manitou", "m3.4", "--language", "it"]) == 0
    said = capsys.readouterr().out
    assert "M3  I grandi guerrieri" in said
    assert "M3.5" not in said
    assert main(["rules", "manitou", "M3"]) == 0
    assert "M3.8" in capsys.readouterr().out
    assert main(["rules", "manitou", "--text"]) == 0
    said = capsys.readouterr().out
    assert all(number in said for number in RULES)
    assert "(ruling)" in said
    assert main(["rules", "manitou", "M42"]) == 2
    assert "no rule 'M42'" in capsys.readouterr().err
