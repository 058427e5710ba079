"""Every key of the data files is documented, and every documented key exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pnp.load.field import FIELD_KINDS
from pnp.load.reference import updated
from pnp.load.shape.game_file import (
    ENTRY_KEYS,
    ClaimShape,
    FactShape,
    GameFile,
    PieceEntry,
    SetFile,
    SourceShape,
    StyleShape,
    TermShape,
)
from pnp.load.shape.print_file import PrintShape, ProfileFile
from pnp.model import BUILT_IN_FIELDS, STANDARD_SIZES, STANDARD_STYLES

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")

SECTIONS = {
    "`game.yaml`": GameFile,
    "Sources": SourceShape,
    "Styles": StyleShape,
    "Terms": TermShape,
    "Facts": FactShape,
    "Claims": ClaimShape,
    "Print": PrintShape,
    "Files of pieces": SetFile,
    "Pieces": PieceEntry,
}


def section(title: str) -> str:
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found.group(1)


def first_column(text: str) -> list[str]:
    cells = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("title", SECTIONS)
def test_tables_list_the_keys_of_the_shape(title: str) -> None:
    model: Any = SECTIONS[title]
    assert sorted(first_column(section(title))) == sorted(model.keys())


def test_the_table_of_profiles_lists_what_print_options_lack() -> None:
    own = {*ProfileFile.keys()}
    print_ = {*PrintShape.keys()}
    assert set(first_column(section("Profiles"))) == {*(own - print_), "note"}
    assert print_ - own == {"profile"}


def test_tables_list_sizes_and_styles() -> None:
    assert sorted(first_column(section("Sizes"))) == sorted(STANDARD_SIZES)
    assert all(f"`{name}`" in section("Styles") for name in STANDARD_STYLES)


def test_the_table_of_kinds_of_fields_is_that_of_the_code() -> None:
    assert {row.split()[0] for row in first_column(section("Fields"))} == set(FIELD_KINDS)
    assert updated(PAGE) == PAGE, "run: make docs"


def test_documented_sizes_are_the_sizes() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) × ([\d.]+)", section("Sizes"), re.MULTILINE)
    assert len(rows) >= 10
    for name, width, height in rows:
        assert (STANDARD_SIZES[name].width.mm, STANDARD_SIZES[name].height.mm) == (
            float(width),
            float(height),
        )


def test_the_shape_of_entries_is_what_the_loader_reads() -> None:
    assert {*PieceEntry.keys()} == {*ENTRY_KEYS, *(field.name for field in BUILT_IN_FIELDS)}


@pytest.mark.parametrize("model", [*SECTIONS.values(), ProfileFile])
def test_every_key_is_described(model: Any) -> None:
    assert model.__doc__
    for key in model.keys().values():
        assert key.doc.endswith(".")
