"""`./play test`: every check, one line each, and one verdict at the end."""

from __future__ import annotations

import os
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools import browser, environment, javascript

LOOKED_AT = ("src", "tests", "bench", "examples", "tools", "play", "setup.py")

# Where every line and every branch must be run by a test.
COVERED = ("src/prateria/core", "src/prateria/games")

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
        Check("mypy", (mypy, "--python-version", "3.11", "--no-error-summary", *paths)),
        Check("imports", (lint_imports, "--cache-dir", ".build/imports")),
    ]


def pytest_command(python: Path, arguments: list[str], report: Path) -> tuple[str, ...]:
    """Coverage is judged on a whole run only: with arguments it could not be complete."""
    wanted = [argument for argument in arguments if argument != "--fast"]
    options: list[str] = ["-q", "-rs", "--dist", "worksteal", f"--junit-xml={report}"]
    if "--fast" in arguments:
        # One process more than cores: in quick tests there is as much waiting as work.
        options += ["-n", str((os.cpu_count() or 1) + 1), "-m", "not slow"]
    else:
        options += ["-n", "auto", *(() if wanted else COVERAGE)]
    return (str(python), "-m", "pytest", *options, *wanted)


def skipped_tests(report: Path) -> list[str]:
    """The tests that a pytest report calls skipped; expected failures are none of them."""
    cases = ElementTree.parse(report).iter("testcase")
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if any(mark.get("type") != "pytest.xfail" for mark in case.iter("skipped"))
    ]


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
    """What came of a check."""

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
    """Run the checks at the same time; their results in order, each as soon as it is there."""
    with ThreadPoolExecutor() as pool:
        yield from pool.map(lambda check: result_of(check, root), checks)


def report(result: Result) -> None:
    """Print a check's line; what it said is shown only if it failed."""
    verdict = "ok" if result.is_good else "FAILED"
    print(f"{result.name:<12} {verdict:<7} {result.seconds:6.1f} s", flush=True)
    if not result.is_good and result.output:
        print(result.output, flush=True)


def tests_pass(root: Path, python: Path, arguments: list[str]) -> bool:
    """Run pytest in full view."""
    start = time.perf_counter()
    results = root / ".build" / "pytest.xml"
    results.unlink(missing_ok=True)
    command = pytest_command(python, arguments, results)
    is_good = subprocess.run(command, cwd=root, env=variables()).returncode == 0
    if is_ci() and results.exists():
        skipped = skipped_tests(results)
        for name in skipped:
            print(f"skipped, which CI does not allow: {name}")
        is_good = is_good and not skipped
    report(Result("pytest", is_good, time.perf_counter() - start))
    return is_good


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_test(root)
    home.ensure()
    javascript.ensure(root, home.python)
    browser.ensure()
    checks = static_checks(root, home.path / "bin")
    checks.append(Check("tsc", javascript.check_command(root, home.python)))
    failed = []
    for result in results_of(checks, root):
        report(result)
        if not result.is_good:
            failed.append(result.name)
    if not tests_pass(root, home.python, arguments):
        failed.append("pytest")
    if failed:
        print(f"FAILED: {', '.join(failed)}", flush=True)
    return 1 if failed else 0
