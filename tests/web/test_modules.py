"""The unit tests of the page's modules (`tests/web/modules`), by Node.js or else in a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Route

from tests.server.outside import ROOT
from tools import javascript
from tools.environment import Failure

FOLDER: Final = Path(__file__).parent / "modules"
FILES: Final = sorted(FOLDER.glob("*.test.mjs"))
SITE: Final = "http://modules.test"
KINDS: Final = {".mjs": "text/javascript", ".js": "text/javascript", ".html": "text/html"}
MAP: Final = {
    "node:test": f"{SITE}/tests/web/modules/browser/test.mjs",
    "node:assert/strict": f"{SITE}/tests/web/modules/browser/assert.mjs",
}
PAGE: Final = f'<!doctype html><script type="importmap">{json.dumps({"imports": MAP})}</script>'


def names(file: Path) -> list[str]:
    return re.findall(r'^test\("(.*)", ', file.read_text("utf-8"), re.MULTILINE)


def node() -> Path | None:
    try:
        return javascript.node(Path(sys.executable))
    except Failure:
        return None


def answer(route: Route) -> None:
    """The files of the checkout, as a site."""
    path = route.request.url.removeprefix(f"{SITE}/")
    body = (ROOT / path).read_text("utf-8") if path else PAGE
    kind = KINDS[Path(path or "index.html").suffix]
    route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")


def run_in(browser: Browser, file: Path) -> None:
    """Each file has a page of its own, as it has a process of its own under Node.js."""
    page = browser.new_page()
    try:
        page.route(f"{SITE}/**", answer)
        page.goto(f"{SITE}/")
        module = f"{SITE}/{file.relative_to(ROOT).as_posix()}"
        told = page.evaluate(
            "async (file) => { await import(file); return (await import('node:test')).run(); }",
            module,
        )
        assert told["failed"] == []
        assert told["names"] == names(file)
    finally:
        page.close()


def test_the_modules_do_what_their_tests_say(request: pytest.FixtureRequest) -> None:
    program = node()
    if program is None:
        for file in FILES:
            run_in(request.getfixturevalue("browser"), file)
        return
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"  # pages need none
    command = [str(program), quiet, "--test", "--test-reporter=tap", *map(str, FILES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f"# pass {sum(len(names(file)) for file in FILES)}\n" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_they_do_so_in_a_browser_too(browser: Browser, file: Path) -> None:
    run_in(browser, file)


def test_each_module_with_logic_of_its_own_has_tests() -> None:
    assert {file.name.partition(".")[0] for file in FILES} >= {"pick", "keys", "socket"}
