"""Where things lie: places, bleed, transforms, flows. Faces are 60 × 80 mm with 3 mm of bleed."""

import math
from typing import Any

import pytest

from pnp.colour import Colour
from pnp.draw import Clip, Fill, GlyphRun, Gradient, Group, Path, Stroke, path_box
from pnp.geometry import Box
from pnp.model import Size, hexagon
from pnp.units import mm
from tests.layout.game import compose, everything, items, text, words

RED, BLUE = Colour(255, 0, 0), Colour(0, 0, 255)


def box(body: str, **options: Any) -> Box:
    """The box of the only thing that is drawn."""
    (item,) = everything(items(f"<face>{body}</face>", **options))
    assert isinstance(item, Fill | Stroke)
    return path_box(item.path)


def boxes(body: str, **options: Any) -> list[tuple[float, float, float, float]]:
    found = [item for item in everything(items(f"<face>{body}</face>", **options)) if isinstance(item, Fill)]
    return [(b.x, b.y, b.width, b.height) for b in (path_box(item.path) for item in found)]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("", Box(0, 0, 60, 80)),
        ('x="4" y="5"', Box(4, 5, 56, 75)),
        ('x="4" y="5" width="10" height="20"', Box(4, 5, 10, 20)),
        ('x="50%" y="25%" width="50%" height="1in"', Box(30, 20, 30, 25.4)),
        ('x="-3"', Box(-3, 0, 63, 80)),
        ('inset="4"', Box(4, 4, 52, 72)),
        ('inset="1 2"', Box(2, 1, 56, 78)),
        ('inset="1 2 3"', Box(2, 1, 56, 76)),
        ('inset="1 2 3 4"', Box(4, 1, 54, 76)),
        ('inset="auto 4 5 4" height="10"', Box(4, 65, 52, 10)),
        ('inset="4 4 auto auto" width="10" height="20"', Box(46, 4, 10, 20)),
        ('center="50% 50%" width="10" height="20"', Box(25, 30, 10, 20)),
        ('center="50%,10" width="50%" height="10%"', Box(15, 6, 30, 8)),
    ],
)
def test_places(place: str, expected: Box) -> None:
    assert box(f"<rect {place}/>") == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ('inset="0"', Box(-3, -3, 66, 86)),
        ('inset="1"', Box(1, 1, 58, 78)),
        ('inset="0 0 60 0"', Box(-3, -3, 66, 23)),
        ('x="50" y="30" height="10"', Box(50, 30, 13, 10)),
        ('inset="auto 10 0 10" height="5"', Box(10, 75, 40, 8)),
    ],
)
def test_bleed_carries_out_what_touches_the_trim(place: str, expected: Box) -> None:
    assert box(f'<rect {place} bleed="true"/>') == expected
    assert box(f'<rect {place} rx="2" bleed="true"/>') == expected


def test_corners_beside_a_bled_edge_are_square() -> None:
    (fill,) = items('<face><rect inset="0 0 60 0" rx="4" bleed="true"/></face>')
    assert isinstance(fill, Fill)
    curves = [segment for segment in fill.path if segment[0] == "C"]
    assert all(segment[1:] == segment[1:3] * 3 for segment in curves)
    (fill,) = items('<face><rect inset="10 0 10 20" rx="4" bleed="true"/></face>')
    assert isinstance(fill, Fill)
    curves = [segment for segment in fill.path if segment[0] == "C"]
    assert [segment[1:] == segment[1:3] * 3 for segment in curves] == [True, True, False, False]


def test_bleed_works_in_groups_and_through_quarter_turns() -> None:
    assert box('<g transform="rotate(180 50% 50%)"><rect height="10" bleed="true"/></g>') == Box(
        -3, -3, 66, 13
    )
    assert box('<g inset="0 0 40 0"><rect inset="0" bleed="true"/></g>') == Box(-3, -3, 66, 43)
    assert box('<g transform="rotate(30)"><rect inset="0" bleed="true"/></g>') == Box(0, 0, 60, 80)


