"""Virtual environments with pinned requirements, made on first use (docs/adr/0003)."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PIP_WHEEL = "pip-26.3-py3-none-any.whl"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"

# What the editable install was made from. The package itself is read in place.
PROJECT_FILES = ("pyproject.toml", "setup.py", "tools/build_backend.py")
ADDED = "added.txt"
_ADD = "added "


class Failure(Exception):
    """A sentence for the person at the terminal; ends the program."""


def tell(sentence: str) -> None:
    """On stderr, so that `./play simulate > file` contains results only."""
    print(sentence, file=sys.stderr, flush=True)


def try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Hold a lock file, waiting for its current holder. A process that dies releases it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        if not try_lock(file.fileno()):
            tell("waiting for another ./play to finish its preparations …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def digest_of(texts: Iterable[str] = (), files: Iterable[Path] = ()) -> str:
    digest = hashlib.sha256()
    for part in (*(text.encode() for text in texts), *(file.read_bytes() for file in files)):
        digest.update(b"%d:" % len(part) + part)
    return digest.hexdigest()


def write_whole(file: Path, text: str) -> None:
    """Written completely or not at all, whenever the machine stops."""
    half = file.with_suffix(".half")
    half.write_text(text, "utf-8")
    half.replace(file)


def added_packages(root: Path) -> list[Path]:
    """The folders of other people's packages that were added (`tools/added.py`)."""
    file = root / ADDED
    return [*map(Path, file.read_text("utf-8").splitlines())] if file.exists() else []


def write_added(root: Path, packages: list[Path]) -> None:
    write_whole(root / ADDED, "".join(f"{package}\n" for package in packages))


def vendored_pip(root: Path) -> Path:
    wheel = root / "vendor" / PIP_WHEEL
    if not wheel.exists() or hashlib.sha256(wheel.read_bytes()).hexdigest() != PIP_SHA256:
        raise Failure(f"vendor/{PIP_WHEEL} is missing, or is not the file it should be.")
    return wheel


@dataclass(frozen=True)
class Environment:
    """One virtual environment and what belongs in it.

    Its parts are the bare environment ("python"), each requirements file, the project, and the
    packages that were added to it. The marker names the installed parts, each with the digest of
    what it was made from, and is written after each, so that an interrupted installation continues
    there.
    """

    root: Path
    folder: str
    requirements: tuple[str, ...]
    has_project: bool = False

    @property
    def path(self) -> Path:
        return self.root / self.folder

    @property
    def python(self) -> Path:
        return self.path / "bin" / "python"

    @property
    def marker(self) -> Path:
        return self.path / "prateria.json"

    def wanted(self) -> dict[str, str]:
        # The path counts: scripts and the editable install contain it, so that a checkout that was
        # moved needs a new environment.
        bare = [sys.version, sys.base_prefix, str(self.path), PIP_SHA256]
        parts = {"python": digest_of(bare)}
        for name in self.requirements:
            parts[name] = digest_of(files=[self.root / "requirements" / name])
        if self.has_project:
            parts["project"] = digest_of(files=[self.root / name for name in PROJECT_FILES])
            for package in added_packages(self.root):
                files = [package / name for name in ("pyproject.toml", "setup.py", "setup.cfg")]
                parts[f"{_ADD}{package}"] = digest_of(files=filter(Path.is_file, files))
        return parts

    def present(self) -> dict[str, str]:
        try:
            parts = json.loads(self.marker.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return dict(parts) if self.python.exists() else {}

    def missing(self) -> list[str]:
        """The parts to install, in order; all of them when a requirement has changed.

        A changed project or added package alone is installed over the old one: only pip's note of
        it changes.
        """
        wanted, present = self.wanted(), self.present()
        parts = [part for part in wanted if present.get(part) != wanted[part]]
        if any(part == "python" or part in present for part in parts if not _is_editable(part)):
            return list(wanted)
        return parts

    def ensure(self) -> None:
        with only_one(self.root / ".build" / f"{self.path.name}.lock"):
            missing = self.missing()
            if missing:
                tell(f"preparing {self.folder} (only this once, and after changes to it) …")
            for part in missing:
                try:
                    self.install(part)
                except Failure:
                    if not part.startswith(_ADD):
                        raise
                    path = part.removeprefix(_ADD)
                    tell(f"{path} cannot be installed and is left out; ./play remove forgets it.")
                    continue
                self._mark({**self.present(), part: self.wanted()[part]})

    def _mark(self, parts: dict[str, str]) -> None:
        write_whole(self.marker, json.dumps(parts, indent=1))

    def forget_added(self, package: Path) -> None:
        self._mark({p: d for p, d in self.present().items() if p != f"{_ADD}{package}"})

    def install(self, part: str) -> None:
        if part == "python":
            # Without pip: Debian's Python has venv, but not the ensurepip it would call.
            # Clearing takes the marker along, so nothing half-made is ever believed.
            venv.EnvBuilder(clear=True, symlinks=True, with_pip=False).create(self.path)
        elif part == "project":
            self.pip("--no-deps", "--no-build-isolation", "--editable", str(self.root))
        elif part.startswith(_ADD):
            self.pip("--editable", part.removeprefix(_ADD))
        else:
            self.pip("--require-hashes", "--requirement", str(self.root / "requirements" / part))

    def uninstall(self, name: str) -> None:
        self.pip("--yes", name, word="uninstall")

    def pip(self, *arguments: str, word: str = "install") -> None:
        options = ("--disable-pip-version-check", "--no-input", "--quiet")
        pip = vendored_pip(self.root) / "pip"
        command = [str(self.python), "-I", str(pip), word, *options, *arguments]
        variables = {**os.environ, "PIP_USER": "0"}
        if subprocess.run(command, stdout=2, env=variables).returncode != 0:
            raise Failure(
                f"pip could not fill {self.folder}; its own words are above. The first start "
                "needs the network. Once that is fixed, ./play continues from here."
            )


def _is_editable(part: str) -> bool:
    return part == "project" or part.startswith(_ADD)


def to_run(root: Path) -> Environment:
    return Environment(root, ".venv", ("run.txt",), has_project=True)


def to_test(root: Path) -> Environment:
    return Environment(root, ".venv", ("run.txt", "test.txt"), has_project=True)


def to_compile(root: Path) -> Environment:
    # Separate from .venv: it is filled in the background while the product runs from .venv, whose
    # packages must not change meanwhile; and without a compiler nobody downloads mypy.
    return Environment(root, ".build/compiler-venv", ("compile.txt",))


def to_pin(root: Path) -> Environment:
    return Environment(root, ".build/pin-venv", ("pin.txt",))
