"""What the page shows is what is printed."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.draw import Face, Outline, Picture
from pnp.geometry import Box
from pnp.pdf import FormMaker
from pnp.pdf import file as pdf_file
from pnp.pictures import load_picture
from pnp.preview.pictures import Drawing, Pictures
from pnp.raster.pixels import PagePictures
from tests.preview.game import write_game
from tests.preview.running import finished


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return finished(write_game(tmp_path_factory.mktemp("shown")))


def offered(session, key):
    pictures = Pictures()
    live = session.live("en").pieces[key]
    pictures.offer("en", {"front": Drawing(live.faces.front, session.reading.workshop.fonts)})
    return pictures, live


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def difference(one, other):
    """Mean difference of two pictures of 255 steps, looked at from so far away that parts of a pixel do not count."""
    far = [picture.convert("L").resize((60, 84), Image.Resampling.BOX) for picture in (one, other)]
    histogram = ImageChops.difference(*far).histogram()
    return sum(value * count for value, count in enumerate(histogram)) / (60 * 84)


def test_the_picture_is_that_of_the_printed_sheet(session, tmp_path):
    """The card is cut out of the raster of the PDF that a build writes, and laid over the picture."""
    folder = session.reading.workshop.folder
    result = build(open_workshop(folder, folder.parent), BuildOptions(tmp_path, ("en",)))
    assert "ants/en/ants.pdf" in result.files
    pictures, live = offered(session, "ants/worker")
    shown = opened(pictures.draw("front", 150))
    part = next(part for part in session.live("en").set_parts() if part.file == "ants.pdf")
    slot = part.sheets[0].front.slots[0]
    assert slot.key == "ants/worker"
    # The part of the card that is 330 × 470 pixels large and lies 30 pixels inside its bleed: away from the punch marks.
    pixel = 25.4 / 150
    bleed = live.faces.front.bleed
    left, top = (edge - bleed + 30 * pixel for edge in (slot.spot.x.mm, slot.spot.y.mm))
    with PagePictures((tmp_path / "ants/en/ants.pdf").read_bytes()) as pages:
        printed = pages.image(0, 330, 470, crop=Box(left, top, 330 * pixel, 470 * pixel))
    window = (30, 30, 360, 500)
    same = difference(shown.crop(window), printed)
    assert same < 1, "no more than the rounding of its size to whole pixels"
    other, _ = offered(session, "ants/soldier")
    assert difference(opened(other.draw("front", 150)).crop(window), printed) > 4 * same


def test_a_picture_is_the_same_whatever_was_drawn_before(session, monkeypatch):
    monkeypatch.setattr("pnp.preview.pictures._MOST_PICTURES", 2)
    makers = []
    monkeypatch.setattr(
        "pnp.preview.pictures.FormMaker", lambda fonts: makers.append(FormMaker(fonts)) or makers[-1]
    )
    fonts = session.reading.workshop.fonts
    lives = [live for live in session.live("en").pieces.values() if live.faces is not None]
    pictures = Pictures()
    pictures.offer("en", {live.front: Drawing(live.faces.front, fonts) for live in lives})
    seen = {live.front: pictures.draw(live.front, 75) for live in lives}
    assert len(makers) == -(-len(seen) // 2), "a form maker is used for two pictures here, and then replaced"
    for live in lives:
        alone = Pictures()
        alone.offer("en", {"front": Drawing(live.faces.front, fonts)})
        assert alone.draw("front", 75) == seen[live.front]


def test_every_pixel_arrives(session, monkeypatch):
    drawn = []
    image = PagePictures.image
    monkeypatch.setattr(PagePictures, "image", lambda *args: drawn.append(image(*args)) or drawn[-1])
    pictures, _ = offered(session, "ants/worker")
    seen = Image.open(io.BytesIO(pictures.draw("front", 75)))
    seen.verify()
    seen = opened(pictures.ready("front", 75))
    assert seen.size == drawn[0].size
    assert len(seen.getcolors(seen.width * seen.height)) > 9
    assert seen.tobytes() == drawn[0].tobytes()


def test_a_picture_is_drawn_once(session):
    pictures, _ = offered(session, "ants/worker")
    assert pictures.ready("front", 75) is None
    first = pictures.draw("front", 75)
    assert pictures.ready("front", 75) is first
    assert pictures.draw("front", 75) is first
    assert pictures.resolutions(["front", "other"]) == {75}


def test_unknown_pictures_are_none(session):
    pictures, _ = offered(session, "ants/worker")
    assert pictures.draw("another", 75) is None


def test_what_was_replaced_can_still_be_asked_for_and_is_forgotten_in_the_end(session):
    pictures, live = offered(session, "ants/worker")
    fonts = session.reading.workshop.fonts
    pictures.offer("en", {"next": Drawing(live.faces.back, fonts)})
    assert pictures.draw("front", 50)
    for number in range(60):
        pictures.offer("en", {f"state {number}": Drawing(live.faces.back, fonts)})
    assert pictures._find("front") is None
    assert len(pictures._retired) <= 32
    assert pictures.ready("front", 50) is None
    assert list(pictures._ready) == []


def test_what_is_shown_again_is_kept(session):
    pictures, live = offered(session, "ants/worker")
    fonts = session.reading.workshop.fonts
    front = Drawing(live.faces.front, fonts)
    pictures.offer("en", {})
    pictures.draw("front", 50)
    pictures.offer("en", {"front": front})
    for number in range(60):
        pictures.offer("en", {"front": front, f"state {number}": Drawing(live.faces.back, fonts)})
    assert pictures.ready("front", 50)


def test_pictures_are_thrown_away_before_they_fill_the_memory(session, monkeypatch):
    monkeypatch.setattr("pnp.preview.limits.PICTURE_BYTES", 30_000)
    pictures, _ = offered(session, "ants/worker")
    for dpi in (50, 75, 100, 150, 200):
        pictures.draw("front", dpi)
    held = list(pictures._ready)
    assert len(held) < 5
    assert held[-1] == ("front", 200)
    assert sum(len(pictures.ready(*each) or b"") for each in held[:-1]) <= 30_000
    assert pictures.ready("front", 200)


def test_a_board_of_a_metre_is_drawn_smaller_than_it_is_asked_for(session, monkeypatch):
    monkeypatch.setattr("pnp.preview.limits.PICTURE_PIXELS", 10_000)
    pictures, _ = offered(session, "ants/worker")
    width, height = opened(pictures.draw("front", 600)).size
    assert 8_000 < width * height <= 10_500


def test_a_sheet_whose_pdf_has_more_than_4_gb_is_shown_all_the_same(session, monkeypatch):
    wanted = Image.effect_noise((600, 600), 90).convert("RGB")
    buffer = io.BytesIO()
    wanted.save(buffer, "PNG")
    picture = load_picture(buffer.getvalue(), "art.png")
    face = Face(Outline("rectangle", 10, 10), 0.0, (Picture(picture, 0, 0, 10, 10),), "", "en")
    pictures = Pictures()
    pictures.offer("en", {"front": Drawing(face, session.reading.workshop.fonts)})
    monkeypatch.setattr(pdf_file, "MAX_PLACE", len(picture.data) // 2)
    data = pictures.draw("front", 100)
    assert data is not None
    assert opened(data).size == (39, 39)
