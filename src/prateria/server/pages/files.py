"""The static files, and each game's style sheet: read once, compressed once, cached by browsers
forever.

Their URL contains a digest of them all, so that a new version has a new URL, and the modules, which
refer to each other by relative URLs, always come from one version.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.errors import SetupError
from prateria.core.texts import mark
from prateria.server.errors import not_found
from prateria.server.http.deps import AnyRequest

KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
}
PACKED_ALREADY: Final = ("image/x-icon", "image/jpeg")
PAPER: Final = "#f5eddd"
"""The colour of a light page, for the browser's frame around it."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
LEAST_PACKED: Final = 400
_COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.DOTALL | re.MULTILINE
)
"""Whole lines of comment in a script or style sheet. They are for whoever reads the source, and a
fifth of what a browser would have to fetch."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to serve, plain and compressed."""

    kind: str
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, kind: str, plain: bytes) -> File:
        return cls(kind, plain, gzip.compress(plain, 9, mtime=0))


def without_comments(source: str) -> str:
    return _COMMENT.sub("", source)


@cache
def static_files() -> dict[str, File]:
    """All files to serve, by their path below `static/`."""
    found: dict[str, File] = {}

    def collect(folder: Traversable, path: str) -> None:
        for child in folder.iterdir():
            suffix = "." + child.name.rpartition(".")[2]
            if child.is_dir():
                collect(child, f"{path}{child.name}/")
            elif suffix in KINDS:
                is_own = suffix in (".js", ".css") and not path.startswith("vendor/")
                data = child.read_bytes()
                plain = without_comments(data.decode()).encode() if is_own else data
                found[path + child.name] = File.of(KINDS[suffix], plain)

    collect(files("prateria.server") / "static", "")
    return found


@cache
def digest() -> str:
    whole = sha256()
    for name, file in sorted(static_files().items()):
        whole.update(f"{name}\0{len(file.plain)}\0".encode() + file.plain)
    return whole.hexdigest()[:12]


def static_url(name: str) -> str:
    """The URL of a static file; KeyError if there is none with that name."""
    static_files()[name]
    return f"/static/{digest()}/{name}"


@cache
def style_of(game: str) -> File:
    style = without_comments(face_of(registry.get(game)).art().style)
    return File.of(KINDS[".css"], style.encode())


def style_url(game: str) -> str:
    """The URL of a game's style sheet."""
    return f"/style/{sha256(style_of(game).plain).hexdigest()[:12]}/{game}.css"


def packed(
    request: AnyRequest, kind: str, plain: bytes, small: bytes | None = None
) -> Response[bytes]:
    """A response, compressed if the browser supports it and it is worth it."""
    headers = {"vary": "accept-encoding"}
    if kind in PACKED_ALREADY:
        return Response(plain, media_type=kind)
    if len(plain) >= LEAST_PACKED and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        plain = gzip.compress(plain, 6, mtime=0) if small is None else small
    return Response(plain, media_type=kind, headers=headers)


def _for_ever(request: AnyRequest, file: File) -> Response[bytes]:
    response = packed(request, file.kind, file.plain, file.packed)
    response.headers["cache-control"] = FOR_EVER
    return response


@get("/static/{version:str}/{name:path}", include_in_schema=False)
async def static_file(
    request: AnyRequest, version: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    file = static_files().get(str(name).lstrip("/"))
    if file is None or version != digest():
        raise not_found(mark("There is no such file."))
    return _for_ever(request, file)


@get("/style/{version:str}/{name:str}", include_in_schema=False)
async def game_style(
    request: AnyRequest, version: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    try:
        file = style_of(name.removesuffix(".css"))
    except SetupError:
        raise not_found(mark("There is no such file.")) from None
    if style_url(name.removesuffix(".css")).split("/")[2] != version:
        raise not_found(mark("There is no such file."))
    return _for_ever(request, file)


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: AnyRequest) -> Response[bytes]:
    """For browsers that ask for it on their own."""
    file = static_files()["favicon.ico"]
    return packed(request, file.kind, file.plain, file.packed)


@get("/worker.js", include_in_schema=False)
async def worker(request: AnyRequest) -> Response[bytes]:
    """The script that runs beside all pages; for that it has to stand at the top."""
    file = static_files()["worker.js"]
    response = packed(request, file.kind, file.plain, file.packed)
    response.headers["cache-control"] = "no-cache"
    return response


_HIDDEN: Final = ("/api/", "/tables/", "/join/", "/people/")
ROBOTS: Final = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in _HIDDEN)


@get("/robots.txt", include_in_schema=False)
async def robots() -> Response[str]:
    """Search engines may read what is public; tables belong to their players."""
    return Response(ROBOTS, media_type="text/plain")


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What a phone needs to install the page as an app."""
    facts = {
        "name": "Prateria",
        "short_name": "Prateria",
        "start_url": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [{"src": static_url("mark.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return packed(request, "application/manifest+json", json.dumps(facts).encode())


HANDLERS = [static_file, game_style, favicon, worker, robots, manifest]
