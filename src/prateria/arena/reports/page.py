"""The report as one HTML page: no script, nothing fetched, readable on paper and in the dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from prateria.arena.reports.plots import ladder, matrix, think_times

STYLE: Final = """
:root{color-scheme:light dark;--ink:#24201a;--paper:#fbf8f1;--faint:#8a8172;--line:#d9d1c0;
--mark:#2a6fb0}
@media(prefers-color-scheme:dark){:root{--ink:#ece5d8;--paper:#1d1a16;--faint:#9b917f;
--line:#3b352c;--mark:#79b2e6}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:0}h2{font-size:1.15rem;margin-top:2rem}
p.s,td.s{color:var(--faint)}code{font-size:.9em}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left}
svg{width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:var(--ink)}
svg .s{font-size:11px;fill:var(--faint)}svg .g{stroke:var(--line)}
svg .i{stroke:var(--mark);stroke-width:3;stroke-opacity:.45}svg .p{fill:var(--mark)}
"""


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _span(pair: Sequence[float]) -> str:
    return f"{100 * pair[0]:.1f}–{100 * pair[1]:.1f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def as_page(report: dict[str, Any], command: str) -> str:
    """The whole page."""
    contest, timing = report["contest"], report["timing"]
    names = [row["name"] for row in report["bots"]]
    parts = [
        f"<h1>{escape(contest['game'].capitalize())}: {escape(' · '.join(names))}</h1>",
        (
            f'<p class="s">{report["games"]} games of {contest["players"]}, every deal in every '
            f"rotation of the seats. <code>{escape(command)}</code></p>"
        ),
        "<h2>Victories</h2>",
        _table(
            ("bot", "games", "share", "95 %", "by deals", "mean score"),
            [
                (
                    row["name"],
                    str(row["games"]),
                    _percent(row["share"]),
                    _span(row["wilson"]),
                    _span(row["bootstrap"]),
                    f"{row['mean_score']:.1f}",
                )
                for row in report["bots"]
            ],
        ),
        (
            '<p class="s">A shared victory counts in parts. 95 %: Wilson, as if games were '
            "independent. By deals: bootstrap over whole deals.</p>"
        ),
        "<h2>Line-ups</h2>",
        _table(
            ("first against the others", "games", "share", "holds at any stop", "test"),
            [_line_up(row) for row in report["line_ups"]],
        ),
    ]
    if report["ratings"]:
        parts += ["<h2>Rating ladder</h2>", ladder(report["ratings"])]
    parts += [
        "<h2>Who beats whom</h2>",
        matrix(names, report["matrix"]),
        "<h2>Think times</h2>",
        think_times(timing["bots"]),
        (
            f'<p class="s">{timing["seconds"]} s, {escape(timing["executor"])} with '
            f"{timing['workers']} workers, "
            f"{'compiled rules' if timing['compiled'] else 'plain Python'}, "
            f"prateria {escape(report['prateria'])}. Times depend on the machine and its load.</p>"
        ),
    ]
    title = escape(f"{contest['game']}: {', '.join(names)}")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width"><style>'
        f"{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _line_up(row: dict[str, Any]) -> tuple[str, ...]:
    others = list(row["bots"])
    others.remove(row["first"])
    verdict = {"above": "above", "below": "below", "open": "open at"}[row["verdict"]]
    return (
        f"{row['first']} against {', '.join(others)}",
        str(row["games"]),
        _percent(row["share"]),
        _span(row["always_valid"]),
        f"{verdict} {_percent(row['tested_against'])}"
        + (", stopped" if row["stopped_early"] else ""),
    )