def test_roads_bleed_over_every_edge_of_a_hexagon_and_spokes_over_the_rim_of_a_round_piece() -> None:
    road = '<g transform="rotate({} 50% 50%)"><rect x="50%" width="8" height="50%" bleed="true"/></g>'
    for turn in (0, 60, 120, 180, 240, 300, -60):
        flat = box(road.format(turn), size=hexagon(mm(40), "flat"))
        assert (flat.y, flat.height) == (pytest.approx(-3), pytest.approx(23)), turn
        pointy = road.replace('x="50%" width="8" height="50%"', 'y="50%" width="50%" height="8"')
        level = box(pointy.format(turn), size=hexagon(mm(40), "pointy"))
        assert (level.x, level.width) == (pytest.approx(-3), pytest.approx(23)), turn
    assert box(road.format(90), size=hexagon(mm(40), "flat")).y == 0  # an edge of the box there is a corner
    assert box(road.format(45), size=hexagon(mm(40), "flat")).y == 0
    nested = '<g inset="0"><g transform="rotate(60 50% 50%)"><g width="50%" height="50%"><rect bleed="true"/></g></g></g>'
    assert box(nested, size=hexagon(mm(40), "flat")).y == pytest.approx(-3)
    for turn in (0, 17, 45, 90):
        spoke = box(road.format(turn), size=Size(mm(20), mm(20), shape="circle"))
        assert (spoke.y, spoke.height) == (pytest.approx(-3), pytest.approx(13)), turn
    assert box(road.format(60)).y == 0  # a rectangle turned so is askew


def test_round_and_hexagonal_pieces_bleed_evenly() -> None:
    token = Size(mm(20), mm(20), shape="circle")
    assert box('<circle inset="0" bleed="true"/>', size=token) == Box(-3, -3, 26, 26)
    assert box('<circle r="5" bleed="true"/>', size=token) == Box(5, 5, 10, 10)
    tile = hexagon(mm(40), "flat")
    grown = box('<hex inset="0" bleed="true"/>', size=tile)
    assert grown.height == pytest.approx(46)
    assert grown.width == pytest.approx(46 * 2 / math.sqrt(3))
    assert box('<hex inset="0"/>', size=tile).width == pytest.approx(tile.width.mm, abs=1e-4)


def test_round_things_by_their_middle() -> None:
    assert box('<circle cx="10" cy="20" r="5"/>') == Box(5, 15, 10, 10)
    assert box('<circle r="5"/>') == Box(25, 35, 10, 10)
    assert box('<circle x="10" y="10" width="20" height="30"/>') == Box(10, 15, 20, 20)
    assert box('<ellipse cx="10" cy="20" rx="5" ry="2"/>') == Box(5, 18, 10, 4)
    assert box('<ellipse x="10" y="10" width="20" height="30"/>') == Box(10, 10, 20, 30)
    flat = box('<hex cx="30" cy="40" r="10" orientation="flat"/>')
    assert (flat.width, flat.height) == pytest.approx((20, 10 * math.sqrt(3)))
    pointy = box('<hex cx="30" cy="40" r="10"/>')
    assert (pointy.width, pointy.height) == pytest.approx((10 * math.sqrt(3), 20))


def test_no_part_of_the_place_of_a_round_thing_is_ignored() -> None:
    """``cy`` was, without ``cx`` or ``r``, and ``center`` beside ``r``."""
    assert box('<circle cy="20"/>') == Box(0, -10, 60, 60)
    assert box('<hex cy="20" orientation="flat"/>').centre.y == pytest.approx(20)
    assert box('<ellipse cy="20"/>') == Box(0, -20, 60, 80)
    assert box('<ellipse ry="2"/>') == Box(0, 38, 60, 4)
    assert box('<circle center="10 20" r="5"/>') == Box(5, 15, 10, 10)
    assert box('<circle x="10" y="20" r="5"/>') == Box(10, 20, 10, 10)
    assert box('<circle x="10" r="25%"/>') == Box(10, 0, 30, 30)
    assert box('<ellipse inset="auto 2 3 auto" rx="5" ry="4"/>') == Box(48, 69, 10, 8)
    assert box('<row><circle r="5" inset="3 0 0 0"/></row>') == Box(0, 36.5, 10, 10)
    assert box('<row><circle r="5" width="30"/></row>') == Box(10, 35, 10, 10)


def test_lines_and_points() -> None:
    (line,) = items(
        '<face><line x1="10" y1="0" x2="10" y2="100%" stroke="#f00" stroke-width="0.5" dash="2 1"/></face>'
    )
    assert line == Stroke((("M", 10.0, 0.0), ("L", 10.0, 80.0)), RED, 0.5, (2.0, 1.0))
    (shape,) = items('<face><polygon points="0,0 60,0 30,50%"/></face>')
    assert shape == Fill((("M", 0.0, 0.0), ("L", 60.0, 0.0), ("L", 30.0, 40.0), ("Z",)), Colour(0, 0, 0))
    (bled,) = items('<face><polygon points="0,0 60,0 30,40" bleed="true"/></face>')
    assert isinstance(bled, Fill)
    assert bled.path == (("M", -3.0, -3.0), ("L", 63.0, -3.0), ("L", 30.0, 40.0), ("Z",))


