"""Nets of tuck boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.extras import cover
from pnp.draw import Face, FaceHashes, GlyphRun, Group, Item, Page, Stroke
from pnp.draw.item import without_tags
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.impose.fit import other_papers
from pnp.impose.tuck_box import LEAST_DEPTH, Net, TuckBox, box_pages, box_thickness, has_room
from pnp.units import LengthError, mm
from tests.impose.faces import FOOTER, context, face, profile

boxes = st.builds(TuckBox, st.floats(20, 120), st.floats(20, 150), st.floats(LEAST_DEPTH, 80))


def test_the_box_for_a_deck_is_a_little_larger_than_the_deck() -> None:
    box = TuckBox.of(face(), 72, mm(0.3))
    assert (box.width, box.height) == (64.0, 89.0)
    assert box.depth == pytest.approx(72 * 0.3 + 1)
    assert box.size == pytest.approx((182.2, 162.2))
    assert TuckBox.of(face(), 5, mm(0.3)).depth == LEAST_DEPTH


@given(boxes)
def test_the_cut_stays_inside_the_net_and_is_the_same_above_and_below(box: TuckBox) -> None:
    width, height = box.size
    corners = box.outline()
    assert min(x for x, _ in corners) == pytest.approx(0.0)
    assert max(x for x, _ in corners) == pytest.approx(width)
    assert min(y for _, y in corners) == pytest.approx(0.0)
    assert max(y for _, y in corners) == pytest.approx(height)
    mirrored = {(round(x, 6), round(height - y, 6)) for x, y in corners}
    assert mirrored == {(round(x, 6), round(y, 6)) for x, y in corners}


@given(boxes)
def test_folded_panels_close_the_box(box: TuckBox) -> None:
    """Opposite panels are alike, neighbours share a fold, lid and bottom are as deep as the sides are wide."""
    back, front, (one, other) = box.back, box.front, box.sides
    assert (back.width, back.height) == (front.width, front.height)
    assert one.width == pytest.approx(other.width) == pytest.approx(box.depth)
    assert back.right == pytest.approx(one.x)
    assert one.right == pytest.approx(front.x)
    assert front.right == pytest.approx(other.x)
    assert box.lid.bottom == pytest.approx(back.y)
    assert (box.lid.width, box.lid.height) == pytest.approx((box.width, box.depth))
    dust = back.y - min(y for x, y in box.outline() if x > back.right + 0.5)
    assert 2 * dust <= box.width + 1e-6  # dust flaps do not meet
    assert dust <= box.top


@given(boxes)
def test_folds_end_at_corners_of_the_cut(box: TuckBox) -> None:
    corners = box.outline()
    for x1, y1, x2, y2 in box.folds():
        for x, y in ((x1, y1), (x2, y2)):
            assert min(math.dist((x, y), corner) for corner in corners) < 1e-6


def net(*faces: Face, count: int = 72, thickness: float = 0.3, name: str = "Weapons") -> Net:
    shown = faces or (face(),)
    return Net(TuckBox.of(shown[0], count, mm(thickness)), shown, name, f"{count} pieces")


def page_of(one: Net) -> Page:
    (page,), (at,) = box_pages([one], FOOTER, profile(), context())
    assert at == 0
    return page


def cuts(page: Page) -> list[Box]:
    """The boxes around the nets on a page."""
    found = []
    for group in without_tags(page.items):
        if isinstance(group, Group):
            for item in group.items:
                if isinstance(item, Stroke) and not item.dash and item.path[-1] == ("Z",):
                    xs, ys = (
                        [float(s[1]) for s in item.path if len(s) > 2],
                        [float(s[2]) for s in item.path if len(s) > 2],
                    )
                    found.append(
                        group.matrix.apply_box(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
                    )
    return found


def shows(page: Page) -> list[Box]:
    return [picture.matrix.apply_box(picture.clip) for picture in page.placed]


def edges(box: Box) -> tuple[float, ...]:
    return box.x, box.y, box.right, box.bottom


def test_the_net_stands_on_the_page_with_the_picture_on_the_front_panel() -> None:
    one = net()
    page = page_of(one)
    (cut,) = cuts(page)
    assert Box(0.0, 0.0, page.width.mm, page.height.mm).inset(5, 5, 5, 5).holds(cut)
    panel = one.box.front.moved(cut.x, cut.y)
    trim = page.placed[0].matrix.apply_box(Box(0.0, 0.0, 63.0, 88.0))
    assert panel.holds(trim)
    assert trim.centre == pytest.approx(panel.centre)
    (shown,) = shows(page)
    assert edges(shown) == pytest.approx(edges(panel))  # colour up to the folds


@pytest.mark.parametrize(("count", "order"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])])
def test_several_faces_fill_the_panel_as_quarters(count: int, order: list[int]) -> None:
    faces = [face(grey=40 * at) for at in range(count)]
    one = net(*faces)
    page = page_of(one)
    assert [faces.index(picture.face) for picture in page.placed] == order  # type: ignore[arg-type]
    (cut,) = cuts(page)
    panel = one.box.front.moved(cut.x, cut.y)
    quarters = shows(page)
    assert sum(box.width * box.height for box in quarters) == pytest.approx(panel.width * panel.height)
    assert min(box.x for box in quarters) == pytest.approx(panel.x)
    assert max(box.bottom for box in quarters) == pytest.approx(panel.bottom)
    assert all(panel.grown(1e-6).holds(box) for box in quarters)


def test_small_boxes_took_a_page_each() -> None:
    nets = [net(count=count, name=name) for name, count in (("A", 72), ("B", 18), ("C", 10), ("D", 9))]
    pages, places = box_pages(nets, FOOTER, profile(), context())
    assert places == (0, 1, 1, 2)
    for page in pages:
        area = Box(0.0, 0.0, page.width.mm, page.height.mm).inset(5, 5, 5, 5)
        assert all(area.holds(cut) for cut in cuts(page))
    one, other = cuts(pages[1])
    assert not one.meets(other)
    assert [page.label for page in pages] == ["A", "B, C", "D"]


def test_pages_of_boxes_had_neither_ruler_nor_footer() -> None:
    pages, _ = box_pages([net(), net(count=18), net(count=18)], FOOTER, profile(), context())
    for number, page in enumerate(pages, 1):
        words = " ".join(run.text for run in runs(page.items))
        assert "This line must measure 100" in words
        assert f"Game · Set · Sheet {number} of 2" in words


def runs(items: Sequence[Item]) -> list[GlyphRun]:
    found: list[GlyphRun] = []
    for item in items:
        found += runs(item.items) if isinstance(item, Group) else [item] if isinstance(item, GlyphRun) else []
    return found


def test_a_net_that_is_larger_than_the_paper_is_none_and_fits_on_a3() -> None:
    large = net(count=160, thickness=0.4)
    assert box_pages([large, net()], FOOTER, profile(), context())[1] == (None, 0)
    assert box_pages([large], FOOTER, profile(paper="A3"), context())[1] == (0,)


@pytest.mark.parametrize(
    ("count", "paper", "cures"),
    [(72, "A5", ["use A4 or Letter"]), (160, "A4", ["use A3 or Tabloid"]), (400, "A3", [])],
)
def test_the_cure_for_a_large_net_named_a3_whatever_the_paper(
    count: int, paper: str, cures: list[str]
) -> None:
    large = net(count=count, thickness=0.3 if count == 72 else 0.4)
    assert list(other_papers(profile(paper=paper), partial(has_room, large))) == cures


def pieces(backs: Sequence[Face | None]) -> list[PieceFaces]:
    return [PieceFaces(f"s/{at}", "", face(grey=10 * at), back, 1) for at, back in enumerate(backs)]


def test_the_box_of_double_sided_cards_showed_the_back_of_the_first_one() -> None:
    shared, other = face(grey=200), face(grey=210)
    own = [face(grey=100 + at) for at in range(6)]
    hashes = FaceHashes()
    assert cover(pieces([shared] * 6), hashes) == (shared,)
    assert cover(pieces([shared, other, shared]), hashes) == (shared, other)  # two piles
    sided = pieces(own)
    assert cover(sided, hashes) == tuple(piece.front for piece in sided[:4])
    bare = pieces([None, None, None])
    assert cover(bare, hashes) == tuple(piece.front for piece in bare)


def test_long_names_are_set_smaller() -> None:
    box = TuckBox.of(face(), 18, mm(0.3))
    page = page_of(net(count=18, name="An exceedingly long name of a deck of cards indeed"))
    group = next(without_tags(page.items))
    assert isinstance(group, Group)
    runs = [
        run
        for part in group.items
        if isinstance(part, Group)
        for run in part.items
        if isinstance(run, GlyphRun)
    ]
    names = {round(run.size, 3): sum(run.advances) for run in runs if "long" in run.text}
    assert len(names) == 2  # as ever along the sides, smaller across lid and back
    assert names[min(names)] == pytest.approx(box.width - 4, abs=0.5)
    assert names[max(names)] <= box.height - 4


@pytest.mark.parametrize("text", ["9mm", "0.01mm", "0mm"])
def test_thickness_of_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="thickness of a card"):
        box_thickness(text)


def test_thickness_needs_a_unit() -> None:
    with pytest.raises(LengthError):
        box_thickness("0.3")
    assert box_thickness("0.3mm") == mm(0.3)
