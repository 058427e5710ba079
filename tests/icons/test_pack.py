"""Icons of packages that an author has on disk."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from pnp.icons import IconLibrary
from pnp.icons import pack as packs
from pnp.icons.pack import PackFault, read_pack
from tests.cli.call import call
from tests.load.folder import write

BODY = '<path fill="currentColor" d="M0 0h512v256H0z"/>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
FILES = {
    "package/icons.json": json.dumps(
        {"icons": {"wheat": {"body": BODY}, "a/b": {"body": BODY}}, "width": 512, "height": 512}
    ),
    "package/info.json": json.dumps(
        {"author": {"name": "Ann", "url": "a.net"}, "license": {"title": "CC BY 3.0"}}
    ),
}


def tgz(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write(tmp_path / "g", {"cards/a.yaml": "kind: card\npieces: {a: {name: ':wheat:'}}\n"})


def test_an_icon_of_a_package_comes_with_its_credits_and_the_same_bytes(tmp_path: Path, game: Path) -> None:
    package = str(tgz(tmp_path / "p.tgz", FILES))
    assert call(game, "icons", "whe", "--from", package).stdout == "wheat\n"
    made = call(game, "icons", "wheat", "--add", "--from", package)
    assert (made.stderr, made.stdout) == ("", "icons/wheat.svg  Ann, CC BY 3.0\n")
    written = (game / "icons/wheat.svg").read_bytes()
    library = IconLibrary(lambda: "{}", {"wheat": written})
    assert [tuple(credit) for credit in library.credits(["wheat"])] == [
        ("Ann", "CC BY 3.0", ("wheat",), "a.net")
    ]
    assert call(game, "icons", "wheat", "--add", "--from", package).returncode == 0
    assert (game / "icons/wheat.svg").read_bytes() == written


def test_an_icon_of_the_game_is_not_replaced_unasked(tmp_path: Path, game: Path) -> None:
    package = str(tgz(tmp_path / "p.tgz", FILES))
    write(game, {"icons/wheat.svg": SVG})
    made = call(game, "icons", "wheat", "--add", "--from", package)
    assert (made.returncode, (game / "icons/wheat.svg").read_text(encoding="utf-8")) == (2, SVG)
    assert "'icons/wheat.svg' is in the game already; --force replaces it" in made.stderr
    assert call(game, "icons", "wheat", "--add", "--from", package, "--force").returncode == 0
    assert b"Ann" in (game / "icons/wheat.svg").read_bytes()


def test_a_zip_of_drawings_needs_its_author_once(tmp_path: Path, game: Path) -> None:
    path = tmp_path / "p.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("p/solid/star.svg", '<?xml version="1.0" encoding="latin-1"?>\n' + SVG)
        archive.writestr("p/thin/star.svg", SVG)
    assert call(game, "icons", "--from", str(path)).stdout == "solid-star\nthin-star\n"
    made = call(game, "icons", "thin-star", "--add", "--from", str(path))
    assert "does not say whose work 'thin-star' is: write --author and --licence" in made.stderr
    words = ("--author", "A & B", "--licence", "MIT")
    assert call(game, "icons", "solid-star", "--add", "--from", str(path), *words).stdout.endswith(
        "A & B, MIT\n"
    )
    library = IconLibrary(lambda: "{}", {"s": (game / "icons/solid-star.svg").read_bytes()})
    assert [(credit.author, credit.licence) for credit in library.credits(["s"])] == [("A & B", "MIT")]


def test_drawings_of_game_icons_lose_their_square_and_name_the_artist(tmp_path: Path) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/>'
        '<path fill="#fff" d="M0 0h9v9z"/></svg>'
    )
    write(tmp_path / "p", {"lorc/acorn.svg": svg, "viscious-speed/leaf.svg": svg})
    found = read_pack(tmp_path / "p")
    assert [tuple(icon.origin) for icon in found.values()] == [
        ("Lorc", "CC BY 3.0", "game-icons.net"),
        ("Viscious Speed", "CC0 1.0", "game-icons.net"),
    ]
    assert b"512v512" not in found["acorn"].file()
    assert b'fill="currentColor"' in found["acorn"].file()


def test_a_package_cannot_write_elsewhere_or_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tgz(tmp_path / "p.tgz", FILES)
    assert list(read_pack(path)) == ["a-b", "wheat"]
    monkeypatch.setattr(packs, "MAX_PACK_BYTES", 100)
    with pytest.raises(PackFault, match="more than 100 bytes"):
        read_pack(path)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut off", b"\x1f\x8b\x08"])
def test_what_is_no_package_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.tgz"
    path.write_bytes(content)
    with pytest.raises(PackFault):
        read_pack(path)


def test_a_font_that_cannot_be_used_was_not_mentioned(game: Path) -> None:
    write(game, {"fonts/broken.ttf": "no font"})
    made = call(game, "fonts")
    assert "fonts/broken.ttf" in made.stderr
    assert "Barlow Condensed" in made.stdout