def test_fill_and_stroke_as_in_svg_but_for_outlines_alone() -> None:
    both = items('<face><rect width="4" height="4" fill="#f00" stroke="#00f" stroke-width="1"/></face>')
    path: Path = (("R", 0.0, 0.0, 4.0, 4.0),)
    assert both == [Fill(path, RED), Stroke(path, BLUE, 1.0)]
    assert items('<face><rect width="4" height="4" stroke="#00f"/></face>') == [Stroke(path, BLUE, 0.25)]
    assert items('<face><rect width="4" height="4" fill="none"/></face>') == []
    assert items('<face><rect width="4" height="4"/></face>') == [Fill(path, Colour(0, 0, 0))]


def test_gradients_lie_over_the_box_of_their_shape() -> None:
    (across,) = items('<face><rect inset="0" fill="linear(90deg, #f00, #00f)"/></face>')
    assert isinstance(across, Fill)
    assert isinstance(across.paint, Gradient)
    assert (across.paint.x1, across.paint.y1, across.paint.x2, across.paint.y2) == pytest.approx(
        (0, 40, 60, 40)
    )
    (down,) = items('<face><rect inset="0" fill="linear(#f00, #0f0 20%, #00f)"/></face>')
    assert isinstance(down, Fill)
    assert isinstance(down.paint, Gradient)
    assert (down.paint.x1, down.paint.y1, down.paint.x2, down.paint.y2) == pytest.approx((30, 0, 30, 80))
    assert [stop.at for stop in down.paint.stops] == [0.0, 0.2, 1.0]
    (round_,) = items('<face><rect inset="0" fill="radial({{ "#f00" }}, #00f)"/></face>')
    assert isinstance(round_, Fill)
    assert isinstance(round_.paint, Gradient)
    assert round_.paint.kind == "radial"
    assert round_.paint.radius == pytest.approx(50)


def test_paths_in_millimetres_and_fitted() -> None:
    (loose,) = items('<face><path x="10" y="20" d="M0 0H5V5Z"/></face>')
    assert isinstance(loose, Group)
    assert loose.matrix.apply(5, 5) == (15, 25)
    (fitted,) = items(
        '<face><path inset="10" viewBox="0 0 100 100" d="M0 0H100V100Z" stroke="#f00" stroke-width="1"/></face>'
    )
    assert isinstance(fitted, Group)
    assert fitted.matrix.apply(0, 0) == pytest.approx((10, 20))
    (stroke,) = fitted.items
    assert isinstance(stroke, Stroke)
    assert stroke.width * fitted.matrix.a == pytest.approx(1.0)


def test_transforms_are_those_of_svg() -> None:
    (group,) = items(
        '<face><g transform="translate(10 20) rotate(90)"><rect width="5" height="2"/></g></face>'
    )
    assert isinstance(group, Group)
    assert group.matrix.apply(5, 0) == pytest.approx((10, 25))
    (turned,) = items('<face><rect width="5" height="2" transform="rotate(90 50% 50%)"/></face>')
    assert isinstance(turned, Group)
    assert turned.matrix.apply(30, 40) == pytest.approx((30, 40))
    (scaled,) = items('<face><g x="10"><rect width="5" height="2" transform="scale(2)"/></g></face>')
    assert isinstance(scaled, Group)
    assert scaled.matrix.apply(15, 2) == pytest.approx((20, 4))


def test_opacity_and_clips_make_groups() -> None:
    (group,) = items('<face><g inset="10" clip="circle" opacity="0.5"><rect/></g></face>')
    assert isinstance(group, Group)
    assert group.opacity == 0.5
    assert isinstance(group.clip, Clip)
    assert path_box(group.clip.path) == Box(10, 20, 40, 40)
    (cut,) = items('<face><g x="5" clip="M0 0H10V10Z"><rect/></g></face>')
    assert isinstance(cut, Group)
    assert cut.clip is not None
    assert path_box(cut.clip.path) == Box(5, 0, 10, 10)


def test_a_group_is_the_frame_of_what_it_holds() -> None:
    assert box('<g inset="10 20 30 5"><rect inset="1"/></g>') == Box(6, 11, 33, 38)


def test_rows_share_what_is_left() -> None:
    assert boxes(
        '<row inset="0" height="10" gap="2"><rect width="10"/><rect/><rect/></row>'.replace('inset="0" ', "")
    ) == [
        (0, 0, 10, 10),
        (12, 0, 23, 10),
        (37, 0, 23, 10),
    ]


