"""SVG files of the author."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import Clip, Fill, Gradient, Group, Stroke
from pnp.draw.path import mapped_path
from pnp.geometry import Box, Matrix
from pnp.icons import CurrentColour, parse_svg
from pnp.icons.svg.geometry import bounds, items_box, parse_transform
from pnp.icons.svg.paint import css_colour
from pnp.icons.svg_path import parse_path
from tests.laws import examples

RED, BLUE, GREEN = Colour(255, 0, 0), Colour(0, 0, 255), Colour(0, 128, 0)


def svg(body, attributes='viewBox="0 0 10 10"'):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>'
        f"{body}</svg>"
    ).encode()


def drawn(body, attributes='viewBox="0 0 10 10"'):
    """The items of a drawing without a single finding."""
    drawing, found = parse_svg(svg(body, attributes), "a.svg")
    assert found == []
    return drawing.items


def codes(data):
    return [found.code for found in parse_svg(data, "icons/a.svg")[1]]


def only(body):
    (item,) = drawn(body)
    return item


class TestFrame:
    """G03: every kind of size fills the icon's box."""

    @pytest.mark.parametrize(
        ("attributes", "size"),
        [
            ('width="100%" height="100%" viewBox="0 0 512 512"', (512, 512)),
            ('viewBox="0 0 20 30"', (20, 30)),
            ('width="64px" height="32"', (64, 32)),
            ('width="1in" height="25.4mm"', (96, 96)),
            ('width="4cm" height="4cm" viewBox="0,0,8,8"', (8, 8)),
        ],
    )
    def test_sizes(self, attributes, size):
        drawing, found = parse_svg(svg('<rect width="4" height="4"/>', attributes), "a.svg")
        assert found == []
        assert (drawing.width, drawing.height) == pytest.approx(size)

    def test_a_viewbox_with_an_offset_is_moved_to_the_origin(self):
        drawing, _ = parse_svg(
            svg('<rect x="-10" y="-10" width="20" height="20"/>', 'viewBox="-10 -10 20 20"'), "a"
        )
        assert items_box(drawing.items) == Box(0, 0, 20, 20)

    @pytest.mark.parametrize(
        ("ratio", "box"),
        [
            ("none", (0, 0, 40, 40)),
            ("xMinYMax meet", (0, 20, 40, 20)),
            ("", (0, 10, 40, 20)),
            ("xMinYMid slice", (0, 0, 80, 40)),
        ],
    )
    def test_a_page_of_another_shape_than_the_viewbox_is_the_frame(self, ratio, box):
        """A banner that was drawn to be stretched came out in its first shape."""
        attributes = f'width="40mm" height="40mm" viewBox="5 5 20 10" preserveAspectRatio="{ratio}"'
        drawing, found = parse_svg(svg('<rect x="5" y="5" width="20" height="10"/>', attributes), "a.svg")
        assert found == []
        assert drawing.width == drawing.height == pytest.approx(151.181, abs=1e-3)
        whole = drawing.items[0] if ratio != "xMinYMid slice" else drawing.items[0].items[0]
        found_box = items_box([whole])
        shown = (found_box.x, found_box.y, found_box.width, found_box.height)
        assert shown == pytest.approx([side * drawing.width / 40 for side in box], abs=1e-6)

    def test_without_any_size_the_drawing_is_its_own_frame(self):
        drawing, found = parse_svg(svg('<rect x="5" y="6" width="7" height="8"/>', ""), "a.svg")
        assert [f.code for f in found] == ["A113"]
        assert (drawing.width, drawing.height) == (7, 8)
        assert items_box(drawing.items) == Box(0, 0, 7, 8)

    def test_what_reaches_beyond_the_frame_is_clipped(self):
        group = only('<circle cx="0" cy="0" r="5" fill="red"/>')
        assert group.clip == Clip((("R", 0.0, 0.0, 10.0, 10.0),))

    def test_percentages_refer_to_the_frame(self):
        assert bounds(only('<rect x="10%" width="50%" height="100%" fill="red"/>').path) == Box(1, 0, 5, 10)


