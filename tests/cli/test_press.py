"""Commands that print in the inks of a press, as a user calls them."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pikepdf
import pytest

from pnp.cmyk import shipped_profile
from tests.cli.call import call as run
from tests.pdf import x4

GAME = "id: ants\nname: Ants\nlanguage: en\n"
CARDS = """\
kind: card
name: Ants
size: poker
layout: card
pieces:
  worker: {name: Worker, copies: 2}
  soldier: {name: Soldier}
"""
LAYOUT = """\
<face fill="#FFF">
  <rect x="5" y="5" width="30" height="30" fill="#0000FF"/>
  <text inset="50 4 4 4">{{ piece.name }}</text>
</face>
"""
ON_PRESS = ["--colour", "cmyk", "--output-intent", "../shop.icc"]


@pytest.fixture
def ants(tmp_path: Path) -> Path:
    """A game, and beside its folder the profile of a shop: the shipped one under another name."""
    folder = tmp_path / "ants"
    for name, text in (("game.yaml", GAME), ("cards/ants.yaml", CARDS), ("layouts/card.xml", LAYOUT)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "shop.icc").write_bytes(shipped_profile().data.replace(b"ISO Coated", b"The Shop's"))
    return folder


def pressed(file: Path) -> None:
    """The file is in the inks of the shop, and keeps the rules of PDF/X-4."""
    assert x4.broken(file.read_bytes()) == []
    with pikepdf.open(file) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert b"The Shop's" in intent.DestOutputProfile.read_bytes()


def test_a_reprint_and_the_sheets_of_a_cutter_are_in_the_inks_that_are_asked_for(ants: Path) -> None:
    assert run(ants, "build", "-q", "--printed").returncode == 0
    cards = ants / "cards/ants.yaml"
    cards.write_text(CARDS.replace("Worker", "Carrier"), encoding="utf-8")
    result = run(ants, "reprint", *ON_PRESS)
    assert result.returncode == 0, result.stderr
    pressed(ants / "out/ants/en/reprint.pdf")
    assert run(ants, "export", "cut", *ON_PRESS).returncode == 0
    pressed(ants / "out/ants/en/cut/ants.pdf")
    assert run(ants, "reprint").returncode == 0
    with pikepdf.open(ants / "out/ants/en/reprint.pdf") as pdf:
        assert "/OutputIntents" not in pdf.Root


def test_a_profile_that_is_none_stops_a_reprint(ants: Path) -> None:
    (ants.parent / "shop.icc").write_bytes(b"no profile")
    assert run(ants, "build", "-q", "--printed").returncode == 0
    result = run(ants, "reprint", *ON_PRESS)
    assert result.returncode == 1
    assert "error[E405]" in result.stderr


def test_watch_writes_what_build_writes_in_inks(ants: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert run(ants, "build", "-q", *ON_PRESS).returncode == 0
    with mock.patch("pnp.cli.live.changes", return_value=[()]):
        result = run(ants, "watch", "--out", "watched", *ON_PRESS)
    assert result.returncode == 0, result.stderr
    file = ants / "watched/ants/en/ants.pdf"
    pressed(file)
    assert file.read_bytes() == (ants / "out/ants/en/ants.pdf").read_bytes()


def test_the_proof_of_a_game_for_a_press(ants: Path) -> None:
    result = run(ants, "contact", "--press")
    assert result.returncode == 0, result.stderr
    (file,) = ants.rglob("contact-en-press.pdf")
    assert x4.broken(file.read_bytes()) == []
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) >= 2
    assert "Worker" not in result.stderr


def test_two_looks_of_one_spot_are_reported_with_both_places(ants: Path) -> None:
    layout = LAYOUT.replace('fill="#0000FF"', 'fill="#8A7042 spot(Gold)"')
    second = '  <rect x="5" y="40" width="5" height="5" fill="cmyk(0 20 60 20) spot(Gold)"/>\n</face>'
    (ants / "layouts/card.xml").write_text(layout.replace("</face>", second), encoding="utf-8")
    result = run(ants, "check")
    assert "layouts/card.xml:4:49: warning[S210]: spot 'Gold' is #CCA352 cmyk(0 20 60 20)" in result.stderr
    assert "see layouts/card.xml:2:" in result.stderr


def test_a_press_of_north_america_comes_with_pnp(ants: Path) -> None:
    assert run(ants, "build", "-q", "--colour", "cmyk", "--output-intent", "GRACoL").returncode == 0
    file = ants / "out/ants/en/ants.pdf"
    assert x4.broken(file.read_bytes()) == []
    with pikepdf.open(file) as pdf:
        assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "CGATS TR 006"
