"""Lighthouse over the home page and a table of each game: `python tools/lighthouse.py [--json]`.

It comes from npm, pinned by hash in tools/lighthouse, into `.build/lighthouse`, and drives the
machine's Chromium against a server started on this machine: as a phone (slowed down, as Lighthouse
does) and as a desktop. Exit code 1 if a score is below 0.95.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import browser as chromium  # noqa: E402
from tools.javascript import node  # noqa: E402
from tools.screenshots import serving  # noqa: E402

HOME: Final = ROOT / ".build" / "lighthouse"
LEAST: Final = 0.95
SCORES: Final = ("performance", "accessibility", "best-practices")
GAMES: Final = ("bison", "apache", "manitou")


def program() -> Path:
    """Lighthouse itself, downloaded on first use."""
    cli = HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not cli.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(ROOT / "tools" / "lighthouse" / name, HOME / name)
        runner = node(Path(sys.executable))
        npm = runner.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run([runner, npm, *options], cwd=HOME, stdout=2, check=True)
    return cli


def somebody(url: str) -> tuple[str, str]:
    """The cookie of a guest, and the token that its changes need."""
    with urllib.request.urlopen(f"{url}/api/me") as answer:
        cookie = answer.headers["set-cookie"].split(";")[0]
        return cookie, json.load(answer)["csrf"]


def new_table(url: str, game: str, cookie: str, csrf: str) -> str:
    """The URL of a table with bots."""
    wish = {"game": game, "seats": 3, "tempo": "calm"}
    headers = {"content-type": "application/json", "x-csrf-token": csrf, "cookie": cookie}
    request = urllib.request.Request(
        f"{url}/api/tables/now", json.dumps(wish).encode(), headers, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return f"{url}/tables/{json.load(answer)['id']}"


def scores(page: str, cookie: str, *, desk: bool) -> dict[str, Any]:
    """Lighthouse's scores for a page, and its most important findings."""
    command = [
        str(node(Path(sys.executable))),
        str(program()),
        page,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(SCORES)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        f"--extra-headers={json.dumps({'Cookie': cookie})}",
    ]
    if desk:
        command.append("--preset=desktop")
    variables = {**os.environ, "CHROME_PATH": str(chromium.find())}
    done = subprocess.run(command, capture_output=True, env=variables, check=True)
    report = json.loads(done.stdout)
    audits = report["audits"]
    wanting = [
        f"{name} ({audit.get('displayValue', '')})"
        for name, audit in audits.items()
        if audit["score"] is not None and audit["score"] < 0.9
    ]
    return {
        **{name: report["categories"][name]["score"] for name in SCORES},
        "bytes": audits["total-byte-weight"]["numericValue"],
        "first_paint_ms": round(audits["first-contentful-paint"]["numericValue"]),
        "largest_paint_ms": round(audits["largest-contentful-paint"]["numericValue"]),
        "blocking_ms": round(audits["total-blocking-time"]["numericValue"]),
        "shift": round(audits["cumulative-layout-shift"]["numericValue"], 4),
        "wanting": wanting,
    }


def main() -> int:
    rows: dict[str, dict[str, Any]] = {}
    with serving() as url:
        cookie, csrf = somebody(url)
        tables = [(game, new_table(url, game, cookie, csrf)) for game in GAMES]
        for name, page in (("lobby", f"{url}/"), *tables):
            for screen in ("phone", "desk"):
                rows[f"{name}, {screen}"] = scores(page, cookie, desk=screen == "desk")
    if "--json" in sys.argv:
        print(json.dumps(rows, indent=1))
    else:
        for name, row in rows.items():
            print(name, " ".join(f"{key}={value}" for key, value in row.items()))
    load = os.getloadavg()[0]
    print(f"load {load:.1f} on {os.cpu_count()} cores", file=sys.stderr)
    return int(any(row[score] < LEAST for row in rows.values() for score in SCORES))


if __name__ == "__main__":
    sys.exit(main())
