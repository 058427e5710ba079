"""Rule sheets as pages for screens: everything that is printed is there, and can be read by anyone."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import api
from pnp.colour import WHITE, Colour, contrast
from pnp.export.html import _DARK, _readable
from tests.api.test_open_game import FILES

SHEET = """\
---
title: Rules
subtitle: For {{ facts.ants }} ants
---

# The game

Take **one** [crumb](crumb), *slowly*, and a :coins:. [not]{underline}

## Set-up

1. Shuffle.
2. Deal three.

- loose & <tight>

|     | Crumbs |
|:----|-------:|
| red | a few  |

> A remark.

:::example
An example.
:::

:::piece ants/a ants/b {caption="Two ants"}

:::hand ants/a ants/b {caption="A hand"}

:::components

:::callouts ants/a {caption="The parts"}
- 30,20: The name.
- 30,60: The middle.
:::

:::steps
- ants/a: First this.
- ants/b: Then that.
:::

## Set-up

The end, without [a crumb](crumb).

:::index

:::credits
"""
GAME = FILES | {
    "game.yaml": FILES["game.yaml"]
    + "terms: {food: {crumb: {name: crumb}}}\nfacts: {ants: {value: 2}}\nversion: 1.2\n",
    "rulebook/rules.md": SHEET,
}


class Page(HTMLParser):
    """The tags, the words and the attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "hr", "path", "use"):
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        if "style" not in self._open:
            self.words += data

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture(scope="module")
def html():
    with api.open_game(GAME) as game:
        made = game.export("html")
        assert [each.message for each in made.diagnostics if each.severity is api.Severity.ERROR] == []
        return made.files["game/en/html/rules.html"].decode()


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_all_words_of_the_sheet_are_on_the_page(page):
    for words in (
        "Rules", "Ants", "For 2 ants", "Take one crumb, slowly, and a .", "not", "Shuffle.", "Deal three.", "loose & <tight>",
        "red", "a few", "A remark.", "An example.", "Two ants", "4× Ants", "The parts", "The name.", "The middle.",
        "First this.", "Then that.", "The end, without a crumb.", "Version 1.2",
    ):  # fmt: skip
        assert words in re.sub(r"\s+", " ", page.words)


def test_a_logo_in_place_of_the_name_says_the_name():
    sheet = "---\ntitle: Rules\nlogo: ants/a\n---\n\nWords.\n"
    with api.open_game(GAME | {"rulebook/rules.md": sheet}) as game:
        page = Page(game.export("html").files["game/en/html/rules.html"].decode())
    assert len(page.all("h1")) == len(page.all("img")) == 1
    assert page.all("img")[0]["alt"] == "Ants"


def test_headings_have_anchors_and_are_listed(page):
    assert [attrs["id"] for level in ("h2", "h3") for attrs in page.all(level)] == [
        "the-game",
        "set-up",
        "set-up-2",
    ]
    links = [attrs["href"] for attrs in page.all("a")]
    assert links.count("#set-up-2") == 3  # contents, the heading itself, index
    assert len(page.all("h1")) == 1


def test_pieces_are_pictures_with_their_names(page):
    named = [attrs["alt"] for attrs in page.all("img") if attrs["alt"]]
    hand = "Life, Card: Death"
    assert named == [f"Card: {name}" for name in ("Life", "Death", hand, "Life", "Life", "Death")]
    assert all(attrs["src"].startswith("data:image/svg+xml;base64,") for attrs in page.all("img"))


def test_icons_are_in_the_file_once_and_follow_the_colour_of_the_words(html, page):
    assert 'fill="currentColor"' in html
    assert [attrs["aria-label"] for attrs in page.all("svg") if "aria-label" in attrs] == ["coins"]


def test_an_icon_that_its_name_follows_is_not_read_twice():
    sheet = "---\ntitle: Rules\n---\n\n:coins: Money – what you pay with. Take a :coins: now.\n"
    with api.open_game(GAME | {"rulebook/rules.md": sheet}) as game:
        page = Page(game.export("html").files["game/en/html/rules.html"].decode())
    first, second = (attrs for attrs in page.all("svg") if attrs["class"] == "icon")
    assert (first["aria-hidden"], second["aria-label"]) == ("true", "Money")


def test_tables_lists_and_notes_keep_their_meaning(page):
    assert [attrs.get("class") for attrs in page.all("th")] == ["right"]
    assert len(page.all("ol")) == 4  # contents, steps of the set-up, call-outs, steps in pictures
    assert {"aside", "figure", "figcaption", "main", "nav"} <= {tag for tag, _ in page.tags}
    assert page.all("html") == [{"lang": "en"}]


@pytest.mark.parametrize(("marks", "kind"), [("letters", "A"), ("roman", "I")])
def test_steps_with_letters_or_numerals_are_such_a_list(marks, kind):
    sheet = SHEET.replace(":::steps", f":::steps {{marks={marks}}}")
    with api.open_game(GAME | {"rulebook/rules.md": sheet}) as game:
        page = Page(game.export("html").files["game/en/html/rules.html"].decode())
    assert [attrs["type"] for attrs in page.all("ol") if attrs] == [kind]


def test_an_index_links_terms_to_the_sections_that_mention_them(html):
    index = html[html.index('<ul class="index">') :]
    assert index[: index.index("</ul>")].count("<a href") == 2
    assert '<b>Crumb</b> <a href="#the-game">The game</a>, <a href="#set-up-2">Set-up</a>' in index


def test_nothing_outside_the_file_is_needed_and_no_script(html, page):
    assert page.all("script") == page.all("link") == []
    assert (
        re.findall(r"(?:src|href)=[\"'](?!data:|#)|url\((?!data:|#)|@import|https?://(?!www\.w3\.org)", html)
        == []
    )


def test_headings_have_a_weight_of_their_font_and_the_capitals_of_their_style():
    """A browser thickens letters of a font without a bold face until they run together."""
    styles = "styles:\n  heading-1: {font: Anton, weight: 700, case: upper}\n  heading-2: {font: Anton}\n"
    with api.open_game(GAME | {"game.yaml": GAME["game.yaml"] + styles}) as game:
        (html,) = (each.decode() for each in game.export("html").files.values())
    assert "--heading-weight:400;" in html
    assert not re.search(r"font:[5-9]00 [^}]*--heading", html)
    assert "\nh2{text-transform:uppercase}" in html


def test_a_translated_sheet_has_its_own_page_and_language():
    with api.open_game(GAME) as game:
        made = game.export("html", languages=["cs"])
    (name,) = made.files
    assert name.startswith("game/cs/html/")
    assert '<html lang="cs">' in made.files[name].decode()


def test_a_sheet_with_a_fault_writes_nothing():
    with api.open_game(GAME | {"rulebook/rules.md": "# A\n\n:::piece ants/z\n"}) as game:
        made = game.export("html")
    assert made.files == {}
    assert "R150" in {each.code for each in made.diagnostics}


@given(st.builds(Colour, *[st.integers(0, 255)] * 3), st.sampled_from([WHITE, _DARK]))
def test_every_accent_can_be_read_in_light_and_dark(accent, ground):
    assert contrast(_readable(accent, ground), ground) >= 4.5


def test_colours_with_inks_are_those_of_screens():
    style = 'styles: {heading-1: {colour: "#B3202C cmyk(0 100 90 10)"}}\n'
    with api.open_game(GAME | {"game.yaml": GAME["game.yaml"] + style}) as game:
        text = game.export("html").files["game/en/html/rules.html"].decode()
    assert "cmyk(" not in text
    assert "--accent:#B3202C" in text
