"""SVG files as they come from drawing programs, each named for what went wrong before."""

import pytest

from pnp.colour import Colour
from pnp.draw import Fill, Group, Stroke
from pnp.geometry import Box
from pnp.icons import CurrentColour, parse_svg
from pnp.icons.svg.geometry import bounds, items_box

RED, GREEN, BLACK = Colour(255, 0, 0), Colour(0, 128, 0), Colour(0, 0, 0)


def read(body, attributes='viewBox="0 0 10 10"'):
    data = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>{body}</svg>'
    return parse_svg(data.encode(), "a.svg")


def drawn(body, attributes='viewBox="0 0 10 10"'):
    drawing, found = read(body, attributes)
    assert found == []
    return drawing.items


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def only(body):
    (item,) = flat(drawn(body))
    return item


def clip_box(body):
    (group,) = drawn(body)
    return bounds(group.clip.path)


class TestLines:
    def test_a_miter_limit_is_passed_on(self):
        """V01"""
        assert only('<path d="M1 1L9 9" stroke="red" stroke-miterlimit="10"/>').miter == 10

    @pytest.mark.parametrize(("width", "units"), [("1mm", 96 / 25.4), ("3pt", 4), ("10%", 1), ("2", 2)])
    def test_a_width_has_units(self, width, units):
        """V07"""
        assert only(f'<path d="M1 1L9 9" stroke="red" stroke-width="{width}"/>').width == pytest.approx(units)

    @pytest.mark.parametrize(("offset", "units"), [("1", 1), ("1mm", 96 / 25.4), ("10%", 1)])
    def test_dashes_begin_where_the_file_says(self, offset, units):
        """V07"""
        line = f'<path d="M1 1L9 9" stroke="red" stroke-dasharray="2 1" stroke-dashoffset="{offset}"/>'
        assert only(line).dash_offset == pytest.approx(units)

    def test_a_point_with_a_round_cap_is_a_dot(self):
        stroke = only('<path d="M5 5h0" stroke="red" stroke-width="4" stroke-linecap="round"/>')
        assert bounds(stroke.path).width > 0

    def test_arrow_heads_of_the_shorthand_are_reported(self):
        """V02"""
        found = read('<marker id="a"/><path d="M1 1L9 9" stroke="red" style="marker: url(#a)"/>')[1]
        assert [each.code for each in found] == ["A111"]


class TestClips:
    """V03: the chapter on clip paths."""

    def test_a_use_is_moved(self):
        body = (
            '<defs><rect id="r" width="2" height="2"/></defs>'
            '<clipPath id="c"><use href="#r" x="3" y="4"/></clipPath>'
            '<rect width="9" height="9" fill="red" clip-path="url(#c)"/>'
        )
        assert clip_box(body) == Box(3, 4, 2, 2)

    def test_a_clip_path_is_clipped(self):
        body = (
            '<clipPath id="a"><rect width="5" height="9"/></clipPath>'
            '<clipPath id="c" clip-path="url(#a)"><rect width="9" height="2"/></clipPath>'
            '<rect width="9" height="9" fill="red" clip-path="url(#c)"/>'
        )
        (outer,) = drawn(body)
        (inner,) = outer.items
        assert {bounds(outer.clip.path).width, bounds(inner.clip.path).width} == {5, 9}

    def test_the_rule_comes_from_around_the_clip_path(self):
        body = (
            '<g clip-rule="evenodd"><clipPath id="c"><path d="M0 0h9v9h-9zM1 1h2v2h-2z"/></clipPath></g>'
            '<rect width="9" height="9" fill="red" clip-path="url(#c)"/>'
        )
        (group,) = drawn(body)
        assert group.clip.even_odd

    def test_a_transform_comes_after_the_box(self):
        body = (
            '<clipPath id="c" clipPathUnits="objectBoundingBox" transform="translate(1 0)">'
            '<rect width=".5" height=".5"/></clipPath>'
            '<rect width="8" height="8" fill="red" clip-path="url(#c)"/>'
        )
        assert clip_box(body) == Box(1, 0, 4, 4)

    @pytest.mark.parametrize("hidden", ['display="none"', 'visibility="hidden"'])
    def test_hidden_children_do_not_count(self, hidden):
        body = (
            f'<clipPath id="c"><rect width="2" height="2"/><rect x="5" width="2" height="2" {hidden}/></clipPath>'
            '<rect width="9" height="9" fill="red" clip-path="url(#c)"/>'
        )
        assert clip_box(body) == Box(0, 0, 2, 2)

    def test_shapes_that_overlap_and_may_cancel_each_other_are_reported(self):
        body = (
            '<clipPath id="c"><path d="M0 0h5v5h-5z"/><path d="M2 2v5h5v-5z"/></clipPath>'
            '<rect width="9" height="9" fill="red" clip-path="url(#c)"/>'
        )
        assert [each.code for each in read(body)[1]] == ["A111"]

    def test_lines_do_not_widen_the_box(self):
        body = (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
            '<rect x="2" y="2" width="4" height="4" stroke="red" stroke-width="2" clip-path="url(#c)"/>'
        )
        assert clip_box(body) == Box(2, 2, 4, 4)

    def test_a_mask_of_one_white_shape_is_a_clip(self):
        """V10: round flags and inner strokes of Figma."""
        body = (
            '<mask id="m"><circle cx="5" cy="5" r="4" fill="#fff"/></mask>'
            '<g mask="url(#m)"><rect width="10" height="10" fill="red"/></g>'
        )
        box = clip_box(body)
        assert (box.x, box.y, box.width, box.height) == pytest.approx((1, 1, 8, 8))

    def test_a_grey_mask_is_reported(self):
        body = (
            '<mask id="m"><circle cx="5" cy="5" r="4" fill="#888"/></mask>'
            '<rect width="10" height="10" fill="red" mask="url(#m)"/>'
        )
        assert [each.code for each in read(body)[1]] == ["A111"]


