"""`./play test` runs what it promises, and in CI nothing is skipped silently."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.play.checkout import make_checkout
from tools import checks

PYTHON, REPORT, BUILD = Path("python"), Path("report.xml"), Path("build")


def command(run: checks.PytestRun) -> tuple[str, ...]:
    return checks.pytest_command(PYTHON, run, REPORT)


def test_a_whole_run_demands_full_coverage_of_the_rules_by_quick_tests() -> None:
    words = command(checks.quick_tests([]))
    assert "--cov=src/prateria/core" in words
    assert "--cov=src/prateria/games" in words
    assert "--cov-fail-under=100" in words
    assert "not slow" in words


def test_slow_tests_run_on_the_compiled_rules() -> None:
    run = checks.slow_tests(BUILD)
    assert run.path == BUILD
    assert "slow" in command(run)


def test_fast_leaves_out_slow_tests_and_coverage() -> None:
    words = command(checks.quick_tests(["--fast"]))
    assert "not slow" in words
    assert not any(word.startswith("--cov") for word in words)
    assert "--fast" not in words


def test_arguments_go_to_pytest_and_leave_out_coverage() -> None:
    words = command(checks.quick_tests(["tests/core", "-k", "chance"]))
    assert words[-3:] == ("tests/core", "-k", "chance")
    assert not any(word.startswith("--cov") for word in words)


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
        ("pytest", True),
        ("mypy", False),
    ]
    assert "a wrong type" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "built"), [("echo waiting; echo build", BUILD), ("echo build; exit 1", None)]
)
def test_slow_tests_wait_for_the_compiled_rules(
    tmp_path: Path, script: str, built: Path | None
) -> None:
    """The compiler waits for what the quick tests make."""
    found: list[Path | None] = []

    def quick() -> checks.Result:
        (tmp_path / "made").touch()
        return checks.Result("quick tests", True, 1.0)

    def slow(build: Path | None) -> checks.Result:
        found.append(build)
        return checks.Result("slow tests", True, 1.0)

    waiting = f"until [ -e made ]; do sleep 0.01; done; {script}"
    compiling = checks.Check(checks.COMPILE, ("sh", "-c", waiting))
    results = checks.all_results([compiling], tmp_path, quick, slow)
    assert found == [built]
    assert [result.name for result in results] == ["quick tests", "slow tests", "compile"]


def test_without_a_compiler_slow_tests_run_all_the_same(tmp_path: Path) -> None:
    result = checks.Result("tests", True, 1.0)
    assert checks.all_results([], tmp_path, lambda: result, lambda build: result) == [result] * 2


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


def test_where_coverage_is_not_measured_nothing_slows_a_test_down() -> None:
    """Shows something when the rules' coverage is measured: in a whole run."""
    assert sys.gettrace() is None


REPORTED = """<testsuites><testsuite>
<testcase classname="tests.web" name="good"/>
<testcase classname="tests.web" name="bad"><failure>why</failure></testcase>
<testcase classname="tests.web" name="broken"><error>why</error></testcase>
</testsuite></testsuites>"""


def test_what_failed_is_read_from_the_report(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text(REPORTED, "utf-8")
    assert checks.failed_tests(path) == ["tests.web::bad", "tests.web::broken"]


FAILS_ONCE = """
from pathlib import Path

def test_fails_beside_others():
    tries = Path("tries")
    done = int(tries.read_text()) if tries.exists() else 0
    tries.write_text(str(done + 1))
    assert done >= NEEDED
"""


@pytest.mark.slow
@pytest.mark.parametrize(("needed", "is_good"), [(0, True), (1, True), (2, False)])
def test_a_slow_test_that_fails_has_one_more_try_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], needed: int, is_good: bool
) -> None:
    source = FAILS_ONCE.replace("NEEDED", str(needed))
    (tmp_path / "test_it.py").write_text(source, "utf-8")
    (tmp_path / ".build").mkdir()
    run = checks.PytestRun("slow tests", ("test_it.py",), None, checks.SECOND_TRIES)
    result = checks.tested(tmp_path, Path(sys.executable), run)
    assert result.is_good == is_good
    named = "passed only at the second try: test_it::test_fails_beside_others"
    assert (named in capfd.readouterr().out) == (needed == 1)


def test_quick_tests_have_one_try() -> None:
    assert checks.quick_tests([]).second_tries == 0
    assert checks.quick_tests(["--fast"]).second_tries == 0
    assert checks.slow_tests(BUILD).second_tries == checks.SECOND_TRIES
