"""The sheet of icons."""

from itertools import pairwise
from pathlib import Path

import pytest

from pnp.draw import GlyphRun, Group
from pnp.export.icon_sheet import icon_pages
from pnp.fonts import FontLibrary, shared_fonts
from pnp.geometry import Box
from pnp.icons import IconLibrary

ROOT = Path(__file__).parents[2]
OWN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2"/></svg>'


@pytest.fixture(scope="module")
def fonts():
    index = (ROOT / "fonts/index.json").read_text(encoding="utf-8")
    return FontLibrary(shared_fonts(index, lambda file: (ROOT / "fonts" / file).read_bytes()))


@pytest.fixture(scope="module")
def library():
    return IconLibrary(lambda: (ROOT / "icons/icons.json").read_text(encoding="utf-8"), {"my-sign": OWN})


def placed(page):
    return [item for item in page.items if isinstance(item, Group)]


def texts(page):
    return [item.text for item in page.items if isinstance(item, GlyphRun)]


def test_every_icon_is_drawn_once_with_its_name(library, fonts):
    pages = icon_pages(library, library.names(), fonts)
    assert [group.alt for page in pages for group in placed(page)] == library.names()
    words = " ".join(text for page in pages for text in texts(page))
    assert all(name in words for name in library.names())


def test_icons_lie_on_the_paper_and_apart(library, fonts):
    (page,) = icon_pages(library, library.names()[:63], fonts)
    boxes = [group.matrix.apply_box(Box(0, 0, 512, 512)) for group in placed(page)]
    assert all(Box(10, 10, 190, 277).holds(box) for box in boxes)
    assert not any(one.meets(other) for i, one in enumerate(boxes) for other in boxes[:i])


def test_names_do_not_run_into_each_other(library, fonts):
    for page in icon_pages(library, library.names(), fonts):
        lines: dict[float, list[tuple[float, float]]] = {}
        for item in page.items:
            if isinstance(item, GlyphRun) and item.y > 30:
                lines.setdefault(round(item.y, 3), []).append((item.x, item.x + sum(item.advances)))
        for runs in lines.values():
            runs.sort()
            assert all(left[1] <= right[0] + 0.01 for left, right in pairwise(runs))


def test_the_authors_of_a_page_are_named_on_it(library, fonts):
    (page,) = icon_pages(library, ["fire", "key"], fonts)
    foot = " ".join(texts(page))
    assert "Icons by Lorc, Sbed" in foot
    assert "CC BY 3.0" in foot
    (plain,) = icon_pages(library, ["my-sign", "star"], fonts)
    assert "Icons by" not in " ".join(texts(plain))


def test_names_that_nobody_knows_are_left_out(library, fonts):
    (page,) = icon_pages(library, ["fire", "no-such-icon"], fonts)
    assert [group.alt for group in placed(page)] == ["fire"]
    assert icon_pages(library, [], fonts) == []