class TestShapes:
    @pytest.mark.parametrize(
        ("element", "box"),
        [
            ('<rect x="1" y="2" width="3" height="4"/>', Box(1, 2, 3, 4)),
            ('<rect x="1" y="2" width="6" height="4" rx="1"/>', Box(1, 2, 6, 4)),
            ('<rect x="1" y="2" width="6" height="4" rx="3" ry="1"/>', Box(1, 2, 6, 4)),
            ('<circle cx="5" cy="5" r="4"/>', Box(1, 1, 8, 8)),
            ('<ellipse cx="5" cy="5" rx="4" ry="2"/>', Box(1, 3, 8, 4)),
            ('<polygon points="1,1 9,1 5,9"/>', Box(1, 1, 8, 8)),
            ('<polyline points="1 1 9 1 5 9"/>', Box(1, 1, 8, 8)),
            ('<path d="M0 0C0 8 8 8 8 0"/>', Box(0, 0, 8, 6)),
        ],
    )
    def test_boxes(self, element, box):
        found = bounds(only(element).path)
        assert (found.x, found.y, found.width, found.height) == pytest.approx(
            (box.x, box.y, box.width, box.height)
        )

    def test_the_corners_of_a_rectangle_are_quarters_of_an_ellipse(self):
        path = only('<rect width="8" height="8" rx="4" ry="2"/>').path
        assert path[0] == ("M", 8.0, 6.0)
        assert path[1][-2:] == (4.0, 8.0)
        assert [segment[0] for segment in path] == [*"MCLCLCLC", "Z"]

    def test_a_line_has_no_inside(self):
        stroke = only('<line x1="1" y1="1" x2="9" y2="9" fill="red" stroke="blue"/>')
        assert isinstance(stroke, Stroke)

    @pytest.mark.parametrize("d", ["M1 5H9", "M1 1L9 9", "M2 2L8 8L4 4Z", "M1 1C3 3 5 5 9 9", "M5 5Z"])
    def test_a_line_without_an_inside_is_not_filled(self, d):
        """Viewers of PDFs draw a hairline where nothing is to be filled."""
        (item,) = drawn(f'<path d="{d}" stroke="red"/>')
        assert isinstance(item, Stroke)

    def test_only_what_has_an_inside_is_filled(self):
        fill, stroke = drawn('<path d="M1 1H9M1 2h5v5zM3 9l5 .01" stroke="red"/>')
        assert bounds(fill.path) == Box(1, 2, 5, 5)
        assert bounds(stroke.path).height == pytest.approx(8.01)

    def test_the_fill_lies_under_the_stroke(self):
        fill, stroke = drawn(
            '<rect x="1" y="1" width="5" height="5" fill="red" stroke="blue" stroke-width="2"/>'
        )
        assert (fill.paint, stroke.paint, stroke.width) == (RED, BLUE, 2)

    def test_stroke_properties(self):
        stroke = only(
            '<path d="M1 1L9 9" fill="none" stroke="red" stroke-dasharray="1 2 3" stroke-linecap="round" '
            'stroke-linejoin="bevel"/>'
        )
        assert (stroke.width, stroke.dash, stroke.cap, stroke.join) == (
            1,
            (1, 2, 3, 1, 2, 3),
            "round",
            "bevel",
        )

    def test_the_fill_rule_is_nonzero_unless_said_otherwise(self):
        assert not only('<path d="M0 0H9V9Z" fill="red"/>').even_odd
        assert only('<path d="M0 0H9V9Z" fill="red" fill-rule="evenodd"/>').even_odd


