"""JSON and markup broken into lines for golden files."""

from __future__ import annotations

import json

import pytest

from tests.golden.layout import on_one_line, one_a_line, one_element_a_line, one_field_a_line

MARKUP = (
    '<p id="a > b">Hunt 2 of 4 <b class="now">now</b> <i></i><br>then'
    '<svg><use href="#x"/></svg></p>'
)
LINES = """\
<p id="a > b">
  Hunt 2 of 4&#32;
  <b class="now">now</b>
  &#32;
  <i></i>
  <br>
  then
  <svg>
    <use href="#x"/>
  </svg>
</p>
"""


def test_each_element_has_its_line() -> None:
    assert one_element_a_line(MARKUP) == LINES


def test_nothing_of_the_markup_is_lost() -> None:
    assert on_one_line(LINES) == MARKUP


def test_a_space_between_elements_shows_in_a_diff() -> None:
    assert one_element_a_line("<p><b>1</b> <b>2</b></p>") != one_element_a_line(
        "<p><b>1</b><b>2</b></p>"
    )


def test_line_breaks_between_elements_are_set_anew_and_those_in_a_style_stay() -> None:
    markup = "<svg>\n\n<style>a {}\n  b {}</style>\n      <g></g></svg>"
    assert one_element_a_line(markup) == (
        "<svg>\n  <style>a {}\n  b {}</style>\n  <g></g>\n</svg>\n"
    )


def test_comments_have_their_line() -> None:
    assert one_element_a_line("<p><!-- a --><b>1</b></p>") == (
        "<p>\n  <!-- a -->\n  <b>1</b>\n</p>\n"
    )


@pytest.mark.parametrize("markup", ["<p><b></p>", "<p", "</p>", "<p>"])
def test_markup_that_is_not_well_formed_is_refused(markup: str) -> None:
    with pytest.raises(AssertionError, match="not well-formed"):
        one_element_a_line(markup)


def test_a_view_has_one_field_a_line_and_one_object_a_line() -> None:
    view = {"seat": 0, "hand": ["a", "č"], "seats": [{"size": 1}, {"size": 2}]}
    text = one_field_a_line(view)
    assert text == (
        '{\n  "seat": 0,\n  "hand": ["a","č"],\n'
        '  "seats": [\n    {"size":1},\n    {"size":2}\n  ]\n}'
    )
    assert json.loads(text) == view


def test_an_index_has_one_entry_a_line() -> None:
    assert one_a_line({"a": [1, 2], "b": {"c": 3}}) == '{\n"a": [1, 2],\n"b": {"c": 3}\n}\n'
