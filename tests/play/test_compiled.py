"""Compiled rules are used exactly while they are those of the sources."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from tests.play.checkout import edit, make_checkout
from tools import compiled, product
from tools.compiled import MARKER, Build


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PRATERIA_PLAIN", raising=False)
    monkeypatch.setattr(compiled, "obstacle", lambda: None)
    return make_checkout(tmp_path)


def complete(build: Build) -> Build:
    build.path.mkdir(parents=True)
    (build.path / MARKER).touch()
    return build


def test_a_build_counts_only_when_it_is_complete(root: Path) -> None:
    build = compiled.current(root)
    build.path.mkdir(parents=True)
    assert not build.is_complete()
    (build.path / MARKER).touch()
    assert build.is_complete()


@pytest.mark.parametrize(
    "name",
    [
        "src/prateria/core/chance.py",
        "src/prateria/games/manitou/rules.toml",
        "requirements/compile.txt",
        "setup.py",
    ],
)
def test_an_edit_falls_back_to_plain_python(root: Path, name: str) -> None:
    complete(compiled.current(root))
    edit(root / name)
    assert not compiled.current(root).is_complete()


def test_an_edit_taken_back_finds_the_build_again(root: Path) -> None:
    complete(compiled.current(root))
    source = root / "src" / "prateria" / "core" / "chance.py"
    before = source.read_text()
    edit(source)
    source.write_text(before)
    assert compiled.current(root).is_complete()


def test_a_new_or_renamed_file_falls_back_too(root: Path) -> None:
    complete(compiled.current(root))
    core = root / "src" / "prateria" / "core"
    (core / "chance.py").rename(core / "luck.py")
    assert not compiled.current(root).is_complete()


def test_excluding_a_module_falls_back_but_other_settings_do_not(root: Path) -> None:
    complete(compiled.current(root))
    settings = root / "pyproject.toml"
    settings.write_text(settings.read_text() + "[tool.ruff]\nline-length = 80\n")
    assert compiled.current(root).is_complete()
    settings.write_text(settings.read_text().replace("[]", '["core/wire.py"]'))
    assert not compiled.current(root).is_complete()


def test_bytecode_does_not_count(root: Path) -> None:
    before = compiled.package_digest(root)
    cache = root / "src" / "prateria" / "__pycache__"
    cache.mkdir()
    (cache / "x.pyc").touch()
    assert compiled.package_digest(root) == before


def test_the_copy_to_compile_from_has_the_digest_of_the_sources(root: Path) -> None:
    assert compiled.package_digest(compiled.stage(root)) == compiled.package_digest(root)


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the requested builds, in order; the compiler makes an empty shared object."""
    asked: list[str] = []

    def run_mypyc(copy: Path, build: Build) -> Path:
        asked.append(build.digest)
        made = copy / "made"
        shutil.copytree(copy / "src" / "prateria", made / "prateria")
        (made / "prateria" / "core" / "chance.so").write_text(build.digest)
        return made

    monkeypatch.setattr(compiled, "run_mypyc", run_mypyc)
    return asked


def test_an_edit_that_the_compiler_does_not_read_takes_the_shared_objects_over(
    root: Path, compilations: list[str]
) -> None:
    page = root / "src" / "prateria" / "server" / "page.py"
    page.parent.mkdir()
    page.write_text("OLD = 1\n")
    first = compiled.make(root)
    page.write_text("NEW = 1\n")
    assert not compiled.current(root).is_complete()
    second = compiled.make(root)
    assert compilations == [first.digest]
    assert second.is_complete()
    assert (second.path / "prateria" / "server" / "page.py").read_text() == "NEW = 1\n"
    assert (second.path / "prateria" / "core" / "chance.so").read_text() == first.digest
    assert not first.path.exists()


@pytest.mark.parametrize(
    "name", ["src/prateria/core/chance.py", "src/prateria/__init__.py", "setup.py"]
)
def test_an_edit_that_the_compiler_reads_compiles_anew(
    root: Path, compilations: list[str], name: str
) -> None:
    compiled.make(root)
    edit(root / name)
    compiled.make(root)
    assert len(compilations) == 2


def test_a_build_is_made_once(root: Path, compilations: list[str]) -> None:
    assert compiled.make(root) == compiled.make(root)
    assert len(compilations) == 1


def test_plain_python_has_a_reason_or_is_about_to_end(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = compiled.current(root)
    assert product.why_plain(build) is None
    monkeypatch.setattr(compiled, "obstacle", lambda: "no C compiler found")
    assert product.why_plain(build) == "no C compiler found"
    build.path.parent.mkdir(parents=True)
    build.failed.touch()
    assert product.why_plain(build) == "compiling them failed, see .build/compile.log"
    complete(build)
    assert product.why_plain(build) is None
    monkeypatch.setenv("PRATERIA_PLAIN", "1")
    assert product.why_plain(build) == "PRATERIA_PLAIN is set"


def test_a_missing_compiler_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert compiled.obstacle() == "no C compiler found"


def test_the_compiled_package_is_imported_before_all_else() -> None:
    assert product.with_path({}, Path("/b"))["PYTHONPATH"] == "/b"
    both = product.with_path({"PYTHONPATH": "/mine"}, Path("/b"))["PYTHONPATH"]
    assert both == os.pathsep.join(["/b", "/mine"])


def test_old_builds_are_removed_unless_a_game_runs_on_them(root: Path) -> None:
    old, running = complete(Build(root, "old")), complete(Build(root, "running"))
    old.failed.touch()
    descriptor = os.open(running.path / MARKER, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        compiled.remove_others(complete(compiled.current(root)))
        left = {path.name for path in (root / ".build" / "compiled").iterdir()}
        assert left == {"running", compiled.current(root).digest}
    finally:
        os.close(descriptor)


def test_a_build_that_is_gone_cannot_be_held(root: Path) -> None:
    assert not compiled.current(root).hold()
