"""The small net that learned bots use: from rows of features to shares of victory.

Each seat's row goes through one hidden layer to one logit; the softmax over the seats is each
seat's expected share of the victory. So it handles any number of players, with NumPy alone.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from struct import Struct
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from prateria.bots.learned_files import WEIGHTS, learned_text

FloatArray: TypeAlias = npt.NDArray[np.float32]

HIDDEN: Final = 32
FORMAT: Final = 1


@dataclass(slots=True)
class Net:
    """Weights: `inner` (features by hidden), `bias` (hidden), `outer` (hidden).

    `spread` is the typical standard deviation of the actions of one decision, in shares: the unit
    of temperatures and of the exploration constant.
    """

    inner: FloatArray
    bias: FloatArray
    outer: FloatArray
    spread: float = 0.02

    @property
    def width(self) -> int:
        return int(self.inner.shape[0])

    def logits(self, rows: FloatArray) -> FloatArray:
        """One logit for each row (the last axis)."""
        hidden = rows @ self.inner
        hidden += self.bias
        np.maximum(hidden, 0, out=hidden)
        logits: FloatArray = (hidden @ self.outer).astype(np.float32, copy=False)
        return logits

    def shares(self, rows: FloatArray) -> FloatArray:
        """The share of victory of each seat: rows has axes position, seat, feature."""
        return softmax(self.logits(rows))


def softmax(logits: FloatArray) -> FloatArray:
    """Shares of the seats (the last axis) from their logits, in the same array."""
    logits -= np.maximum.reduce(logits, axis=-1, keepdims=True)
    np.exp(logits, out=logits)
    logits /= np.add.reduce(logits, axis=-1, keepdims=True)
    return logits


def fresh_net(width: int, rng: np.random.Generator, hidden: int = HIDDEN) -> Net:
    """Small random weights: initially all seats get about the same share."""
    inner = rng.normal(0, (2 / width) ** 0.5, (width, hidden)).astype(np.float32)
    outer = rng.normal(0, 0.1 / hidden**0.5, hidden).astype(np.float32)
    return Net(inner, np.zeros(hidden, np.float32), outer)


def plain_net() -> Net:
    """For games without weights: their single feature, the estimate's lead, is used unchanged."""
    inner = np.array([[0.3, -0.3]], np.float32)
    return Net(inner, np.zeros(2, np.float32), np.array([1, -1], np.float32), 0.1)


def pack(net: Net) -> dict[str, Any]:
    """The net as JSON values; half precision is enough for playing."""
    parts = {"inner": net.inner, "bias": net.bias, "outer": net.outer}
    packed: dict[str, Any] = {
        name: {
            "shape": list(part.shape),
            "half": base64.b64encode(part.astype("<f2").tobytes()).decode(),
        }
        for name, part in parts.items()
    }
    return {"spread": round(net.spread, 5), **packed}


def unpack(packed: Mapping[str, Any]) -> Net:
    def part(name: str) -> FloatArray:
        numbers = np.frombuffer(base64.b64decode(packed[name]["half"]), "<f2")
        return numbers.astype(np.float32).reshape(packed[name]["shape"])

    return Net(part("inner"), part("bias"), part("outer"), packed["spread"])


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights learned for a game: a net for each number of players it was trained with."""

    game: str
    nets: Mapping[int, Net]
    story: Mapping[str, Any]
    """The command, seed and settings that made them."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """Specs of the levels of that time (`level:5@1`) that differ in this game from `levels.py`."""
    search: Mapping[str, float] = field(default_factory=dict)
    """Settings of the search that differ in this game from `search.Tuning`."""

    def net_for(self, players: int) -> Net:
        """The net for a number of players, or for the nearest number that has one."""
        return self.nets[min(self.nets, key=lambda number: (abs(number - players), -number))]

    def dumps(self) -> str:
        nets = {str(players): pack(net) for players, net in self.nets.items()}
        form = {
            "format": FORMAT,
            "game": self.game,
            "story": dict(self.story),
            "levels": dict(self.levels),
            **({"search": dict(self.search)} if self.search else {}),
            "nets": nets,
        }
        return json.dumps(form, indent=1) + "\n"


def read_weights(text: str) -> Weights:
    form = json.loads(text)
    if form["format"] != FORMAT:
        raise ValueError(f"weights of format {form['format']}; this version reads {FORMAT}")
    nets = {int(players): unpack(packed) for players, packed in form["nets"].items()}
    return Weights(
        form["game"], nets, form["story"], form.get("levels", {}), form.get("search", {})
    )


@cache
def shipped(game_id: str, version: int = 0) -> Weights | None:
    """The weights in a game's package, or None. Earlier ones are kept under a version, for
    comparison; if a game has none of that version, its only ones are meant."""
    text = learned_text(game_id, f"@{version}{WEIGHTS}") if version else None
    if text is None:
        text = learned_text(game_id, WEIGHTS)
    return None if text is None else read_weights(text)


def weights_digest(game_id: str) -> str:
    """A short hash of a game's weights; "" if it has none."""
    weights = shipped(game_id)
    return "" if weights is None else sha256(weights.dumps().encode()).hexdigest()[:12]


def net_for(game_id: str, players: int, width: int, version: int = 0) -> Net:
    """The shipped net that fits, or the plain one. Weights that no longer fit are not used."""
    weights = shipped(game_id, version)
    if weights is not None:
        net = weights.net_for(players)
        if net.width == width:
            return net
    if width == 1:
        return plain_net()
    raise LookupError(f"the weights for {game_id} do not fit its features; train them again")


def as_array(rows: Sequence[Sequence[Sequence[float]]]) -> FloatArray:
    """Features of some positions, with axes position, seat, feature. Packing them is four times as
    fast as letting NumPy inspect each number."""
    flat: list[float] = []
    for position in rows:
        for row in position:
            flat += row
    numbers = np.frombuffer(_packer(len(flat)).pack(*flat), np.float32)
    return numbers.reshape(len(rows), len(rows[0]), -1)


@lru_cache(maxsize=512)
def _packer(size: int) -> Struct:
    return Struct(f"{size}f")
