"""Manitou computed a second time, slowly: warriors, hide thief, sharing out, pieces, scoring.

Written from the text of `shared/rules/manitou.md` with plain lists and dictionaries of words, and
with nothing from the package: it must not share a mistake with the code it checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

STRONGER = [
    ("chief", "medicine"),
    ("chief", "rainmaker"),
    ("chief", "scout"),
    ("mother", "chief"),
    ("medicine", "mother"),
    ("rainmaker", "mother"),
    ("scout", "mother"),
    ("scout", "medicine"),
    ("medicine", "rainmaker"),
    ("rainmaker", "scout"),
]
"""M3.1, winner first."""

Played = list[tuple[str, str]]
"""Great warriors as (owner, card), in the order in which they were played."""


def warriors(played: Played) -> tuple[Played, Played]:
    """M3: the face-up cards at a ground, the lower first, and the face-down ones."""
    up: Played = []
    down: Played = []
    for owner, card in played:
        enemies = [row for row in up if row[0] != owner]
        if not enemies:
            up.append((owner, card))
        elif len(enemies) == 1:
            enemy = enemies[0]
            if enemy[1] == card:
                up.remove(enemy)
                down += [enemy, (owner, card)]
            elif (card, enemy[1]) in STRONGER:
                up.remove(enemy)
                up.append((owner, card))
                down.append(enemy)
            else:
                down.append((owner, card))
        else:
            lower, upper = enemies
            if upper[1] == card or (card, upper[1]) in STRONGER:
                up.remove(upper)
                assert up == [lower]
                down += [upper, (owner, card)]
            else:
                down.append((owner, card))
    return up, down


def may_join(played: Played, who: str, *, two_placed: bool = False) -> bool:
    """M3.4: whether a seat may play a great warrior at a ground."""
    up, _ = warriors(played)
    standing = len([owner for owner, _ in up if owner == who])
    if not two_placed:
        return standing < 2
    placed = len([owner for owner, _ in played if owner == who])
    return placed < 2 or (standing == 1 and lost_cover(played, who))


def lost_cover(played: Played, who: str) -> bool:
    """M3.8: whether the latest event for a seat's two great warriors was a sacrifice."""
    lost = False
    for number in range(1, len(played) + 1):
        before, after = warriors(played[: number - 1])[0], warriors(played[:number])[0]
        owners_before = [owner for owner, _ in before]
        owners_after = [owner for owner, _ in after]
        if owners_before != owners_after:
            lost = owners_before == [who, who] and owners_after == [who]
    return lost


@dataclass
class Ground:
    tiles: list[str]
    hunters: dict[str, list[int]]
    warriors: Played


@dataclass
class Table:
    """The end of a hunt, all cards played. `order` is clockwise from the first player."""

    hunt: int
    order: list[str]
    grounds: list[Ground]
    loot: dict[str, list[str]]
    holder: dict[str, str | None]
    gone: list[str]
    next_hunt: bool = False
    """The option tomahawks_next_hunt."""


Chooser = Callable[[str, str, list[str]], str]
"""Who, what for ("discards" or "takes"), and from which tiles."""


def end_hunt(table: Table, choose: Chooser) -> None:
    """M4 and M5, in the order of M4.3."""
    if table.hunt == 1:
        share_out(table, choose)
        pay(table, choose)
    else:
        pay(table, choose)
        share_out(table, choose)


def thieves(table: Table) -> list[str]:
    """M4.1, M4.5."""
    sums = dict.fromkeys(table.order, 0)
    for ground in table.grounds:
        for who, values in ground.hunters.items():
            for value in values:
                sums[who] += value
    highest = sorted(sums.values())[-1]
    return [who for who in table.order if sums[who] == highest and highest > 0]


def pay(table: Table, choose: Chooser) -> None:
    """M4.2, M4.4."""
    for who in [who for who in thieves(table) if table.loot[who]]:
        food = [tile for tile in table.loot[who] if tile[:5] in ("bison", "tepee")]
        tile = choose(who, "discards", food or table.loot[who])
        table.loot[who].remove(tile)
        table.gone.append(tile)
        if tile in table.holder and table.holder[tile] == who:
            table.holder[tile] = heir(table, who, tile)