class TestGradients:
    """V04: the chapter on gradients."""

    def test_current_colour_is_the_one_of_the_stop(self):
        body = (
            '<linearGradient id="g" color="green"><stop stop-color="currentColor"/>'
            '<stop offset="1" stop-color="red"/></linearGradient>'
            '<rect width="9" height="9" color="blue" fill="url(#g)"/>'
        )
        assert [stop.colour for stop in only(body).paint.stops] == [GREEN, RED]

    def test_a_gradient_without_stops_gives_way_to_the_colour_after_it(self):
        assert only('<linearGradient id="g"/><rect width="9" height="9" fill="url(#g) red"/>').paint == RED

    def test_a_line_along_an_axis_takes_the_colour_after_the_gradient(self):
        body = '<linearGradient id="g"><stop/></linearGradient><path d="M1 5H9" stroke="url(#g) red"/>'
        assert only(body).paint == RED

    def test_a_focus_is_where_a_radial_gradient_begins(self):
        body = (
            '<radialGradient id="g" fx=".3"><stop stop-color="red"/><stop offset="1"/></radialGradient>'
            '<rect width="10" height="10" fill="url(#g)"/>'
        )
        assert only(body).paint.focus == pytest.approx((3, 5))


class TestStyles:
    def test_opacity_of_a_symbol_counts(self):
        """V05"""
        body = '<symbol id="s" opacity=".5"><rect width="5" height="5" fill="red"/></symbol><use href="#s"/>'
        (group,) = drawn(body)
        assert group.opacity == 0.5 or group.items[0].opacity == 0.5

    def test_a_viewport_may_let_its_drawing_overflow(self):
        """V05"""
        inside = '<rect width="9" height="9" fill="red"/>'
        shown = drawn(f'<svg width="5" height="5" overflow="visible">{inside}</svg>')
        assert all(not isinstance(item, Group) or item.clip is None for item in shown)
        (hidden,) = drawn(f'<svg width="5" height="5">{inside}</svg>')
        assert hidden.clip is not None

    @pytest.mark.parametrize(
        "shape",
        [
            '<rect y="1" style="x: 1px; width: 4px; height: 3px"/>',
            "<path style=\"d: path('M1 1h4v3h-4z')\"/>",
            "<style>rect { x: 1; y: 1; width: 4; height: 3 }</style><rect/>",
        ],
    )
    def test_geometry_in_css_counts(self, shape):
        """V06: the shape vanished."""
        assert bounds(only(shape).path) == Box(1, 1, 4, 3)

    @pytest.mark.parametrize(
        "selector",
        ["g rect", "g > rect", "g>rect", "[data-x]", "rect[data-x='1']", "path + rect", "path ~ rect", ".a .b",
         "rect:last-child", "svg g .b"],
    )  # fmt: skip
    def test_selectors_of_drawing_programs_are_read(self, selector):
        body = (
            f"<style>{selector} {{ fill: red }}</style>"
            '<g class="a"><path d=""/><rect class="b" data-x="1" width="5" height="5" fill="blue"/></g>'
        )
        assert only(body).paint == RED

    def test_other_elements_are_not_meant(self):
        body = '<style>g > rect { fill: red }</style><rect width="5" height="5"/>'
        assert only(body).paint != RED

    def test_turning_in_css_counts(self):
        item = drawn('<rect width="4" height="2" style="transform: translate(5px, 1px) rotate(90deg)"/>')
        box = items_box(item)
        assert (box.x, box.y, box.width, box.height) == pytest.approx((3, 1, 2, 4))

    def test_turning_about_a_point_counts(self):
        item = drawn('<rect width="4" height="2" transform="rotate(180)" transform-origin="2 1"/>')
        box = items_box(item)
        assert (box.x, box.y, box.width, box.height) == pytest.approx((0, 0, 4, 2))


