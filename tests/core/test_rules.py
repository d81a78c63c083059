from __future__ import annotations

from prateria.core.rules import carriers, read_rulebook, rule


def test_a_rule_knows_who_carries_it() -> None:
    @rule("X1", "X2")
    def enforce() -> None:
        pass

    rule("X1")(enforce)
    assert carriers("X1") == carriers("X2") == (f"{__name__}.{enforce.__qualname__}",)
    assert carriers("X3") == ()


def test_a_rulebook_has_the_text_in_each_language() -> None:
    book = read_rulebook("prateria.games.manitou")
    assert book.rules["M3.6"].ruling
    assert book.text("M3.4") != book.text("M3.4", "it") != book.text("M3.4", "cs")
    assert book.sections["M1"]["en"]
    assert book.sources
