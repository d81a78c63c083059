"""`./play test`: every check, one line each, and one verdict at the end.

A whole run has two halves. The quick tests run on the plain rules, under the tracer that measures
coverage, while the rules are compiled; the slow ones run on the compiled rules, which people
play on, and several times faster. Slow tests drive browsers, servers and databases beside one
another, so a few that fail are tried once more, alone; what passes only then is named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools import browser, compiled, environment, formatting, javascript, product

LOOKED_AT = formatting.PYTHON

# Where every line and every branch must be covered by a test.
COVERED = ("src/prateria/core", "src/prateria/games")

MYPY, COMPILE = "mypy", "compile"
MEANWHILE = (MYPY, COMPILE)
"""Checks that take longer than a few seconds: the quick tests do not wait for them."""

SECOND_TRIES = 3
"""Up to this many failures may be due to a busy machine; if there are more, none is retried."""

COVERAGE = (*(f"--cov={path}" for path in COVERED), "--cov-branch", "--cov-fail-under=100")


@dataclass(frozen=True)
class Check:
    name: str
    command: tuple[str, ...]


def static_checks(root: Path, bin_folder: Path) -> list[Check]:
    paths = tuple(path for path in LOOKED_AT if (root / path).exists())
    ruff, mypy, lint_imports = (str(bin_folder / n) for n in ("ruff", "mypy", "lint-imports"))
    return [
        Check("ruff check", (ruff, "check", "--quiet", *paths)),
        Check("ruff format", (ruff, "format", "--check", "--quiet", *paths)),
        Check("imports", (lint_imports, "--cache-dir", ".build/imports")),
        Check(MYPY, (mypy, "--python-version", "3.11", "--no-error-summary", *paths)),
    ]


@dataclass(frozen=True)
class PytestRun:
    """One run of pytest: what it is called, its arguments, and what it imports from first."""

    name: str
    arguments: tuple[str, ...]
    path: Path | None = None
    second_tries: int = 0
    """Up to how many failed tests are tried once more, alone."""


def quick_tests(arguments: list[str]) -> PytestRun:
    """The first run, and with arguments the only one: coverage could not be complete then."""
    wanted = [argument for argument in arguments if argument != "--fast"]
    if "--fast" in arguments:
        return PytestRun("pytest", ("-m", "not slow", *wanted))
    if wanted:
        return PytestRun("pytest", tuple(wanted))
    return PytestRun("quick tests", ("-m", "not slow", *COVERAGE))


def slow_tests(build: Path | None) -> PytestRun:
    """On the compiled rules, or without a compiler on the plain ones."""
    return PytestRun("slow tests", ("-m", "slow"), build, SECOND_TRIES)


def pytest_command(python: Path, run: PytestRun, report: Path) -> tuple[str, ...]:
    # One process more than cores: for browsers, servers and databases there is much waiting.
    at_once = str((os.cpu_count() or 1) + 1)
    options = ("-q", "-rs", "--dist", "worksteal", "-n", at_once, f"--junit-xml={report}")
    return (str(python), "-m", "pytest", *options, *run.arguments)


def second_command(python: Path, run: PytestRun, report: Path) -> tuple[str, ...]:
    """Those that failed, one after the other."""
    options = ("-q", "-rs", "--last-failed", f"--junit-xml={report}")
    return (str(python), "-m", "pytest", *options, *run.arguments)


def skipped_tests(report: Path) -> list[str]:
    """The tests that a pytest report calls skipped; expected failures are none of them."""
    return [
        _name(case)
        for case in _cases(report)
        if any(mark.get("type") != "pytest.xfail" for mark in case.iter("skipped"))
    ]


def failed_tests(report: Path) -> list[str]:
    return [
        _name(case)
        for case in _cases(report)
        if case.find("failure") is not None or case.find("error") is not None
    ]


def _cases(report: Path) -> Iterable[ElementTree.Element]:
    return ElementTree.parse(report).iter("testcase")


def _name(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"


def is_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


NOT_INHERITED = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")


def variables() -> dict[str, str]:
    """Without PYTHONPATH: what is tested is the package in src, whoever calls. With bytecode: the
    tests start hundreds of processes, each of which would compile all modules again. Each process
    counts with one thread: there are as many processes as cores already."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return {"OPENBLAS_NUM_THREADS": "1", **kept}


@dataclass(frozen=True)
class Result:
    """The result of a check."""

    name: str
    is_good: bool
    seconds: float
    output: str = ""


