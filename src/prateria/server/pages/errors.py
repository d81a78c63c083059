"""What somebody is told who cannot have what they asked for: programs by JSON, people by a page."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response

from prateria.core.texts import mark
from prateria.server.http.deps import AnyRequest
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
NOBODY: Final = Person("", "", "", 0)


def answer(
    request: AnyRequest, status: int, code: str, message: str, rule: str | None = None
) -> Response[Any]:
    """A refusal, in the reader's language where it is one of ours."""
    reader = Reader(NOBODY, language(request), is_new=False)
    said = reader.texts().lookup(message)
    if wants_page(request):
        title = reader.texts().lookup(TITLES.get(status, OTHER))
        said = reader.texts().lookup(LOST) if status == 404 else said
        return page(
            request, reader, "error.html", status=status, code=status, title=title, message=said
        )
    body: dict[str, str] = {"code": code, "message": said}
    if rule is not None:
        body["rule"] = rule
    return Response({"error": body}, status_code=status, media_type="application/json")


def wants_page(request: AnyRequest) -> bool:
    """Whether it is a person with a browser who asked."""
    path = request.url.path
    return "text/html" in request.headers.get("accept", "") and not path.startswith(FOR_PROGRAMS)
