"""Makes the pictures of the README from the running product: `python tools/screenshots.py`.

A scripted person plays in the terminal; the last screen becomes an SVG.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 82

SEATS = ["--seats", "me=Bára,greedy,greedy", "--seed", "picture"]
TYPED = {
    "manitou": ["3 8 9 10 chief mother scout", "3 left", "mother left"],
    "bison": [],
}


def screen_of(arguments: list[str], typed: list[str]) -> list[str]:
    """What somebody sees who types these lines and then looks at the screen."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "prateria", *arguments, "--log", f"{folder}/match.jsonl"],
            input="\n".join(typed),
            capture_output=True,
            text=True,
            env={"COLUMNS": "80", "PATH": "", "HOME": folder, "LANG": "C.UTF-8"},
            check=True,
        )
    return done.stdout.splitlines()


def last_screen(lines: list[str]) -> list[str]:
    """From the last heading on, without what is said when the person leaves."""
    starts = [number for number, line in enumerate(lines) if line.startswith("What happened")]
    ends = [number for number, line in enumerate(lines) if line.startswith("The match is kept")]
    return lines[starts[-1] : ends[-1]]


def picture(lines: list[str], title: str) -> str:
    """An SVG of a terminal, without the web fonts that rich would have it fetch."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system=None)
    console.print(Text("\n".join(lines).rstrip()))
    svg = console.export_svg(title=title)
    svg = re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for game_id, typed in TYPED.items():
        lines = last_screen(screen_of(["play", game_id, *SEATS], typed))
        svg = picture(lines, f"prateria play {game_id}")
        (PICTURES / f"{game_id}-terminal.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