class TestReading:
    def test_a_link_without_a_namespace_goes_first(self):
        """V08"""
        body = (
            '<defs><rect id="a" width="2" height="2"/><rect id="b" width="5" height="5"/></defs>'
            '<use xlink:href="#b" href="#a"/>'
        )
        assert bounds(only(body).path).width == 2

    def test_an_element_for_another_language_is_not_drawn_and_reported(self):
        """V08"""
        drawing, found = read(
            '<g systemLanguage="de"><rect width="5" height="5"/></g><rect width="1" height="1"/>'
        )
        assert [each.code for each in found] == ["A113"]
        assert len(list(flat(drawing.items))) == 1

    def test_a_negative_radius_counts_as_none(self):
        """V08"""
        assert len(only('<rect width="6" height="6" rx="-2" ry="1"/>').path) > 1

    def test_a_filter_on_an_empty_group_is_reported(self):
        """V08"""
        assert [each.code for each in read('<g filter="url(#f)"/><rect width="1" height="1"/>')[1]] == [
            "A111"
        ]

    def test_hidden_shapes_count_in_boxes(self):
        """V08"""
        body = (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
            '<g clip-path="url(#c)"><rect width="2" height="2"/>'
            '<rect x="8" y="8" width="1" height="1" visibility="hidden"/></g>'
        )
        assert clip_box(body) == Box(0, 0, 9, 9)

    def test_namespaces_of_illustrator_are_read(self):
        """V09: the DOCTYPE of Illustrator was refused."""
        data = (
            '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" ['
            '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">'
            ']><svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>'
        )
        drawing, found = parse_svg(data.encode(), "a.svg")
        assert found == []
        assert len(drawing.items) == 1

    @pytest.mark.parametrize("colour", ["#00000", "bleu", "var(--x)", "#12345g"])
    def test_a_colour_that_is_none_does_not_hide_the_shape(self, colour):
        """V14: the declaration is ignored, as CSS says, and reported once."""
        drawing, found = read(f'<rect width="5" height="5" fill="{colour}"/>' * 2)
        assert [each.code for each in found] == ["A113"]
        assert len(drawing.items) == 2

    def test_a_gradient_with_a_colour_that_is_none_after_it_does_not_count(self):
        """``icc-color`` is gone from SVG 2, and browsers ignore the whole declaration."""
        paint = "url(#a) green icc-color(acmecmyk, 0.1, 0.4, 0.8, 0)"
        drawing, found = read(
            f'<linearGradient id="a"><stop stop-color="red"/></linearGradient><rect width="5" height="5" fill="{paint}"/>'
        )
        assert [each.code for each in found] == ["A113"]
        assert only_fill(drawing.items).paint == CurrentColour(0, 0, 0)

    def test_a_colour_that_is_none_leaves_the_one_before(self):
        drawing, _ = read('<g fill="red"><rect width="5" height="5" fill="#00000"/></g>')
        assert only_fill(drawing.items).paint == RED


def only_fill(items):
    (item,) = [item for item in flat(items) if isinstance(item, Fill | Stroke)]
    return item


def test_a_use_of_a_use_in_a_clip_path_is_reported():
    """Shadows of Noto's hands vanished: browsers draw them, although the specification does not."""
    body = (
        '<defs><path id="p" d="M0 0h5v5z"/><use href="#p" id="u"/></defs>'
        '<clipPath id="c"><use href="#u"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>'
    )
    assert [each.code for each in read(body)[1]] == ["A111"]
