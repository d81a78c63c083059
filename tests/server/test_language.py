"""One person has one language, on the page, on its socket and in the API."""

from __future__ import annotations

import pytest
from litestar.testing import RequestFactory

from prateria.server.http import security
from prateria.server.pages import render

ACCEPTED = [
    ("it-IT,it;q=0.9,en;q=0.5", "it"),
    ("fr-FR, CS_cz;q=0.8", "cs"),
    ("de-AT", "de"),
    ("fr", "en"),
    ("item", "en"),
    ("csb, it", "it"),
    ("*", "en"),
    ("", "en"),
]


@pytest.mark.parametrize(("accepted", "language"), ACCEPTED)
def test_a_page_and_its_socket_read_a_browsers_wish_alike(accepted: str, language: str) -> None:
    request = RequestFactory().get("/", headers={"accept-language": accepted})
    assert security.language(request) == render.language(request) == language


@pytest.mark.parametrize(("asked", "language"), [("it", "it"), ("cs-CZ", "cs"), ("tlh", "en")])
def test_a_language_in_the_address_comes_before_the_browsers_wish(
    asked: str, language: str
) -> None:
    request = RequestFactory().get(
        "/", headers={"accept-language": "it"}, query_params={"language": asked}
    )
    assert security.language(request) == language