class TestStyle:
    def test_the_strongest_source_wins(self):
        body = (
            "<style>rect { fill: black } .a { fill: red } #b { fill: blue } rect.c { fill: green }"
            "/* .a { fill: white } */</style>"
            '<rect class="a" fill="white" width="1" height="1"/>'
            '<rect class="a" id="b" width="1" height="1"/>'
            '<rect class="x c a" width="1" height="1"/>'
            '<rect class="a" style="fill: #00f !important" width="1" height="1"/>'
        )
        assert [item.paint for item in drawn(body)] == [RED, BLUE, GREEN, BLUE]

    def test_what_is_important_wins_wherever_it_stands(self):
        body = (
            "<style>#b { fill: blue } .a { fill: red !important }</style>"
            '<rect class="a" id="b" style="fill: green" width="1" height="1"/>'
        )
        assert only(body).paint == RED

    def test_a_rule_behind_one_for_a_medium_or_a_font_counts(self):
        sheet = (
            '@import url("x;y.css"); .a { fill: red } @media print { .a { fill: blue } .b { fill: blue } }'
            "@font-face { font-family: x; src: url(x) } .b { fill: green }"
        )
        shapes = '<rect class="a" width="1" height="1"/><rect class="b" width="1" height="1"/>'
        drawing, found = parse_svg(svg(f"<style>{sheet}</style>{shapes}"), "a.svg")
        assert [item.paint for item in drawing.items] == [RED, GREEN]
        assert [fault.message for fault in found] == [
            "'@ rules of style sheets' of SVG is not supported and left out"
        ]

    def test_the_stroke_lies_under_the_fill_where_that_is_asked_for(self):
        shape = '<rect x="1" y="1" width="8" height="8" stroke="red" style="paint-order: {}"/>'
        kinds = [
            type(item) for item in drawn("".join(map(shape.format, ("stroke", "fill", "markers stroke"))))
        ]
        assert kinds == [Stroke, Fill, Fill, Stroke, Stroke, Fill]

    def test_endless_style_sheets_take_one_pass(self):
        sheet = "a" * 50_000 + "{}" + ".x" * 50_000 + " {" + "/*" * 50_000
        assert codes(svg(f'<style>{sheet}</style><rect width="1" height="1"/>')) == []

    def test_a_group_hands_its_style_down(self):
        body = (
            '<g fill="red" stroke="blue"><g stroke="none"><rect width="1" height="1" fill="inherit"/></g></g>'
        )
        assert only(body) == Fill((("R", 0.0, 0.0, 1.0, 1.0),), RED)

    def test_hidden_elements_are_not_drawn(self):
        body = (
            '<rect width="1" height="1" display="none"/><g visibility="hidden"><rect width="2" height="2"/>'
            '<rect width="3" height="3" visibility="visible"/></g>'
        )
        assert bounds(only(body).path).width == 3

    def test_the_opacity_of_a_single_shape_goes_into_its_colour(self):
        assert only('<rect width="1" height="1" fill="red" opacity=".5"/>').paint == Colour(255, 0, 0, 128)
        assert only('<rect width="1" height="1" fill="red" fill-opacity="20%"/>').paint.alpha == 51

    def test_a_group_is_faded_as_one_picture(self):
        group = only('<g opacity=".5"><rect width="2" height="2"/><rect x="1" width="2" height="2"/></g>')
        assert (group.opacity, len(group.items)) == (0.5, 2)

    @pytest.mark.parametrize(
        ("text", "colour"),
        [
            ("Red", RED),
            ("#00f", BLUE),
            ("#0000FF80", Colour(0, 0, 255, 128)),
            ("#00f8", Colour(0, 0, 255, 136)),
            ("rgb(255, 0, 0)", RED),
            ("rgba(100% 0% 0% / 50%)", Colour(255, 0, 0, 128)),
            ("hsl(240, 100%, 50%)", BLUE),
            ("hsl(120deg 100% 25%)", GREEN),
            ("transparent", Colour(0, 0, 0, 0)),
            ("rgb(1,2)", None),
            ("var(--x)", None),
        ],
    )
    def test_colours(self, text, colour):
        assert css_colour(text) == colour


class TestMonochrome:
    @pytest.mark.parametrize(
        ("body", "monochrome"),
        [
            ('<rect width="1" height="1"/>', True),
            ('<rect x="1" y="1" width="1" height="1" fill="currentColor" stroke="#000"/>', True),
            ('<rect width="1" height="1" fill="red"/>', False),
            ('<g color="red"><rect width="1" height="1" fill="currentColor"/></g>', False),
            ('<rect width="1" height="1"/><rect width="1" height="1" fill="white"/>', False),
        ],
    )
    def test_black_and_currentcolor_take_any_colour(self, body, monochrome):
        drawing, _ = parse_svg(svg(body), "a.svg")
        assert drawing.monochrome is monochrome
        assert isinstance(drawing.items[0].paint, CurrentColour) is monochrome