def result_of(check: Check, root: Path) -> Result:
    start = time.perf_counter()
    done = subprocess.run(
        check.command,
        cwd=root,
        env=variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Result(check.name, done.returncode == 0, time.perf_counter() - start, done.stdout)


def results_of(checks: Iterable[Check], root: Path) -> Iterable[Result]:
    """Run the checks at the same time; their results in order, each as soon as it is available."""
    with ThreadPoolExecutor() as pool:
        yield from pool.map(lambda check: result_of(check, root), checks)


def report(result: Result) -> None:
    """Print a check's line; its output is shown only if it failed."""
    verdict = "ok" if result.is_good else "FAILED"
    print(f"{result.name:<12} {verdict:<7} {result.seconds:6.1f} s", flush=True)
    if not result.is_good and result.output:
        print(result.output, flush=True)


def tested(root: Path, python: Path, run: PytestRun) -> Result:
    """Run pytest with its output visible."""
    start = time.perf_counter()
    report_path = _report_path(root, run.name)
    is_good = _passes(root, run, pytest_command(python, run, report_path))
    if not is_good and report_path.exists():
        failed = failed_tests(report_path)
        if 0 < len(failed) <= run.second_tries:
            is_good = _tried_again(root, python, run, failed)
    if is_ci() and report_path.exists():
        skipped = skipped_tests(report_path)
        for name in skipped:
            print(f"skipped, which CI does not allow: {name}")
        is_good = is_good and not skipped
    result = Result(run.name, is_good, time.perf_counter() - start)
    report(result)
    return result


def _report_path(root: Path, name: str) -> Path:
    path = root / ".build" / f"{name.replace(' ', '-')}.xml"
    path.unlink(missing_ok=True)
    return path


def _passes(root: Path, run: PytestRun, command: tuple[str, ...]) -> bool:
    environ = variables() if run.path is None else product.with_path(variables(), run.path)
    return subprocess.run(command, cwd=root, env=environ).returncode == 0


def _tried_again(root: Path, python: Path, run: PytestRun, failed: list[str]) -> bool:
    """Whether all that failed beside others pass alone."""
    print(f"{len(failed)} failed; tried once more, alone:", flush=True)
    report_path = _report_path(root, f"{run.name} again")
    is_good = _passes(root, run, second_command(python, run, report_path))
    if is_good:
        for name in failed:
            print(f"passed only at the second try: {name}", flush=True)
    return is_good


def all_results(
    checks: list[Check],
    root: Path,
    quick: Callable[[], Result],
    slow: Callable[[Path | None], Result] | None = None,
) -> list[Result]:
    """Run all there is, and report each when it is done: the long checks while the quick tests run,
    the slow tests as soon as there are compiled rules."""
    with ThreadPoolExecutor() as pool:
        long = {
            check.name: pool.submit(told_meanwhile, check, root)
            for check in checks
            if check.name in MEANWHILE
        }
        results = []
        for result in results_of([check for check in checks if check.name not in long], root):
            report(result)
            results.append(result)
        results.append(quick())
        if slow is not None:
            results.append(slow(_build(long[COMPILE].result()) if COMPILE in long else None))
        return [*results, *(each.result() for each in long.values())]


def _build(done: Result) -> Path | None:
    """Where the compiled rules are, if they could be made."""
    return Path(done.output.strip().splitlines()[-1]) if done.is_good else None


def told_meanwhile(check: Check, root: Path) -> Result:
    """Run a check, and report it on a line of its own: pytest may be in the middle of one."""
    result = result_of(check, root)
    print(flush=True)
    report(result)
    return result


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_test(root)
    home.ensure()
    javascript.ensure(root, home.python)
    browser.ensure()
    checks = static_checks(root, home.path / "bin")
    checks.append(Check("tsc", javascript.check_command(root, home.python)))
    checks.append(Check("prettier", formatting.prettier(root, home.python, "--check")))
    checks.append(Check("mdformat", formatting.mdformat(root, home.python, "--check")))
    is_whole = not arguments
    if is_whole and compiled.obstacle() is None:
        checks.append(Check(COMPILE, (sys.executable, str(root / "play"), "compile", "--quiet")))
    results = all_results(
        checks,
        root,
        lambda: tested(root, home.python, quick_tests(arguments)),
        (lambda build: tested(root, home.python, slow_tests(build))) if is_whole else None,
    )
    failed = [result.name for result in results if not result.is_good]
    if failed:
        print(f"FAILED: {', '.join(failed)}", flush=True)
    return 1 if failed else 0
