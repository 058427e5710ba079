"""Files for a press as Ghostscript separates them, and files of games by the rules of PDF/X-4."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions, Selection
from pnp.build.workshop import open_workshop
from pnp.colour import Colour
from pnp.draw import Stroke, rectangle
from pnp.geometry import Box
from tests.pdf import x4
from tests.pdf.sample import shaped, square
from tests.pdf.test_press import pressed
from tests.processes import PATIENCE

DATA = Path(__file__).parents[2] / "data"
DOTS = 50


def plates(pdf: bytes, folder: Path) -> dict[str, Image.Image]:
    """The separations of the first page, white without ink and at most 255 with all of it."""
    (folder / "a.pdf").write_bytes(pdf)
    command = [
        "gs",
        "-q",
        "-dSAFER",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        f"-r{DOTS}",
        "-dOverprint=/enable",
    ]
    output = f"-sOutputFile={folder}/p.tif"
    subprocess.run([*command, "-dLastPage=1", output, str(folder / "a.pdf")], check=True, timeout=PATIENCE)
    found = {}
    for file in folder.glob("p(*).tif"):
        with Image.open(file) as image:
            found[file.name[2:-5]] = ImageChops.invert(image.convert("L"))
    return found


@pytest.mark.system
def test_text_is_on_the_black_plate_alone_and_a_cut_on_its_own(tmp_path: Path) -> None:
    cut = Stroke(rectangle(Box(2, 2, 20, 10)), Colour.parse("spot(CutContour)"), 1.0)
    ground = square(0, 3, 8, 1, Colour.parse("cmyk(40 0 0 0)"))
    data = pressed(ground, shaped("HHHH", 0, 5, size=5, colour=Colour(36, 31, 27)), cut)
    found = plates(data, tmp_path)
    assert {name: image.getbbox() is not None for name, image in found.items()} == {
        "Cyan": True,
        "Magenta": False,
        "Yellow": False,
        "Black": True,
        "CutContour": True,
    }
    assert found["Cyan"].getextrema()[1] == pytest.approx(0.4 * 255, abs=2)
    assert found["Black"].getextrema()[1] > 200


GAMES = ("doom", "doom-elements", "country", "zombiaki", "zombiaki2")


@pytest.mark.system
@pytest.mark.parametrize("game", GAMES)
def test_files_of_games_keep_the_rules_of_pdf_x_4(game: str, tmp_path: Path) -> None:
    workshop = open_workshop(DATA / game, DATA)
    assert workshop.game is not None
    options = BuildOptions(
        out=tmp_path,
        languages=(workshop.game.language,),
        selection=Selection(),
        print={"colour": "cmyk", "cut-line": "CutContour"},
    )
    build(workshop, options)
    files = sorted(tmp_path.rglob("*.pdf"))
    assert files
    assert {file.name: x4.broken(file.read_bytes()) for file in files} == {file.name: [] for file in files}


@pytest.mark.system
def test_no_place_of_a_game_takes_more_ink_than_the_press(tmp_path: Path) -> None:
    workshop = open_workshop(DATA / "doom", DATA)
    options = BuildOptions(
        out=tmp_path,
        languages=("cs",),
        selection=Selection(("weapons",)),
        print={"colour": "cmyk", "marks": "none", "paper": "piece", "cut-line": "CutContour"},
    )
    build(workshop, options)
    (file,) = tmp_path.rglob("weapons.pdf")
    found = plates(file.read_bytes(), tmp_path)
    inks = [found[name].tobytes() for name in ("Cyan", "Magenta", "Yellow", "Black")]
    assert max(map(sum, zip(*inks, strict=True))) / 2.55 <= 300
    assert set(found) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