class TestTransform:
    @pytest.mark.parametrize(
        ("text", "point"),
        [
            ("", (1, 2)),
            ("translate(3)", (4, 2)),
            ("translate(3, 4) scale(2)", (5, 8)),
            ("scale(2 3)", (2, 6)),
            ("rotate(90)", (-2, 1)),
            ("rotate(90 1 2)", (1, 2)),
            ("matrix(1 0 0 1 5 6)", (6, 8)),
            ("skewX(45)", (3, 2)),
            ("skewY(45)", (1, 3)),
        ],
    )
    def test_functions(self, text, point):
        assert parse_transform(text).apply(1, 2) == pytest.approx(point)

    @pytest.mark.parametrize(
        "text", ["scale()", "spin(3)", "scale(1", "scale(a)", "matrix(1 2)", "scale(1e99) scale(1e99)"]
    )
    def test_what_cannot_be_read(self, text):
        assert parse_transform(text) is None

    def test_the_inverse_leads_back(self):
        matrix = parse_transform("rotate(30) scale(2 3) translate(4 5)")
        assert matrix.inverse().apply(*matrix.apply(7, 8)) == pytest.approx((7, 8))

    def test_strokes_grow_with_their_element(self):
        group = only('<path transform="scale(2)" d="M1 1L4 4" stroke="red" fill="none"/>')
        assert group.matrix == Matrix(2, 0, 0, 2, 0, 0)


GRADIENT = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#00f" stop-opacity=".5"/></linearGradient>'


class TestGradients:
    def test_a_gradient_across_the_box_of_its_shape(self):
        """G01: it is not silently black."""
        paint = only(f'<defs>{GRADIENT}</defs><rect x="2" width="4" height="6" fill="url(#g)"/>').paint
        assert (paint.x1, paint.y1, paint.x2, paint.y2) == (2, 0, 6, 0)
        assert [(stop.at, stop.colour) for stop in paint.stops] == [(0, RED), (1, Colour(0, 0, 255, 128))]

    def test_a_gradient_in_the_units_of_the_drawing_with_a_transform(self):
        body = (
            f'{GRADIENT}<linearGradient id="h" xlink:href="#g" gradientUnits="userSpaceOnUse" x1="1" y1="0" x2="3" '
            'y2="0" gradientTransform="translate(1 1) scale(2)"/><rect width="9" height="9" fill="url(#h)"/>'
        )
        paint = only(body).paint
        assert (paint.x1, paint.y1, paint.x2, paint.y2) == pytest.approx((3, 1, 7, 1))
        assert len(paint.stops) == 2

    def test_lines_of_one_colour_stay_so_when_the_gradient_is_skewed(self):
        body = (
            f'{GRADIENT}<linearGradient id="h" href="#g" gradientUnits="userSpaceOnUse" x1="0" x2="4" '
            'gradientTransform="skewX(45)"/><rect width="9" height="9" fill="url(#h)"/>'
        )
        paint = only(body).paint
        # The line x = 4 becomes the line through (4, 0) and (5, 1); both ends of it have the last colour.
        direction = (paint.x2 - paint.x1, paint.y2 - paint.y1)
        square = direction[0] ** 2 + direction[1] ** 2
        for x, y in ((4, 0), (5, 1)):
            at = ((x - paint.x1) * direction[0] + (y - paint.y1) * direction[1]) / square
            assert at == pytest.approx(1)

    def test_a_radial_gradient_in_a_long_box_is_an_ellipse(self):
        group = only(
            '<radialGradient id="r"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>'
            '<rect width="10" height="5" fill="url(#r)"/>'
        )
        (fill,) = group.items
        assert (fill.paint.kind, fill.paint.x1, fill.paint.radius) == ("radial", 0.5, 0.5)
        assert group.matrix == Matrix(10, 0, 0, 5, 0, 0)
        assert group.matrix.apply_box(bounds(fill.path)) == Box(0, 0, 10, 5)

    def test_a_radial_gradient_that_is_turned_stays_round(self):
        fill = only(
            '<radialGradient id="r" gradientUnits="userSpaceOnUse" cx="2" cy="0" r="2" '
            'gradientTransform="rotate(90) scale(2)"><stop stop-color="red"/><stop offset="1"/></radialGradient>'
            '<rect width="10" height="5" fill="url(#r)"/>'
        )
        assert (fill.paint.x1, fill.paint.y1, fill.paint.radius) == pytest.approx((0, 4, 4))

    def test_a_gradient_of_one_stop_is_a_colour(self):
        body = '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="1" height="1" fill="url(#g)"/>'
        assert only(body).paint == RED

    def test_stops_that_run_back_are_pushed_forward(self):
        body = (
            '<linearGradient id="g"><stop offset="50%" stop-color="red"/><stop offset="0.2" stop-color="blue"/>'
            '</linearGradient><rect width="1" height="1" fill="url(#g)"/>'
        )
        assert [stop.at for stop in only(body).paint.stops] == [0.5, 0.5]

    def test_gradients_that_refer_to_each_other_end(self):
        body = (
            '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
            '<rect x="1" y="1" width="1" height="1" fill="url(#a)" stroke="red"/>'
        )
        assert isinstance(only(body), Stroke)

    def test_a_pattern_is_named_and_its_fallback_used(self):
        drawing, found = parse_svg(
            svg('<pattern id="p"/><rect width="1" height="1" fill="url(#p) red"/>'), "icons/a.svg"
        )
        assert drawing.items[0].paint == RED
        assert [(f.code, f.message) for f in found] == [
            ("A111", "'pattern' of SVG is not supported and left out")
        ]
        assert str(found[0].span).startswith("icons/a.svg:1:")


