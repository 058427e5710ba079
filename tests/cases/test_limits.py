"""Every limit is a number in a module called ``limits`` and stands in ``docs/limits.md`` with what it bounds."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.units import MOST_MM, Length, LengthError

ROOT = Path(__file__).parents[2]
BOUND = re.compile(
    r"_?(MAX|MOST|LEAST|MIN|LONGEST|DEEPEST|LARGEST|GREATEST|HIGHEST|LIMIT)_|.*_LIMIT(_|$)|_?(MAX|MOST|LIMIT|LONGEST|DEEPEST)$"
)
OTHERS = {
    "pnp/units.py": "MOST_MM: a module, not a package; refused with its number by Length.parse",
    "pnp/draw/item.py": "MITER_LIMIT: of PDF, a matter of drawing",
    "pnp/translation/check.py": "how many places a finding lists",
    "pnp/translation/compare.py": "how much of an expression a finding quotes",
    "pnp/translation/notes.py": "how much a note for translators quotes",
    "pnp/text/context.py": "size of a cache",
    "pnp/text/breaking.py": "what lines look good",
    "pnp/pictures/place.py": "LEAST_DPI: a warning",
    "pnp/reprint/record.py": "greatest number of a record that pnp wrote itself; beyond it there is none (E431)",
    "pnp/checks/text.py": "numbers that have words of their own",
    "pnp/text/dividing.py": "letters of words that are divided",
    "pnp/preflight/faces.py": "what prints well: warnings",
    "pnp/export/html.py": "from how many headings on a page lists its contents",
    "pnp/export/tts.py": "what Tabletop Simulator takes",
    "pnp/importers/heading.py": "what looks like a heading, and names that are looked for in running text",
    "pnp/importers/sheet.py": "headings of Markdown",
    "pnp/rules/tilemap.py": "a fourth quarter turn brings a tile back",
    "pnp/rules/claims.py": "how many names a finding lists",
    "pnp/rulebook/parse.py": "headings of Markdown",
    "pnp/rulebook/setup.py": "a look: cells of a set-up",
    "pnp/diagnostics/printer.py": "how much of a line a finding shows",
    "pnp/i18n/catalogue.py": "how many near texts are compared",
    "pnp/impose/fit.py": "a look: room for ruler and footer; what a cure proposes",
    "pnp/impose/furniture.py": "a look: marks",
    "pnp/impose/contact.py": "a look: contact sheets",
    "pnp/impose/calibration_sheet.py": "a look: lines of a scale",
    "pnp/impose/tuck_box.py": "what can be folded",
    "pnp/impose/tiles.py": "a look: narrow tiles",
    "pnp/model/print.py": "MOST_OFFSET: a limit as a length",
    "pnp/impose/grid.py": "a look: rims and gutters",
    "pnp/export/icon_sheet.py": "a look: names on a sheet of icons",
    "pnp/layout/cache.py": "size of a cache",
    "pnp/build/face_code.py": "glyphs and forms of entries that pnp wrote itself; others count as absent",
    "pnp/disk/write.py": "bytes of a file that pnp wrote and signed itself",
    "pnp/draw/face_hash.py": "size of a cache",
    "pnp/pdf/pages.py": "size of a cache",
    "pnp/pdf/text.py": "size of a cache, and up to where sums are exact",
    "pnp/pdf/file.py": "MAX_PLACE: what the cross-references of a PDF can address",
    "pnp/preview/pictures.py": "pictures that one form maker draws",
    "pnp/layout_source/parsed.py": "size of a cache",
    "pnp/cli/reference.py": "how many codes a cure names",
    "pnp/preview/reading.py": "how long the watcher sleeps",
}
"""Modules with numbers that are named like limits, and why these are none of what a game may ask for."""
MODULES = sorted((ROOT / "pnp").rglob("limits.py"))


def limits(path: Path) -> list[tuple[str, str]]:
    """Value and meaning of each limit of a module, in order."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = []
    for node, behind in pairwise(body):
        if isinstance(node, ast.Assign) and isinstance(behind, ast.Expr):
            value = eval(compile(ast.Expression(node.value), "limits", "eval"), {})
            meaning = " ".join(str(ast.literal_eval(behind.value)).split()).replace("``", "`")
            found.append((f"{value:,}", meaning))
    return found


def table(path: Path) -> str:
    """The rows of a module as they must stand in the page."""
    return "".join(f"| {value} | {meaning} |\n" for value, meaning in limits(path))


def test_every_limit_has_a_meaning() -> None:
    for path in MODULES:
        numbers = re.findall(r"^[A-Z_]+ *(?::[^=]*)?= ", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(numbers) == len(limits(path)), path


def test_the_page_holds_every_limit_and_no_other() -> None:
    page = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
    for path in MODULES:
        assert table(path) in page, (
            f"docs/limits.md lacks or misstates, of {path.relative_to(ROOT)}:\n{table(path)}"
        )
    rows = [line for line in page.splitlines() if re.match(r"\| [\d,.-]+ \|", line)]
    assert len(rows) == sum(len(limits(path)) for path in MODULES)


def test_no_limit_hides_in_another_module() -> None:
    hiding = {}
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        if path.name != "limits.py":
            names = re.findall(r"^([A-Z_]+)(?:: [^=\n]+)? = ", path.read_text(encoding="utf-8"), re.MULTILINE)
            bounds = [name for name in names if BOUND.match(name)]
            if bounds:
                hiding[path.relative_to(ROOT).as_posix()] = bounds
    assert {file: bounds for file, bounds in hiding.items() if file not in OTHERS} == {}
    assert sorted(set(OTHERS) - set(hiding)) == []


@pytest.mark.parametrize("number", [MOST_MM + 1, "9" * 400])
def test_the_longest_length_is_reported_with_its_number(number: int | str) -> None:
    with pytest.raises(LengthError, match=f"longer than {MOST_MM} mm"):
        Length.parse(f"{number}mm")
    assert f"No length is longer than {MOST_MM:,} mm." in (ROOT / "docs/limits.md").read_text(
        encoding="utf-8"
    )
