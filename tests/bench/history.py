"""Runs of the bench over time: a file with a line a run, and a picture of it.

A line is a JSON object: ``date``, ``label`` (a version or commit, as given), ``machine`` (cores, Python, system, load when
the run began) and ``rows``, each with the fields of ``Row``. The picture shows one small plot a figure: runs from left to
right, the target as a dashed line, what other tools took in the same run in grey.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from tests.bench.rows import Row


def entry(rows: Sequence[Row], label: str, load: float) -> dict[str, Any]:
    """The line of a run.

    Args:
        rows: What it measured.
        label: Of what was measured.
        load: Of the machine when the run began.
    """
    machine = {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(load, 2),
    }
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "label": label,
        "machine": machine,
        "rows": [asdict(row) for row in rows],
    }


def add_to_history(file: Path, run: dict[str, Any]) -> None:
    """Put a run at the end of the file, which is made when missing."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(run, ensure_ascii=False) + "\n")


def read_history(file: Path) -> list[dict[str, Any]]:
    """All runs of a file, in order."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


@dataclass(frozen=True)
class _Plot:
    title: str
    deck: str
    kind: str
    target: float | None
    field: str = "wall"
    unit: str = "s"
    scale: float = 1.0


_PLOTS = (
    _Plot("54 cards, cold", "54 cards", "cold", 0.8),
    _Plot("54 cards, nothing changed", "54 cards", "warm", 0.35),
    _Plot("540 cards, cold", "540 cards", "cold", 1.2),
    _Plot("5,400 cards, cold", "5400 cards", "cold", 5),
    _Plot("5,400 cards, one edited", "5400 cards", "edit", 1),
    _Plot("5,400 cards, memory", "5400 cards", "cold", 250, "memory", "MB"),
    _Plot("540 cards, size", "540 cards", "cold", 400, "bytes", "kB", 1e-3),
    _Plot("54 PNG pictures, cold", "54 cards png", "cold", 1.2),
    _Plot("54 JPEG pictures, cold", "54 cards jpeg", "cold", 0.9),
    _Plot("5,400, every word different", "5400 cards distinct words", "cold", None),
    _Plot("Doom, three languages, cold", "doom, 3 languages", "cold", 2),
    _Plot("Doom, nothing changed", "doom, 3 languages", "warm", 0.4),
)
_COLUMNS, _WIDTH, _HEIGHT = 3, 300, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 62, 40, 34
_COLOURS = {"pnp": "#1E4D7B", "typst": "#888888", "reportlab": "#BBBBBB"}


def trend_picture(runs: Sequence[dict[str, Any]]) -> str:
    """The history as SVG; figures that no run has are left out."""
    drawn = [(plot, series) for plot in _PLOTS if (series := _series(plot, runs)).get("pnp")]
    rows = -(-len(drawn) // _COLUMNS)
    width, height = _COLUMNS * _WIDTH, rows * _HEIGHT + 30
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="10">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (plot, series) in enumerate(drawn):
        x, y = number % _COLUMNS * _WIDTH, number // _COLUMNS * _HEIGHT
        lines += [f'<g transform="translate({x} {y})">', *_panel(plot, series, runs), "</g>"]
    legend = "blue: pnp · grey: typst (dark), ReportLab by hand (light) · red dashes: target · runs from left to right"
    lines += [f'<text x="{_LEFT}" y="{height - 10}" fill="#555">{legend}</text>', "</svg>"]
    return "\n".join(lines) + "\n"


_Points = dict[str, list[tuple[int, float]]]
"""By tool, the number of the run and the figure."""


def _series(plot: _Plot, runs: Sequence[dict[str, Any]]) -> _Points:
    points: _Points = {}
    for number, run in enumerate(runs):
        found: dict[str, dict[str, Any]] = {}
        for row in run["rows"]:
            kind = plot.kind if row["tool"] == "pnp" else "cold"
            if row["deck"] == plot.deck and row["kind"] == kind:
                found[row["tool"]] = row  # of several numbers of jobs the last
        if plot.kind != "cold":
            found = {tool: row for tool, row in found.items() if tool == "pnp"}
        for tool, row in found.items():
            points.setdefault(tool, []).append((number, row[plot.field] * plot.scale))
    return points


def _panel(plot: _Plot, series: _Points, runs: Sequence[dict[str, Any]]) -> Iterator[str]:
    most = max(plot.target or 0.0, *(value for points in series.values() for _, value in points)) * 1.08
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def place(number: int, value: float) -> tuple[float, float]:
        across = number / max(1, len(runs) - 1)
        return _LEFT + across * (right - _LEFT), bottom - value / most * (bottom - _TOP)

    yield f'<text x="{_LEFT}" y="{_TOP - 16}" font-size="13" font-weight="bold">{escape(plot.title)}</text>'
    yield f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#999"/>'
    yield _words(_LEFT - 5, bottom + 3, "0", "end")
    if plot.target is not None:
        y = place(0, plot.target)[1]
        yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#B3202C" stroke-dasharray="4 3"/>'
        yield _words(_LEFT - 5, y + 3, _short(plot.target), "end", "#B3202C")
    yield _words(_LEFT, bottom + 15, runs[0]["label"] or runs[0]["date"][:10], "start")
    if len(runs) > 1:
        yield _words(right, bottom + 15, runs[-1]["label"] or runs[-1]["date"][:10], "end")
    for tool in sorted(series, reverse=True):
        colour, points = _COLOURS[tool], [place(*point) for point in series[tool]]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>' for x, y in points)
    x, y = place(*series["pnp"][-1])
    yield _words(x + 6, y + 3, f"{_short(series['pnp'][-1][1])} {plot.unit}", "start", _COLOURS["pnp"])


def _words(x: float, y: float, words: str, anchor: str, colour: str = "#555") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
