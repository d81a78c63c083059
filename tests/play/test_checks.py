"""`./play test` runs what it promises, and under CI nothing is skipped unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.checkout import make_checkout
from tools import checks

PYTHON, REPORT = Path("python"), Path("report.xml")


def test_a_whole_run_demands_full_coverage_of_the_rules() -> None:
    command = checks.pytest_command(PYTHON, [], REPORT)
    assert "--cov=src/prateria/core" in command
    assert "--cov=src/prateria/games" in command
    assert "--cov-fail-under=100" in command


def test_fast_leaves_out_slow_tests_and_coverage() -> None:
    command = checks.pytest_command(PYTHON, ["--fast"], REPORT)
    assert "not slow" in command
    assert not any(word.startswith("--cov") for word in command)
    assert "--fast" not in command


def test_arguments_go_to_pytest_and_leave_out_coverage() -> None:
    command = checks.pytest_command(PYTHON, ["tests/core", "-k", "chance"], REPORT)
    assert command[-3:] == ("tests/core", "-k", "chance")
    assert not any(word.startswith("--cov") for word in command)


def test_only_what_exists_is_looked_at(tmp_path: Path) -> None:
    ruff = checks.static_checks(make_checkout(tmp_path), tmp_path)[0]
    assert ruff.command[3:] == ("src", "tools", "play", "setup.py")


def test_a_failing_check_shows_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = checks.Check("good", ("sh", "-c", "echo silence"))
    bad = checks.Check("bad", ("sh", "-c", "echo because; exit 3"))
    results = list(checks.results_of([good, bad], tmp_path))
    assert [result.is_good for result in results] == [True, False]
    for result in results:
        checks.report(result)
    output = capsys.readouterr().out
    assert "silence" not in output
    assert "because" in output
    assert "FAILED" in output


def test_checks_run_at_the_same_time_and_are_told_in_order(tmp_path: Path) -> None:
    """The first waits for what the second makes."""
    first = checks.Check("first", ("sh", "-c", "until [ -e made ]; do sleep 0.01; done"))
    second = checks.Check("second", ("touch", "made"))
    results = list(checks.results_of([first, second], tmp_path))
    assert [(result.name, result.is_good) for result in results] == [
        ("first", True),
        ("second", True),
    ]


def test_the_tests_do_not_wait_for_mypy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It waits for what the tests make, and fails; the other check came before them."""

    def tests() -> checks.Result:
        (tmp_path / "made").touch()
        return checks.Result("pytest", True, 1.0)

    waiting = "until [ -e made ]; do sleep 0.01; done; echo a wrong type; exit 1"
    mypy = checks.Check(checks.MYPY, ("sh", "-c", waiting))
    before = checks.Check("ruff", ("sh", "-c", "! [ -e made ]"))
    results = checks.all_results([mypy, before], tmp_path, tests)
    assert [(result.name, result.is_good) for result in results] == [
        ("ruff", True),
        ("mypy", False),
        ("pytest", True),
    ]
    assert "a wrong type" in capsys.readouterr().out


def test_skipped_tests_are_found_and_expected_failures_are_not(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="a" name="passed"/>'
        '<testcase classname="a" name="left_out"><skipped type="pytest.skip"/></testcase>'
        '<testcase classname="a" name="known"><skipped type="pytest.xfail"/></testcase>'
        "</testsuite></testsuites>"
    )
    assert checks.skipped_tests(report) == ["a::left_out"]


def test_the_package_in_src_is_tested_and_bytecode_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("KEPT", "yes")
    variables = checks.variables()
    assert variables["KEPT"] == "yes"
    assert not {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"} & variables.keys()


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("1", True), ("false", False), ("", False)]
)
def test_ci_is_what_the_variable_says(
    monkeypatch: pytest.MonkeyPatch, value: str, expected: bool
) -> None:
    monkeypatch.setenv("CI", value)
    assert checks.is_ci() is expected
