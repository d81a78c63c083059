"""Error responses: JSON for programs, a page for people, in the reader's language."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get

from prateria.core.texts import mark
from prateria.server.accounts import SignedIn
from prateria.server.errors import Refusal
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.render import Reader, language, page
from prateria.server.store.base import Person

TITLES: Final = {
    403: mark("That is not for you"),
    404: mark("There is nothing here"),
    429: mark("Too much at once"),
    500: mark("Something went wrong"),
    503: mark("The server is out of breath"),
}
OTHER: Final = mark("That did not work")
LOST: Final = mark("The address may be mistyped, or the table was closed, or it needs the link.")
FOR_PROGRAMS: Final = ("/api/", "/static/", "/style/", "/metrics")
NOBODY: Final = SignedIn(Person("", "", "", 0), "")


def answer(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal in the reader's language."""
    reader = Reader(NOBODY, language(request), is_new=False)
    texts, status = reader.texts(), refusal.status
    server_of(request).services.metrics.count("prateria_refused_total", refusal.code)
    quoted = security.request_id(request.scope) if status >= 500 else ""
    said = refusal.told(texts)
    if wants_page(request):
        title = texts.lookup(TITLES.get(status, OTHER))
        said = texts.lookup(LOST) if status == 404 else said
        return page(
            request,
            reader,
            "error.html",
            status=status,
            code=status,
            title=title,
            message=said,
            request_id=quoted,
        )
    body = {"code": refusal.code, "message": said}
    if refusal.detail:
        body["detail"] = refusal.detail
    if quoted:
        body["request"] = quoted
    return Response({"error": body}, status_code=status, media_type="application/json")


@get("/offline", include_in_schema=False)
async def offline(request: AnyRequest) -> Response[bytes]:
    """What browsers keep and show when the server cannot be reached: nobody's in particular."""
    return page(request, Reader(NOBODY, language(request), is_new=False), "offline.html")


HANDLERS: Final = [offline]


def wants_page(request: AnyRequest) -> bool:
    """Whether a person with a browser is asking."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(FOR_PROGRAMS)
