"""Each folder of the package is small enough to take in at a glance (CONTRIBUTING.md)."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "prateria"
ROOMS = {
    folder: [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    for folder in (PACKAGE, *PACKAGE.rglob("*/"))
}
MODULES = 15
WITHOUT_README = 3
LINES = 520
"""About five hundred."""
SCREENS = 2 * 60


def test_a_folder_has_at_most_fifteen_modules() -> None:
    assert {folder: len(each) for folder, each in ROOMS.items() if len(each) > MODULES} == {}


def test_a_folder_with_more_than_three_says_what_belongs_in_it() -> None:
    assert [
        folder
        for folder, each in ROOMS.items()
        if len(each) > WITHOUT_README and not (folder / "README.md").is_file()
    ] == []


def test_files_stay_under_about_five_hundred_lines() -> None:
    lines = {path: path.read_text("utf-8").count("\n") for each in ROOMS.values() for path in each}
    assert len(lines) > 300
    assert {path: count for path, count in lines.items() if count > LINES} == {}


def test_the_map_of_the_house_fits_on_two_screens() -> None:
    map_ = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text("utf-8")
    assert map_.count("\n") <= SCREENS


def test_the_map_names_every_folder_of_the_server() -> None:
    map_ = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text("utf-8")
    server = PACKAGE / "server"
    folders = {each.name for each in ROOMS if each.parent == server and ROOMS[each]}
    assert {name for name in folders if f"{name}/`" not in map_} == set()
