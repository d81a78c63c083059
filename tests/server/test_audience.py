"""The audience of a table: notified by a call, in this process."""

from __future__ import annotations

from prateria.server.audience import Audience
from prateria.server.wire.frame import Frame
from prateria.server.wire.protocol import Ping


class Ear:
    def __init__(self) -> None:
        self.heard: list[tuple[object, str]] = []

    def __call__(self, frame: Frame, sender: str) -> None:
        self.heard.append((frame.message, sender))


def test_whoever_listens_is_told_and_nobody_else() -> None:
    audience, one, other = Audience(), Ear(), Ear()
    audience.listen("t/0", one)
    audience.listen("t/1", other)
    audience.tell("t/0", Frame(Ping(1, 2)), "anna")
    assert one.heard == [(Ping(1, 2), "anna")]
    assert other.heard == []


def test_who_has_stopped_is_told_nothing_and_may_stop_again() -> None:
    audience, one, other = Audience(), Ear(), Ear()
    stop = audience.listen("t/0", one)
    audience.listen("t/0", other)
    stop()
    stop()
    audience.tell("t/0", Frame(Ping(1, 2)))
    assert (one.heard, len(other.heard)) == ([], 1)


def test_it_knows_whether_making_a_frame_is_worth_it() -> None:
    audience = Audience()
    assert not audience.is_wanted("t/0")
    stop = audience.listen("t/0", Ear())
    assert audience.is_wanted("t/0")
    stop()
    assert not audience.is_wanted("t/0")


def test_one_may_stop_while_being_told() -> None:
    audience, other = Audience(), Ear()
    stops = [audience.listen("t/0", lambda _, __: stops[0]())]
    audience.listen("t/0", other)
    audience.tell("t/0", Frame(Ping(1, 2)))
    audience.tell("t/0", Frame(Ping(1, 3)))
    assert len(other.heard) == 2