def heir(table: Table, holder: str, piece: str) -> str | None:
    """M6.4."""
    own = table.loot[holder].count(piece)
    start = table.order.index(holder)
    clockwise = table.order[start + 1 :] + table.order[:start]
    owned = {who: table.loot[who].count(piece) for who in clockwise}
    rivals = [who for who in clockwise if owned[who] >= own and owned[who] > 0]
    if rivals:
        return next(who for who in rivals if owned[who] == max(owned.values()))
    return holder if own > 0 else None


def claims(ground: Ground, tomahawks: dict[str, int]) -> list[tuple[str, int]]:
    """M5.1 to M5.5: who takes how many tiles, in turn (99: all that are left)."""
    rows = []
    up, _ = warriors(ground.warriors)
    if up:
        rows.append((up[0][0], 1))
    strength = {
        who: sum(values) + len(values) * tomahawks[who]
        for who, values in ground.hunters.items()
        if values
    }
    alone = [
        (value, who) for who, value in strength.items() if list(strength.values()).count(value) == 1
    ]
    alone.sort()
    alone.reverse()
    if len(alone) >= 1:
        rows.append((alone[0][1], 2))
    if len(alone) >= 2:
        rows.append((alone[1][1], 99))
    return rows


def share_out(table: Table, choose: Chooser) -> None:
    """M5, with the tomahawks as they are when the sharing of a ground starts; with the option, when
    the sharing of the first one does (M5.7)."""
    before = {who: table.loot[who].count("tomahawk") for who in table.order}
    for ground in table.grounds:
        now = {who: table.loot[who].count("tomahawk") for who in table.order}
        for who, number in claims(ground, before if table.next_hunt else now):
            for taken in range(number):
                if not ground.tiles:
                    break
                all_of_them = len(ground.tiles) <= number - taken
                tile = ground.tiles[0] if all_of_them else choose(who, "takes", ground.tiles)
                ground.tiles.remove(tile)
                table.loot[who].append(tile)
                gained(table, who, tile)
        table.gone += ground.tiles
        ground.tiles = []


def gained(table: Table, who: str, tile: str) -> None:
    """M6.1, M6.2."""
    if tile in table.holder:
        holder = table.holder[tile]
        if holder is None or table.loot[who].count(tile) >= table.loot[holder].count(tile):
            table.holder[tile] = who


def food(loot: list[str], kind: str) -> int:
    return sum(int(tile[5:]) for tile in loot if tile.startswith(kind))


def points(
    loot: dict[str, list[str]], holder: dict[str, str | None], *, mixed: bool
) -> dict[str, int]:
    """M7.1 to M7.3."""
    result = {}
    for who, own in loot.items():
        tepees, bison = food(own, "tepee"), food(own, "bison")
        pairs = 0
        if mixed:
            while tepees > 0 and bison > 0:
                tepees, bison, pairs = tepees - 1, bison - 1, pairs + 1
        else:
            pairs = (tepees + bison) // 2
        others = [tiles.count("tomahawk") for other, tiles in loot.items() if other != who]
        most = all(own.count("tomahawk") > number for number in others)
        result[who] = pairs + [holder["totem"], holder["horse"], who if most else None].count(who)
    return result


def placing(loot: dict[str, list[str]], scores: dict[str, int]) -> tuple[dict[str, int], str]:
    """M7.4: each one's place, and what decided the victory."""
    keys = {who: (scores[who], food(own, "tepee"), len(own)) for who, own in loot.items()}
    ranking = sorted(keys.values(), reverse=True)
    places = {who: ranking.index(key) + 1 for who, key in keys.items()}
    first, second = ranking[0], ranking[1]
    if first[0] > second[0]:
        return places, "points"
    if first[1] > second[1]:
        return places, "tepees"
    if first[2] > second[2]:
        return places, "tiles"
    return places, "shared"
