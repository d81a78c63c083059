"""The secret that signs the cookies: never short, never incomplete."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from prateria.core.errors import SetupError
from prateria.server.settings import load_secret


@pytest.fixture(autouse=True)
def _none_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PRATERIA_SECRET", raising=False)


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    made = load_secret(tmp_path / "new")
    assert len(made) == 64
    assert load_secret(tmp_path / "new") == made
    (file,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("kept", ["", "short", "x" * 31, " " * 64])
def test_one_that_could_be_guessed_is_refused(tmp_path: Path, kept: str) -> None:
    (tmp_path / "server.secret").write_text(kept)
    with pytest.raises(SetupError, match="must have at least 32, drawn at random"):
        load_secret(tmp_path)


def test_one_that_is_damaged_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "server.secret").write_bytes(b"\xff" * 64)
    with pytest.raises(SetupError, match="is damaged"):
        load_secret(tmp_path)


def test_so_is_one_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("", "short"):
        monkeypatch.setenv("PRATERIA_SECRET", given)
        with pytest.raises(SetupError, match="variable PRATERIA_SECRET"):
            load_secret(tmp_path)
    monkeypatch.setenv("PRATERIA_SECRET", "x" * 32)
    assert load_secret(tmp_path) == "x" * 32


def test_on_a_full_disk_none_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("prateria.server.settings.os.fsync", full)
    with pytest.raises(SetupError, match="cannot be kept: No space left on device"):
        load_secret(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_of_two_that_start_together_both_have_the_first_one_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    first = load_secret(tmp_path)
    assert load_secret(tmp_path) == first