@pytest.mark.parametrize(("orientation", "width"), [("", 6 * math.sqrt(3)), (' orientation="flat"', 12.0)])
def test_a_hexagon_with_a_radius_takes_its_width_in_a_row(orientation: str, width: float) -> None:
    found = boxes(f'<row height="20"><hex r="6"{orientation}/><rect/></row>')
    assert [b[2] for b in found] == pytest.approx([width, 60 - width])
    assert found[1][0] == pytest.approx(width)


@pytest.mark.parametrize(
    ("how", "lefts"),
    [
        ('justify="start"', [0, 10]),
        ('justify="center"', [20, 30]),
        ('justify="end"', [40, 50]),
        ('justify="between"', [0, 50]),
    ],
)
def test_rows_justify(how: str, lefts: list[float]) -> None:
    assert [x for x, *_ in boxes(f'<row {how}><rect width="10"/><rect width="10"/></row>')] == lefts


@pytest.mark.parametrize(("how", "top"), [("start", 0), ("center", 35), ("end", 70), ("stretch", 35)])
def test_rows_align_across(how: str, top: float) -> None:
    ((_, y, _, height),) = boxes(f'<row align="{how}"><rect width="10" height="10"/></row>')
    assert (y, height) == (top, 10)


def test_columns_give_texts_what_they_need_and_the_rest_to_others() -> None:
    composed = compose('<face><column gap="2"><rect/><text style="plain">a</text></column></face>')
    assert composed.diagnostics == ()
    assert composed.face is not None
    fill, run = everything(composed.face.items)
    assert isinstance(fill, Fill)
    assert isinstance(run, GlyphRun)
    line = composed.fits[0]
    assert path_box(fill.path).height == pytest.approx(80 - 2 - 9 * 1.2 * 25.4 / 72, abs=0.6)
    assert line.share_of_box == pytest.approx(1.0)


def test_columns_close_up_around_what_is_not_there() -> None:
    body = '<column gap="2"><image src="{{ piece.art }}" optional="true"/><text>{{ piece.text }}</text><rect/></column>'
    assert boxes(body) == [(0, 0, 60, 80)]


def test_grids_fill_row_by_row() -> None:
    assert boxes('<grid columns="2" gap="2"><rect/><rect/><rect inset="1"/></grid>') == [
        (0, 0, 29, 39),
        (31, 0, 29, 39),
        (1, 42, 27, 37),
    ]
    assert boxes('<grid columns="3" cell-height="10"><rect/></grid>') == [(0, 0, 20, 10)]


def test_tables_are_as_high_as_their_texts() -> None:
    composed = compose(
        """<face><table columns="20 1*" padding="1" rule="0.2">
        <tr header="true" fill="#f00"><td>kusů</td><td>co</td></tr>
        <tr><td>3</td><td fill="#00f">{{ piece.name }} a ještě mnoho dalších věcí, které se nevejdou na jeden řádek</td></tr>
        </table></face>""",
        {"name": text("luk")},
    )
    assert composed.diagnostics == ()
    assert composed.face is not None
    drawn = everything(composed.face.items)
    fills = [path_box(item.path) for item in drawn if isinstance(item, Fill)]
    (rule,) = [item for item in drawn if isinstance(item, Stroke)]
    assert (fills[0].width, fills[1].x, fills[1].width) == (60, 20, 40)
    assert fills[0].bottom == pytest.approx(fills[1].y)
    assert path_box(rule.path).y == pytest.approx(fills[1].y)
    assert fills[1].height > fills[0].height
    assert words(composed).startswith("kusůco3luk a ještě")


def test_what_is_the_same_on_every_piece_is_one_shared_group() -> None:
    composed = compose(
        '<face><rect inset="0"/><rect inset="1"/><rect inset="2"/><rect inset="3" fill="{{ "#f00" }}"/></face>'
    )
    assert composed.face is not None
    group, fill = composed.face.items
    assert isinstance(group, Group)
    assert (group.shared or "").startswith("layout ")
    assert len(group.items) == 3
    assert isinstance(fill, Fill)


def test_the_ground_of_a_face_reaches_the_bleed() -> None:
    (ground,) = items('<face fill="#f00"/>')
    assert ground == Fill((("R", -3.0, -3.0, 66.0, 86.0),), RED)


def test_cells_of_the_other_theme_are_left_blank() -> None:
    body = '<face><table columns="1* 1*"><tr><td ink="low">a</td><td>b</td></tr></table></face>'
    (run,) = everything(items(body))
    assert isinstance(run, GlyphRun)
    assert (run.text, run.x) == ("b", 31)
