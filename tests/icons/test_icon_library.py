"""Icons by name."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from pnp.colour import Colour
from pnp.diagnostics import Severity
from pnp.draw import Group, Picture
from pnp.geometry import Box
from pnp.icons import CurrentColour, IconLibrary, place_icon, unknown_icon
from pnp.icons.svg.geometry import bounds
from pnp.pictures.load import load_picture

SHARED = Path(__file__).parents[2] / "icons" / "icons.json"
RED = Colour(200, 0, 0)
SQUARE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><path d="M0 0H10V20H0Z"/></svg>'
TWO_COLOURS = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0000ff"/>'
    b'<rect width="5" height="5" fill="currentColor" fill-opacity="0.5"/></svg>'
)


@pytest.fixture(scope="module")
def shared():
    return IconLibrary(lambda: SHARED.read_text(encoding="utf-8"))


class Pictures:
    """What reads embedded pictures."""

    def embedded(self, data):
        return (
            load_picture(data, "an embedded picture")
            if data.startswith(b"\x89PNG")
            else "an embedded picture is empty"
        )


def test_a_picture_of_pixels_is_an_icon_and_one_that_cannot_be_read_is_reported():
    buffer = io.BytesIO()
    Image.new("RGBA", (40, 20), (200, 100, 0, 128)).save(buffer, "PNG")
    own = {"medal": buffer.getvalue(), "torn": b"\xff\xd8", "square": SQUARE}
    library = IconLibrary(
        lambda: "", own, "icons", Pictures, endings={"medal": ".png", "torn": ".jpg", "square": ".svg"}
    )
    medal = library.get("medal")
    assert (medal.width, medal.height, medal.monochrome) == (40, 20, False)
    assert [type(item) for item in medal.items] == [Picture]
    assert place_icon(medal, Box(0, 0, 10, 10)).matrix.apply(0, 0) == (0, 2.5)
    assert library.get("square").monochrome
    (fault,) = library.check()
    assert (fault.code, fault.span.file, fault.message) == (
        "A110",
        "icons/torn.jpg",
        "this icon cannot be read: the picture is empty",
    )


def test_an_unknown_icon_in_every_row_was_compared_with_all_icons_each_time() -> None:
    asked = 0

    class Counting(IconLibrary):
        def names(self) -> list[str]:
            nonlocal asked
            asked += 1
            return super().names()

    library = Counting(lambda: '"fire":{}')
    assert [unknown_icon("fyre", None, library).help[0] for _ in range(50)] == ["did you mean 'fire'?"] * 50
    assert asked == 1


def test_every_shared_icon_is_drawn_inside_its_frame(shared):
    assert len(shared.names()) > 250
    for name in shared.names():
        icon = shared.get(name)
        (fill,) = icon.items
        box = bounds(fill.path)
        assert Box(-4, -4, 520, 520).holds(box), name
        assert box.width > 100 or box.height > 100, name
        assert icon.monochrome, name


def test_every_shared_icon_but_our_own_signs_names_its_authors():
    entries = json.loads(SHARED.read_text(encoding="utf-8"))
    thanks = (SHARED.parent / "CREDITS.md").read_text(encoding="utf-8")
    for name, entry in entries.items():
        assert entry["licence"] in ("CC BY 3.0", "CC0 1.0", "MIT")
        assert bool(entry["authors"]) == (entry["licence"] != "MIT"), name
        assert f"`{name}`" in thanks, name
        assert all(f"## {author} (" in thanks for author in entry["authors"])


def test_shared_icons_are_not_read_for_a_games_own_icon():
    def never():
        raise AssertionError("the shared icons were read")

    assert IconLibrary(never, {"bow": SQUARE}).get("bow").width == 10


def test_a_games_own_icon_comes_before_a_shared_one():
    library = IconLibrary(lambda: SHARED.read_text(encoding="utf-8"), {"fire": SQUARE})
    assert (library.get("fire").width, library.get("fire").height) == (10, 20)
    assert library.credits(["fire"]) == []
    assert library.names().count("fire") == 1


def test_credits_are_by_author_and_leave_out_our_own_signs(shared):
    lines = shared.credits(["key", "fire", "star", "no-such-icon"])
    assert [(c.author, c.icons) for c in lines] == [("Lorc", ("key",)), ("Sbed", ("fire", "key"))]


def test_an_unknown_icon_is_none_and_its_finding_suggests_one(shared):
    assert shared.get("brodsword") is None
    found = unknown_icon("brodsword", None, shared)
    assert (found.code, found.help[0]) == ("A100", "did you mean 'broadsword'?")


def test_an_unknown_icon_finds_those_that_share_a_word_and_no_stranger(shared):
    flags = "there are 'checkered-flag', 'flag-objective', 'flying-flag', 'tower-flag'"
    assert shared.near("flag") == flags
    assert unknown_icon("flag", None, shared).help[0] == flags
    assert shared.near("flag-made-of-paper-and-flying").startswith(
        "there are 'flying-flag', 'checkered-flag'"
    )
    assert shared.near("anchor") == ""
    assert unknown_icon("anchor", None, shared).help[0] == "no icon has 'anchor' in its name"
    own = IconLibrary(lambda: SHARED.read_text(encoding="utf-8"), {"zoo-flag": SQUARE})
    assert own.near("flag").startswith("there are 'zoo-flag', ")


def test_a_broken_own_icon_is_blank_and_told_by_check():
    library = IconLibrary(lambda: "{}", {"a": b"", "b": SQUARE, "c": b"<html/>"}, folder="data/x/icons")
    assert library.get("a").items == ()
    found = library.check()
    assert [(f.code, f.span.file) for f in found] == [
        ("A110", "data/x/icons/a.svg"),
        ("A110", "data/x/icons/c.svg"),
    ]
    assert all(f.severity is Severity.ERROR for f in found)


def test_an_icon_is_centred_and_keeps_its_ratio():
    icon = IconLibrary(lambda: "{}", {"bow": SQUARE}).get("bow")
    group = place_icon(icon, Box(10, 10, 8, 8))
    assert group.matrix.apply_box(Box(0, 0, 10, 20)) == Box(12, 10, 4, 8)
    assert group.alt == "bow"


def test_a_one_coloured_icon_takes_the_colour_it_is_given(shared):
    assert place_icon(shared.get("fire"), Box(0, 0, 5, 5), RED).items[0].paint == RED
    assert place_icon(shared.get("fire"), Box(0, 0, 5, 5)).items[0].paint == Colour(0, 0, 0)


def test_a_coloured_icon_keeps_its_colours_except_for_currentcolor():
    icon = IconLibrary(lambda: "{}", {"two": TWO_COLOURS}).get("two")
    assert not icon.monochrome
    blue, current = place_icon(icon, Box(0, 0, 5, 5), RED).items
    assert blue.paint == Colour(0, 0, 255)
    assert current.paint == Colour(200, 0, 0, 128)
    assert not isinstance(current.paint, CurrentColour)


def test_equal_shared_names_mean_equal_items(shared):
    own = IconLibrary(lambda: "{}", {"fire": SQUARE})
    box, other = Box(0, 0, 5, 5), Box(7, 7, 20, 20)
    placed = place_icon(shared.get("fire"), box, RED)
    assert placed.shared == place_icon(shared.get("fire"), other, RED).shared
    assert placed.shared != place_icon(shared.get("fire"), box).shared
    assert placed.shared != place_icon(own.get("fire"), box, RED).shared


def test_a_line_thinner_than_a_dot_is_a_dot_wide_and_paler():
    """The arms on the flag of Bolivia were nearly black: hundreds of lines of 0.004 mm, each drawn a dot wide."""
    line = b'<g transform="scale(.5)"><path d="M0 5H10" stroke="red" stroke-width=".1"/></g>'
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">' + line + b"</svg>"
    icon = IconLibrary(lambda: "{}", {"a": svg}).get("a")
    small, large = (place_icon(icon, Box(0, 0, side, side)) for side in (2.0, 10.0))
    assert small.shared != large.shared
    assert large.items == place_icon(icon, Box(0, 0, 5, 5)).items
    thin = small
    while isinstance(thin, Group):
        (thin,) = thin.items
    assert thin.width * 2 / 10 * 0.5 == pytest.approx(0.02)
    assert thin.paint == Colour(255, 0, 0, round(255 * 0.01 / 0.02))
