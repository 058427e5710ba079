"""Texts, icons, pictures, codes and other faces on a face."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from pnp.colour import Colour
from pnp.draw import Fill, GlyphRun, Group, Halo, Picture, Stroke, path_box
from pnp.geometry import Box
from pnp.model import FieldDeclaration
from pnp.source import Origin, Span
from pnp.units import pt
from tests.layout.game import codes, compose, composer, everything, game, items, text, words


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (200, 20, 20)).save(out, "PNG")
    return out.getvalue()


SHARP = png(600, 800)


def test_white_space_of_the_layout_counts_as_one_space() -> None:
    body = """<face><text inset="2">
        {{ piece.name }}
        a <br/>  meč
    </text></face>"""
    composed = compose(body, {"name": text("luk")})
    assert words(composed).replace(" ", "") == "lukameč"
    assert composed.fits[0].lines == 2


def test_line_breaks_of_the_data_are_kept() -> None:
    assert (
        compose('<face><text inset="2">{{ piece.text }}</text></face>', {"text": text("a\nb\nc")})
        .fits[0]
        .lines
        == 3
    )


def test_inline_marks_work_across_data_and_layout() -> None:
    composed = compose(
        '<face><text inset="2">**{{ piece.name }}** :{{ piece.sign }}:</text></face>',
        {"name": text("luk"), "sign": "trophy"},
    )
    assert composed.diagnostics == ()
    assert composed.face is not None
    assert any(isinstance(item, Group) and item.alt == "trophy" for item in composed.face.items)


def test_overset_points_at_the_data_and_names_the_layout() -> None:
    (finding,) = compose(
        '<face>\n<text width="10" height="4">a: {{ piece.text }}</text></face>',
        {"text": text("slovo " * 30, 14)},
    ).diagnostics
    assert (finding.code, finding.piece) == ("T100", "weapons/p1")
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("cards/weapons.yaml", 14)
    ((place, note),) = finding.related
    assert (place.file, place.line, note) == ("layouts/main.xml", 2, "set by this element of the layout")


def test_a_missing_glyph_is_pointed_at_to_the_letter() -> None:
    (finding,) = compose(
        '<face><text inset="2">{{ piece.name }}: {{ piece.text }}</text></face>',
        {"name": text("a"), "text": text("psát ☃", 14)},
    ).diagnostics
    assert finding.code == "T200"
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (14, 16)


def test_faults_of_words_in_the_layout_point_at_the_layout() -> None:
    found = compose(
        '<face>\n<text inset="2">{{ piece.name }} :nothing-such: **b</text></face>', {"name": text("a")}
    ).diagnostics
    assert [
        (one.code, one.span and one.span.file, one.span and one.span.line, one.related) for one in found
    ] == [
        ("T300", "layouts/main.xml", 2, ()),
        ("A100", "layouts/main.xml", 2, ()),
    ]


def test_a_faulty_expression_of_a_text_is_reported_where_it_stands() -> None:
    (finding,) = compose(
        '<face><text inset="2">{{ piece.text }}</text></face>',
        {"text": text("{{ facts.hnad }}", 14)},
        facts={"hand": 2},
    ).diagnostics
    assert finding.code.startswith("X")
    assert finding.span is not None
    assert finding.span.line == 14


def test_styles_are_changed_by_attributes() -> None:
    (run,) = everything(
        items('<face><text style="plain" font-size="20pt" colour="#f00" halo="white 0.5">a</text></face>')
    )
    assert isinstance(run, GlyphRun)
    assert run.size == pytest.approx(pt(20).mm)
    assert run.colour == Colour(255, 0, 0)
    assert run.halo == Halo(Colour(255, 255, 255), 0.5)


def test_texts_shrink_between_their_sizes_and_the_fit_is_reported() -> None:
    body = '<face><text width="40" height="10" style="plain" font-size="12pt" min-font-size="6pt">{{ piece.text }}</text></face>'
    (fit,) = compose(body, {"text": text("slovo " * 14)}).fits
    assert pt(6) <= fit.size < pt(12)
    assert not fit.overset
    assert fit.share_of_box <= 1.0 + 1e-6
    assert (fit.piece, fit.language, fit.span.line) == ("weapons/p1", "cs", 1)


def test_icons_lie_in_their_box() -> None:
    (icon,) = items('<face><icon name="trophy" x="4" y="5" size="10" colour="#f00"/></face>')
    assert isinstance(icon, Group)
    assert icon.alt == "trophy"
    assert icon.matrix.apply(0, 0) == pytest.approx((4, 5))
    assert icon.matrix.apply(512, 512) == pytest.approx((14, 15))
    (fill,) = icon.items
    assert isinstance(fill, Fill)
    assert fill.paint == Colour(255, 0, 0)
    assert items('<face><icon name="{{ piece.art }}" optional="true"/></face>') == []


def test_an_if_without_an_else_comes_to_nothing() -> None:
    assert items('<face><icon name="{{ piece.art if piece.art }}" optional="true"/></face>') == []
    (plain, chosen) = items('<face><rect rx="{{ 2 if piece.art }}"/><rect rx="{{ 2 if piece.id }}"/></face>')
    assert plain != chosen


def test_pictures_cover_their_box() -> None:
    files = {"art/bow.png": SHARP}
    (group,) = items('<face><image src="art/bow.png" width="30" height="30"/></face>', files=files)
    assert isinstance(group, Group)
    assert group.clip is not None
    assert path_box(group.clip.path) == Box(0, 0, 30, 30)
    (picture,) = group.items
    assert isinstance(picture, Picture)
    assert (picture.x, picture.y, picture.width, picture.height) == pytest.approx((0, -5, 30, 40))
    (contained,) = items(
        '<face><image src="art/bow.png" width="30" height="30" fit="contain"/></face>', files=files
    )
    assert isinstance(contained, Picture)
    assert (contained.width, contained.height) == pytest.approx((22.5, 30))


def test_the_focus_of_a_picture_stays_in_sight() -> None:
    (group,) = items(
        '<face><image src="a.png" width="30" height="30" focus="50% 0%"/></face>', files={"a.png": SHARP}
    )
    (picture,) = everything([group])
    assert isinstance(picture, Picture)
    assert picture.y == pytest.approx(0)


def test_pictures_reach_the_bleed_or_hold_it() -> None:
    files = {"a.png": png(660, 860)}
    (picture,) = everything(items('<face><image src="a.png" inset="0" bleed="true"/></face>', files=files))
    assert isinstance(picture, Picture)
    assert (picture.x, picture.y, picture.width, picture.height) == pytest.approx((-3, -3, 66, 86))
    (held,) = everything(items('<face><image src="a.png" inset="0" bleed-in-art="3"/></face>', files=files))
    assert held == picture


def test_a_picture_that_claims_bleed_and_has_none_is_warned_of() -> None:
    composed = compose('<face><image src="a.png" inset="0" bleed-in-art="3"/></face>', files={"a.png": SHARP})
    assert codes(composed) == ["A221"]


def test_a_coarse_picture_is_warned_of() -> None:
    composed = compose('<face><image src="a.png" inset="0"/></face>', files={"a.png": png(60, 80)})
    assert codes(composed) == ["A220"]
    assert composed.face is not None


def test_a_coarse_picture_of_a_piece_is_reported_where_the_piece_names_it_and_not_in_the_layout() -> None:
    body = '<face>\n<image src="{{ piece.art }}" inset="0"/></face>'
    made = game({"main": body}, [{"art": "a.png"}])
    place = Span("cards/weapons.yaml", 10, 20, 10, 25)
    piece = replace(made.sets[0].pieces[0], origins={"art": Origin(place)})
    (finding,) = composer(made, {"a.png": png(60, 80)}).compose(piece).diagnostics
    assert (finding.code, finding.span, finding.piece) == ("A220", place, "weapons/p1")
    assert [(span.file, span.line) for span, _ in finding.related] == [("layouts/main.xml", 2)]


def test_a_coarse_picture_of_the_layout_is_reported_in_the_layout_whatever_words_the_piece_holds() -> None:
    declared = [FieldDeclaration("motto", "text"), FieldDeclaration("frame", "picture")]
    made = game(
        {"main": '<face>\n<image src="a.png" inset="0"/></face>'},
        [{"motto": "a.png", "style": "a.png", "art": "a", "frame": "a.pn"}],
        declared=declared,
    )
    place = Origin(Span("cards/weapons.yaml", 10, 20, 10, 25))
    piece = made.sets[0].pieces[0]
    piece = replace(piece, origins=dict.fromkeys(piece.fields, place))
    (finding,) = composer(made, {"a.png": png(60, 80)}).compose(piece).diagnostics
    assert finding.span is not None
    assert (finding.code, finding.span.file, finding.related) == ("A220", "layouts/main.xml", ())


def test_pictures_are_clipped_to_shapes() -> None:
    (group,) = items('<face><image src="a.png" inset="10 20" clip="circle"/></face>', files={"a.png": SHARP})
    assert isinstance(group, Group)
    assert group.clip is not None
    assert path_box(group.clip.path) == Box(20, 30, 20, 20)


def test_drawings_are_fitted_like_pictures() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="20" fill="#00f"/></svg>'
    (group,) = items(
        '<face><image src="a.svg" width="30" height="30" fit="contain"/></face>', files={"a.svg": svg}
    )
    assert isinstance(group, Group)
    assert group.matrix.apply(0, 0) == pytest.approx((7.5, 0))
    assert group.matrix.apply(10, 20) == pytest.approx((22.5, 30))


def test_a_broken_drawing_is_reported_and_leaves_the_rest() -> None:
    composed = compose('<face><image src="a.svg"/><rect/></face>', files={"a.svg": b"<svg"})
    assert codes(composed) == ["A110"]
    assert composed.face is not None
    assert len(composed.face.items) == 1


def test_qr_codes() -> None:
    (code,) = items(
        '<face><qr text="https://example.org/{{ piece.id }}" x="5" y="5" width="20" height="20"/></face>'
    )
    assert isinstance(code, Group)
    assert code.alt == "https://example.org/p1"
    (fill,) = code.items
    assert isinstance(fill, Fill)
    assert Box(5, 5, 20, 20).holds(path_box(fill.path))


def test_another_piece_is_shown_small() -> None:
    of = game(
        {
            "main": '<face><face-of piece="bow" x="10" y="10" width="30" height="40"/></face>',
            "bow": '<face><rect inset="0"/></face>',
        },
        [{"id": "big"}, {"id": "bow", "layout": "bow", "name": text("luk")}],
    )
    face = composer(of).compose(of.sets[0].pieces[0]).face
    assert face is not None
    (group,) = face.items
    assert isinstance(group, Group)
    assert group.alt == "luk"
    assert group.matrix.apply(60, 80) == pytest.approx((40, 50))
    assert group.clip is not None
    assert path_box(group.clip.path) == Box(0, 0, 60, 80)


def test_a_lane_shows_pieces_on_its_squares_and_outlines_the_empty_ones() -> None:
    lane = """{% from "pnp/lane.xml" import lane, arrow %}<face>
    {{ lane([["A1", none], ["A2", "bow"]], 10, 2, 12, 16, 1) }}{{ arrow(30, 10, 17, "#B3202C", 90) }}</face>"""
    of = game(
        {"main": lane, "bow": '<face><rect inset="0"/></face>'},
        [{"id": "big"}, {"id": "bow", "layout": "bow", "name": text("luk")}],
    )
    face = composer(of).compose(of.sets[0].pieces[0]).face
    assert face is not None
    shown, arrow = [item for item in face.items if isinstance(item, Group)]
    assert shown.alt == "luk"
    assert shown.matrix.apply(0, 0) == pytest.approx((10, 19))
    assert shown.matrix.apply(60, 80) == pytest.approx((22, 35))
    (dashed,) = [item for item in face.items if isinstance(item, Stroke) and item.dash]
    assert Box(10, 2, 12, 16).holds(path_box(dashed.path))
    (turned,) = arrow.items
    assert isinstance(turned, Group)
    assert arrow.matrix.apply(*turned.matrix.apply(0, 17)) == pytest.approx((13, 10))


def test_what_a_face_was_made_from_does_not_depend_on_the_faces_before_it() -> None:
    of = game(
        {
            "main": '<face><face-of piece="bow" x="10" y="10" width="30" height="40"/></face>',
            "bow": '<face><text inset="0">{{ facts.hand }}</text></face>',
        },
        [{"id": "one"}, {"id": "two"}, {"id": "bow", "layout": "bow"}],
        facts={"hand": 2},
    )
    one, two, _ = of.sets[0].pieces
    both = composer(of)
    assert both.compose(one).reads == both.compose(two).reads == composer(of).compose(two).reads


def test_pieces_that_show_each_other_end() -> None:
    of = game(
        {"a": '<face><face-of piece="b"/></face>', "b": '<face><face-of piece="a"/></face>'},
        [{"id": "a", "layout": "a"}, {"id": "b", "layout": "b"}],
    )
    composing = composer(of)
    for piece in of.pieces():
        assert "L331" in codes(composing.compose(piece))


def test_texts_below_one_that_does_not_fit_are_not_reported_for_the_room_that_it_took() -> None:
    body = """<face><column inset="0 0 70 0">
<text>{{ piece.text }}</text>
<text>{{ piece.name }}</text>
</column></face>"""
    (finding,) = compose(body, {"name": text("Prší"), "text": text("Všichni zmoknou. " * 40)}).diagnostics
    assert (finding.code, finding.related[0][0].line) == ("T100", 2)
    (finding,) = compose(
        body.replace("<text>", '<text height="10">', 1), {"name": text("Prší"), "text": text("A")}
    ).diagnostics
    assert (finding.code, finding.related[0][0].line) == ("T100", 3)
