"""Pages of changes and of what to take out."""

import pytest

from pnp.draw import Group, items_box
from pnp.geometry import Box
from pnp.reprint import Look, Pull, RecordedPiece
from pnp.reprint.pages import Pair, diff_pages, pull_pages
from tests.impose.faces import context, face

CONTEXT = context()


def pairs(count):
    return [
        Pair("changed", f"Card {n}", f"s/{n} · 2×", face(grey=n), face(grey=100 + n)) for n in range(count)
    ]


@pytest.mark.parametrize(("count", "pages"), [(0, 0), (1, 1), (6, 1), (8, 2), (13, 3)])
def test_changes_flow_over_pages_and_stay_on_the_paper(count, pages):
    made = diff_pages(pairs(count), "Changes", CONTEXT, "en")
    assert len(made) == pages
    for page in made:
        box = items_box(page.items)
        assert Box(0.0, 0.0, page.width.mm, page.height.mm).holds(box)


def test_each_change_shows_two_faces_and_each_missing_one_a_frame():
    both = diff_pages(pairs(1), "", CONTEXT, "en")[0]
    alone = diff_pages([Pair("new", "N", "", None, face())], "", CONTEXT, "en")[0]
    assert (clipped(both.items), clipped(alone.items)) == (2, 1)


def clipped(items):
    return sum((item.clip is not None) + clipped(item.items) for item in items if isinstance(item, Group))


def test_each_old_piece_has_a_row():
    pulls = [
        (Pull(RecordedPiece(f"s/{n}", f"Karta {n}", 3, Look("1", None)), 2, "changed"), face())
        for n in range(30)
    ]
    made = pull_pages(pulls, "Hra", CONTEXT, "cs")
    assert len(made) == 3
    assert pull_pages([], "Hra", CONTEXT, "cs") == ()
    words = "".join(texts(made[0].items))
    assert "Hra · Vyřadit z krabice" in words
    assert "60" in words
    assert "Karta 0" in words
    assert "2×" in words


def texts(items):
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif hasattr(item, "glyphs"):
            yield item.text