class TestUseAndClip:
    def test_an_element_is_used_twice(self):
        body = '<defs><rect id="r" width="2" height="2" fill="red"/></defs><use href="#r"/><use xlink:href="#r" x="5" y="1"/>'
        first, second = drawn(body)
        assert isinstance(first, Fill)
        assert second.matrix.apply_box(items_box(second.items)) == Box(5, 1, 2, 2)

    def test_a_used_shape_takes_the_style_of_its_user(self):
        body = '<defs><rect id="r" width="2" height="2"/></defs><use href="#r" fill="red"/>'
        assert only(body).paint == RED

    def test_a_symbol_is_fitted_into_the_size_of_its_user(self):
        body = (
            '<symbol id="s" viewBox="0 0 100 100"><rect width="100" height="100" fill="red"/></symbol>'
            '<use href="#s" x="2" y="2" width="4" height="6"/>'
        )
        item = only(body)
        assert items_box([item]) == Box(2, 3, 4, 4)

    def test_a_clip_path(self):
        body = (
            '<clipPath id="c"><circle cx="2" cy="2" r="2"/></clipPath>'
            '<g clip-path="url(#c)"><rect width="9" height="9" fill="red"/></g>'
        )
        group = only(body)
        assert bounds(group.clip.path) == Box(0, 0, 4, 4)

    def test_a_clip_path_in_the_box_of_what_it_clips(self):
        body = (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
            '<rect x="2" width="6" height="4" fill="red" clip-path="url(#c)"/>'
        )
        assert bounds(only(body).clip.path) == Box(2, 0, 3, 4)

    def test_an_element_that_uses_itself_ends(self):
        data = svg('<g id="a"><rect width="1" height="1"/><use href="#a"/></g>')
        drawing, found = parse_svg(data, "a.svg")
        assert [f.code for f in found] == ["A111", "A113"]
        assert drawing is not None

    def test_uses_of_uses_are_counted(self):
        layers = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 20 + "</g>" for n in range(1, 9))
        assert codes(svg(f'<defs><rect id="l0" width="1" height="1"/>{layers}</defs><use href="#l8"/>')) == [
            "A114"
        ]

    def test_deep_nesting_is_refused(self):
        assert codes(svg("<g>" * 100 + "</g>" * 100)) == ["A110"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "code", "words"),
        [
            (b"", "A110", "empty"),
            (b"  \n", "A110", "empty"),
            (b"hello", "A110", "not XML"),
            (b"\x89PNG\r\n\x1a\n\x00", "A110", "not XML"),
            (b"\x1f\x8b\x08\x00", "A110", "svgz"),
            (b"<html><body/></html>", "A110", "root element is 'html'"),
            (svg('<path d=""/>'), "A112", "draws nothing"),
            (svg('<rect width="5" height="5" fill="none"/>'), "A112", "draws nothing"),
            (svg("<rect/>", ""), "A112", "draws nothing"),
            (
                b'<!DOCTYPE svg [<!ENTITY x "&y;">]><svg xmlns="http://www.w3.org/2000/svg"/>',
                "A110",
                "entities",
            ),
            (b'<?xml version="1.0" encoding="klingon"?><svg/>', "A110", "not XML"),
        ],
    )
    def test_errors(self, data, code, words):
        """G02, G05: reported by file, nothing raised, nothing drawn."""
        drawing, found = parse_svg(data, "icons/a.svg")
        assert drawing is None
        assert found[-1].code == code
        assert words in found[-1].message
        assert found[-1].span.file == "icons/a.svg"

    def test_a_bomb_of_entities_is_not_expanded(self):
        entities = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 60))
        data = f'<!DOCTYPE svg [<!ENTITY e0 "ha">{entities}]><svg><text>&e59;</text></svg>'.encode()
        assert codes(data) == ["A110"]

    def test_a_file_of_the_computer_is_not_read(self):
        data = (
            b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&x;</text></svg>'
        )
        assert codes(data) == ["A110"]

    def test_a_bare_doctype_of_old_programs_is_harmless(self):
        head = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
        assert codes(head + svg('<rect width="1" height="1"/>')) == []

    @pytest.mark.parametrize(
        ("body", "feature"),
        [
            ("<text>Útok <tspan>3</tspan> + štít</text>", "text"),  # G04
            ('<image href="data:image/png;base64,iVBO\nRw0="/>', "image"),  # G07
            ("<foreignObject/>", "foreignObject"),
            ("<script>x()</script>", "script"),
            ('<rect width="1" height="1"><animate attributeName="x"/></rect>', "animate"),
            ('<g filter="url(#f)"><rect width="1" height="1"/></g>', "filter"),
            ('<rect width="1" height="1" style="mask: url(#m)"/>', "mask"),
            ('<use href="other.svg#a"/>', "a reference to another file"),
            ('<rect width="1" height="1" fill="url(http://x/y#z)"/>', "a reference to another file"),
            ('<rect width="1" height="1" style="mix-blend-mode: multiply"/>', "mix-blend-mode"),
            ('<path d="M0 0L5 5" stroke="red" vector-effect="non-scaling-stroke"/>', "vector-effect"),
            (
                '<radialGradient id="g" fr=".3"><stop/></radialGradient><rect width="1" height="1" fill="url(#g)"/>',
                "fr of a radial gradient",
            ),
            ("<style>rect:nth-child(2) { fill: red }</style>", "the selector rect:nth-child(2)"),
            ("<style>@import 'x.css';</style>", "@ rules of style sheets"),
        ],
    )
    def test_what_is_not_supported_is_named(self, body, feature):
        drawing, found = parse_svg(svg(body + '<rect width="9" height="9"/>'), "icons/a.svg")
        assert [f.message for f in found if f.code == "A111"] == [
            f"'{feature}' of SVG is not supported and left out"
        ]
        assert drawing is not None

    def test_a_feature_is_reported_once_at_its_first_place(self):
        (found,) = parse_svg(svg("\n<text/>\n<text/><rect width='1' height='1'/>"), "a.svg")[1]
        assert found.span.line == 2

    @pytest.mark.parametrize(
        "element",
        [
            '<path d="M0 0L5 5 L,,9"/>',
            '<rect width="wide" height="1"/>',
            '<rect width="1" height="1" fill="var(--x)"/>',
            '<rect width="1" height="1" transform="spin(3)"/>',
            '<polygon points="1 2 3"/>',
            '<use href="#gone"/>',
            '<rect width="1" height="1" clip-path="url(#gone)"/>',
            '<rect width="1" height="1" fill="url(#gone)"/>',
            '<path d="M0 0H5" stroke="red" stroke-width="thick"/>',
            '<path d="M0 0H5" stroke="red" stroke-dasharray="1 -1"/>',
        ],
    )
    def test_a_value_that_cannot_be_read_is_reported(self, element):
        assert codes(svg(element + '<rect width="9" height="9"/>')) == ["A113"]

    def test_a_long_path_of_many_uses_is_refused(self):
        body = f'<path id="p" d="M0 0{"h1" * 30000}"/>' + '<use href="#p"/>' * 10
        assert codes(svg(body)) == ["A114"]


