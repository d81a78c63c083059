"""Drawings are rendered with the colours a browser would give them."""

from __future__ import annotations

import numpy as np
import pytest

from prateria.research.paint import plain_colours
from prateria.research.render import rasterized

FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">{}</svg>'
)


def colours(inner: str) -> list[tuple[int, ...]]:
    """The points in the middle of the left and of the right half."""
    picture = rasterized(FRAME.format(inner))
    assert picture.shape == (10, 20, 3)
    return [tuple(map(int, picture[5, 5])), tuple(map(int, picture[5, 15]))]


RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
HALVES = '<g class="{}"><use href="#s"/></g><g class="{}"><use href="#s" x="10"/></g>'
SYMBOL = (
    '<symbol id="s" viewBox="0 0 10 10" width="10" height="10">'
    '<path class="p" d="M0 0h10v10h-10z"/></symbol>'
)


@pytest.mark.parametrize(
    ("sheet", "left", "right", "expected"),
    [
        (".a{--c:#f00}.b{--c:#00f}.p{fill:var(--c)}", "a", "b", [RED, BLUE]),
        (".p{fill:var(--c, #00f)} .a{--c:var(--d);--d:#f00}", "a", "b", [RED, BLUE]),
        (".a{color:#f00} .b{color:#00f} .p{fill:currentColor}", "a", "b", [RED, BLUE]),
        (":root{--c:#00f} .p{fill:var(--c)} /* .p{fill:#fff} */", "", "", [BLUE, BLUE]),
        (".a .p{fill:#f00} .p{fill:#00f}", "a", "b", [RED, BLUE]),
        (".p{fill:color-mix(in srgb, #f00 50%, #00f)}", "", "", [(128, 0, 128)] * 2),
        (".p{fill:color-mix(in srgb, #f00, transparent)}", "", "", [(255, 127, 127)] * 2),
        (".p{fill:light-dark(#f00, #00f)}", "", "", [RED, RED]),
        (":root{--c:#00f} .a{--c:#f00} .p{fill:var(--c)}", "a", "b", [RED, BLUE]),
        (".a{--c:var(--c)} .p{fill:var(--c)}", "a", "b", [WHITE, WHITE]),
        (".p{fill:#00f} .a > .p{fill:#f00} g:not(.a) .p{fill:#f00}", "a", "b", [BLUE, RED]),
        (".p{fill:#f00 !important} .a .p{fill:#00f}", "a", "b", [RED, RED]),
        (".p{fill:#f00} .p, .p:what{fill:#00f} .p::before{fill:#00f}", "", "", [RED, RED]),
        ("@media (x){.p{fill:#f00}} .p:hover{fill:#f00} .p{fill:none}", "", "", [WHITE, WHITE]),
    ],
)
def test_a_part_has_the_colour_of_where_it_is_used(
    sheet: str, left: str, right: str, expected: list[tuple[int, ...]]
) -> None:
    found = colours(f"<style>{sheet}</style>{SYMBOL}{HALVES.format(left, right)}")
    assert np.allclose(found, expected, atol=1)


def test_attributes_and_own_styles_are_resolved_too() -> None:
    inner = (
        "<style>svg{--c:#f00}</style>"
        '<path fill="var(--c)" d="M0 0h10v10h-10z"/>'
        '<g style="--c:#00f"><path style="fill:var(--c)" d="M10 0h10v10h-10z"/></g>'
        '<use href="#nothing"/>'
    )
    assert colours(inner) == [RED, BLUE]
    assert "var(" not in plain_colours(FRAME.format(inner))
