"""One person has one language, on the page, on its socket and in the API."""

from __future__ import annotations

import httpx
import pytest
from litestar.testing import RequestFactory

from prateria.i18n import texts_in
from prateria.server.accounts import GUESTS, LONGEST_NAME
from prateria.server.http import security
from prateria.server.pages import render
from tests.server.house import open_house

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


@pytest.mark.anyio
@pytest.mark.parametrize("language", ["it", "cs", "de"])
async def test_a_guest_has_a_name_of_their_language(language: str) -> None:
    names = [texts_in(language).word(*guest) for guest in GUESTS]
    async with open_house() as house, httpx.AsyncClient(base_url=house.url) as visitor:
        for path in ("/api/me", "/settings"):
            visitor.cookies.clear()
            answer = await visitor.get(path, headers={"accept-language": language})
            assert any(f"{name} " in answer.text for name in names), path


@pytest.mark.parametrize("language", ["en", "it", "cs", "de"])
def test_a_guest_s_name_is_one_that_people_may_have(language: str) -> None:
    assert all(len(f"{texts_in(language).word(*guest)} 999") <= LONGEST_NAME for guest in GUESTS)
