"""The files that follow the game are those of a build."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.pdf import file as pdf_file
from pnp.preview.output import LiveOutput
from pnp.preview.session import Session
from tests.preview.game import edit, write_game


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture
def live(tmp_path):
    game = write_game(tmp_path)
    session = Session(game, tmp_path, out=tmp_path / "out")
    session.watch(["en", "cs"])
    return game, session, LiveOutput(session, tmp_path / "out")


def built(game: Path, out: Path) -> dict[str, bytes]:
    build(open_workshop(game, game.parent), BuildOptions(out, ("en", "cs")))
    return files(out)


def test_after_every_edit_the_files_are_those_of_a_build(live, tmp_path):
    game, session, output = live
    first = output.update()
    assert len(first.pieces) == 6
    assert files(tmp_path / "out") == built(game, tmp_path / "0")
    edits = [
        ("cards/ants.yaml", "Guard the gate.", "Guard the queen."),
        ("cards/ants.yaml", "copies: 4", "copies: 9"),
        ("game.yaml", "name: Ants", "name: Ants at work"),
        ("game.yaml", "value: 3", "value: 2"),
        ("locale/cs.po", "Hlídej bránu.", "Hlídej královnu."),
        ("game.yaml", "language: en", "language: en\nprint: {paper: Letter, gutter: 4mm}"),
        ("cards/events.yaml", "  sun:", "  fog: {name: Fog, text: Nobody moves.}\n  sun:"),
    ]
    for number, (file, old, new) in enumerate(edits, 1):
        edit(game / file, old, new)
        assert session.refresh()
        session.watch(["en", "cs"])
        assert not [item for item in output.update().diagnostics if item.severity == 2]
        assert files(tmp_path / "out") == built(game, tmp_path / str(number)), file


def test_only_files_that_changed_are_written(live, tmp_path):
    game, session, output = live
    output.update()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.pdf")}
    edit(game / "cards/events.yaml", "All go home.", "Everybody goes home.")
    session.refresh()
    written = output.update()
    assert written.pieces == ("events/rain",)
    assert set(written.files) == {
        "ants/en/events.pdf", "ants/en/manifest.json", "ants/cs/events.pdf", "ants/cs/manifest.json",
    }  # fmt: skip
    changed = {path.name for path, stamp in before.items() if path.stat().st_mtime_ns != stamp}
    assert changed == {"events.pdf"}
    assert not session.refresh()


def test_an_error_leaves_the_last_good_files(live, tmp_path):
    game, session, output = live
    output.update()
    before = files(tmp_path / "out")
    edit(game / "cards/ants.yaml", "caste: soldier", "caste: soldjer")
    session.refresh()
    written = output.update()
    assert written.files == ()
    assert [item.code for item in written.diagnostics if item.severity == 2] == ["M110"]
    assert files(tmp_path / "out") == before


def test_a_folder_that_cannot_be_written_is_reported(live, tmp_path):
    _, _, output = live
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    assert "E110" in {item.code for item in output.update().diagnostics}


def test_pictures_with_more_pixels_than_paper_shows_are_brought_down_as_in_a_build(tmp_path):
    game = write_game(tmp_path)
    Image.effect_noise((700, 700), 80).convert("RGB").save(game / "art/crumb.png")
    session = Session(game, tmp_path, out=tmp_path / "out")
    session.watch(["en", "cs"])
    LiveOutput(session, tmp_path / "out").update()
    assert files(tmp_path / "out") == built(game, tmp_path / "0")


def test_a_pdf_of_more_than_4_gb_is_reported_and_the_last_good_files_stay(live, tmp_path, monkeypatch):
    game, session, output = live
    output.update()
    before = files(tmp_path / "out")
    monkeypatch.setattr(pdf_file, "MAX_PLACE", 1000)
    edit(game / "cards/ants.yaml", "Guard the gate.", "Guard the queen.")
    assert session.refresh()
    written = output.update()
    assert ([item.code for item in written.diagnostics if item.severity == 2], written.files) == (
        ["E112"],
        (),
    )
    assert "ants/en/ants.pdf' would have" in str(written.diagnostics)
    assert files(tmp_path / "out") == before
    monkeypatch.undo()
    output.update()
    assert files(tmp_path / "out") == built(game, tmp_path / "0")