class TestSafety:
    @examples(30)
    @given(st.binary(max_size=200))
    def test_any_bytes_are_answered(self, data):
        drawing, found = parse_svg(data, "a.svg")
        assert drawing is not None or found

    @examples(75)
    @given(st.data())
    def test_any_drawing_is_answered_with_finite_numbers(self, data):
        tags = ["g", "path", "rect", "circle", "ellipse", "polygon", "line", "use", "symbol", "svg", "clipPath",
                "linearGradient", "radialGradient", "stop", "style", "text", "switch"]  # fmt: skip
        values = st.one_of(
            st.sampled_from(
                ["url(#a)", "#a", "#b", "1e9", "-5", "50%", "none", "red", "currentColor", "rotate(1e300)",
                 "0 0 1e-300 1", "M0 0A1e-9 1 9 01 1 1", "scale(0)", "inherit", "1e999", "nan", "userSpaceOnUse"]
            ),
            st.text("0123456789.-+eE,% MLQZurl(#)ab", max_size=12),
        )  # fmt: skip
        names = ["d", "x", "y", "width", "height", "r", "rx", "cx", "x1", "x2", "points", "transform", "fill", "stroke",
                 "stroke-width", "href", "id", "clip-path", "opacity", "viewBox", "offset", "gradientTransform",
                 "gradientUnits", "class", "style", "stroke-dasharray", "color"]  # fmt: skip

        tag_of, attributes = (
            st.sampled_from(tags),
            st.dictionaries(st.sampled_from(names), values, max_size=5),
        )

        def element(depth):
            tag, chosen = data.draw(tag_of), data.draw(attributes)
            text = "".join(f" {name}='{value}'" for name, value in chosen.items())
            inside = "".join(element(depth - 1) for _ in range(data.draw(st.integers(0, 3)))) if depth else ""
            return f"<{tag}{text}>{inside}</{tag}>"

        drawing, _ = parse_svg(svg(element(2) + element(2)), "a.svg")
        if drawing is not None:
            box = items_box(drawing.items)
            assert all(math.isfinite(value) for value in (box.x, box.y, box.width, box.height))
            _assert_finite(drawing.items)


def _assert_finite(items):
    for item in items:
        if isinstance(item, Group):
            assert all(map(math.isfinite, item.matrix))
            assert item.clip is None or all(math.isfinite(n) for _, *ns in item.clip.path for n in ns)
            _assert_finite(item.items)
        else:
            assert all(math.isfinite(number) for _, *numbers in item.path for number in numbers)
            if isinstance(item.paint, Gradient):
                paint = item.paint
                assert all(map(math.isfinite, (paint.x1, paint.y1, paint.x2, paint.y2, paint.radius)))


def test_a_mapped_rectangle_is_a_parallelogram():
    turned = mapped_path((("R", 0.0, 0.0, 2.0, 1.0),), parse_transform("rotate(90)"))
    assert turned == parse_path("M0 0L0 2L-1 2L-1 0Z")
