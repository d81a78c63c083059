"""The compiled rules: made beside the sources, used only while they match (docs/adr/0004).

A build is a complete copy of the package with shared objects in it, named by a digest of everything
that went in. After an edit the digest changes, no build has that name, and plain Python runs: old
code can never run. If nothing changed that the compiler reads, the shared objects of the previous
build are taken over.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tools import environment
from tools.environment import Failure, digest_of, only_one, tell, try_lock

MARKER = "COMPLETE"
"""A file in every complete build; it contains the digest of what its shared objects were made
from."""
READ_BY_COMPILER = ("__init__.py", "core", "games")
"""The parts of the package that the compiler reads: the rules, which import nothing else of
ours."""
INPUTS = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements/compile.txt")


def package_files(root: Path) -> list[Path]:
    found = (root / "src" / "prateria").rglob("*")
    return sorted(f for f in found if f.is_file() and "__pycache__" not in f.parts)


def package_digest(root: Path) -> str:
    """The name of one exact build: package, choice of modules, compiler and Python."""
    return _digest_with(root, package_files(root))


def objects_digest(root: Path) -> str:
    """A digest of what the shared objects depend on, such as the sources the compiler reads."""
    package = root / "src" / "prateria"
    files = package_files(root)
    return _digest_with(
        root,
        [
            file
            for file in files
            if file.suffix == ".py" and file.relative_to(package).parts[0] in READ_BY_COMPILER
        ],
    )


def _digest_with(root: Path, sources: list[Path]) -> str:
    pyproject = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    choice = json.dumps(pyproject["tool"]["prateria"]["compile"], sort_keys=True)
    files = [*sources, root / "setup.py", root / "requirements" / "compile.txt"]
    names = [str(file.relative_to(root)) for file in files]
    return digest_of([sys.version, sysconfig.get_platform(), choice, *names], files)[:20]


@dataclass(frozen=True)
class Build:
    """The compiled package of one digest: complete, failed, or not made yet."""

    root: Path
    digest: str

    @property
    def path(self) -> Path:
        return self.root / ".build" / "compiled" / self.digest

    @property
    def failed(self) -> Path:
        return self.path.with_suffix(".failed")

    def is_complete(self) -> bool:
        return (self.path / MARKER).exists()

    def is_held(self) -> bool:
        try:
            with (self.path / MARKER).open() as marker:
                return not try_lock(marker.fileno())
        except FileNotFoundError:
            return False

    def hold(self) -> bool:
        """Keep it from being removed while this process lives, also after exec; False if gone."""
        try:
            descriptor = os.open(self.path / MARKER, os.O_RDONLY)
        except FileNotFoundError:
            return False
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        os.set_inheritable(descriptor, True)
        return self.is_complete()


def current(root: Path) -> Build:
    return Build(root, package_digest(root))


def obstacle() -> str | None:
    """What this machine lacks for compiling, if anything."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(shlex.split(compiler)[0]) is None or not has_command_line_tools():
        return "no C compiler found"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no Python.h found; on Debian and Ubuntu it is in python3-dev"
    return None


def has_command_line_tools() -> bool:
    """On macOS `cc` is always on the path; without the tools it only opens a dialog."""
    if platform.system() != "Darwin":
        return True
    return subprocess.run(["xcode-select", "-p"], capture_output=True).returncode == 0


def stage(root: Path) -> Path:
    """A copy to compile from, so that an edit during the compilation cannot slip in."""
    copy = root / ".build" / "stage"
    shutil.rmtree(copy, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "src" / "prateria", copy / "src" / "prateria", ignore=ignore)
    shutil.copytree(root / "requirements", copy / "requirements")
    for name in INPUTS:
        if (root / name).exists():
            shutil.copy(root / name, copy / name)
    return copy


def make(root: Path) -> Build:
    """Build the current sources. The caller holds the lock."""
    copy = stage(root)
    build = Build(root, package_digest(copy))
    if not build.is_complete():
        build.path.parent.mkdir(parents=True, exist_ok=True)
        objects = objects_digest(copy)
        before = build_with(root, objects)
        made = run_mypyc(copy, build) if before is None else take_over(copy, before)
        finish(build, made, objects)
    shutil.rmtree(copy)
    remove_others(build)
    return build


def build_with(root: Path, objects: str) -> Build | None:
    """A complete build whose shared objects have this digest, if there is one."""
    for path in (root / ".build" / "compiled").iterdir():
        build = Build(root, path.name)
        if build.is_complete() and (path / MARKER).read_text() == objects:
            return build
    return None


def take_over(copy: Path, before: Build) -> Path:
    """The current package, with the shared objects of another build."""
    made = copy / "made"
    shutil.copytree(copy / "src" / "prateria", made / "prateria")
    for shared in before.path.rglob("*.so"):
        shutil.copy(shared, made / shared.relative_to(before.path))
    return made


def run_mypyc(copy: Path, build: Build) -> Path:
    """The package with its shared objects, made by the compiler."""
    compiler = environment.to_compile(build.root)
    compiler.ensure()
    log = build.root / ".build" / "compile.log"
    made = copy / "made"
    with log.open("w") as output:
        done = subprocess.run(
            [compiler.python, "setup.py", "build", "--build-lib", made],
            cwd=copy,
            env={**os.environ, "PRATERIA_COMPILE": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    if done.returncode != 0:
        build.failed.touch()
        raise Failure("\n".join(["compiling failed:", *log.read_text().splitlines()[-30:]]))
    return made


def finish(build: Build, made: Path, objects: str) -> None:
    """Move the finished build into place, complete from the first moment."""
    (made / MARKER).write_text(objects)
    shutil.rmtree(build.path, ignore_errors=True)
    made.replace(build.path)
    build.failed.unlink(missing_ok=True)


def remove_others(build: Build) -> None:
    """Builds that a running game still uses are left for the next time."""
    for path in build.path.parent.iterdir():
        if path.is_file() and path != build.failed:
            path.unlink()
        elif path.is_dir() and path != build.path and not Build(build.root, path.name).is_held():
            shutil.rmtree(path)


def make_in_background(root: Path) -> None:
    command = [sys.executable, str(root / "play"), "compile", "--background"]
    nothing = subprocess.DEVNULL
    subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)


def run(root: Path, arguments: list[str]) -> int:
    """`./play compile`; the path of the build is all it prints to standard output."""
    lock = root / ".build" / "compile.lock"
    if "--background" in arguments:
        return run_in_background(root, lock)
    lack = obstacle()
    if lack is not None:
        raise Failure(f"cannot compile: {lack}")
    if "--quiet" not in arguments:
        tell("compiling the rules; .build/compile.log has the details …")
    with only_one(lock):
        build = make(root)
    print(build.path)
    return 0


def run_in_background(root: Path, lock: Path) -> int:
    os.nice(19)
    lock.parent.mkdir(exist_ok=True)
    with lock.open("a") as file:
        if try_lock(file.fileno()):
            make(root)
    return 0
