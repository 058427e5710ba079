"""The same deck in any kind of file is the same deck on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from tests.load.folder import write
from tests.load.test_tables import ods, xlsx

HEAD = "kind: card\nfields: {strength: number?, arms: terms weapon}\nback: back\n"
YAML = (
    HEAD
    + """
pieces:
  "007": {name: Kůň, strength: 3, arms: [bow, sword], copies: 2, text: "Žere „oves“; nepije, {{ facts.spells }}×."}
  zajic: {name: Zajíc, arms: [sword], text: "První řádek\\n**druhý** řádek"}
"""
)
ROWS = [
    ["id", "Jméno", "strength", "arms", "Kusů", "text"],
    ["007", "Kůň", 3, "bow, sword", 2, "Žere „oves“; nepije, {{ facts.spells }}×."],
    ["zajic", "Zajíc", None, "sword", None, "První řádek\n**druhý** řádek"],
]
COLUMNS = "columns: {Jméno: name, Kusů: copies}\n"


def csv(separator: str) -> str:
    lines = [separator.join(f'"{cell}"' if cell is not None else "" for cell in row) for row in ROWS]
    return "\r\n".join(lines) + "\r\n"


DECKS: dict[str, tuple[str, str | bytes]] = {
    "semicolon": ("deck.csv", csv(";")),
    "comma and bom": ("deck.csv", b"\xef\xbb\xbf" + csv(",").encode()),
    "cp1250": ("{file: deck.csv, encoding: cp1250}", csv(";").encode("cp1250")),
    "xlsx": ("deck.xlsx", xlsx(ROWS)),
    "ods": ("deck.ods", ods(ROWS)),
}


def pdf(folder: Path, files: dict[str, str | bytes]) -> bytes:
    workshop = open_workshop(write(folder / "game", files), folder)
    result = build(workshop, BuildOptions(folder / "out", ("cs",)))
    assert not [item.message for item in result.diagnostics if item.severity]
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    return (folder / "out" / name).read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return pdf(tmp_path_factory.mktemp("yaml"), {"cards/deck.yaml": YAML})


@pytest.mark.parametrize("kind", DECKS)
def test_tables_print_the_same_bytes_as_yaml(tmp_path: Path, expected: bytes, kind: str) -> None:
    rows, content = DECKS[kind]
    name = "deck." + ("csv" if "csv" in rows else kind)
    files = {"cards/deck.yaml": HEAD + COLUMNS + f"rows: {rows}\n", f"cards/{name}": content}
    assert pdf(tmp_path, files) == expected
