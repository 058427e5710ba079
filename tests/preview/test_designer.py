"""An evening of a designer who has never seen YAML: wishes fulfilled with mouse and keys, by what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.preview.browser import Browser, until
from tests.preview.game import edit, write_game
from tests.preview.running import running
from tests.preview.test_edit_page import BEES, TABLE

pytestmark = pytest.mark.system

FOREST = """\
kind: card
size: poker
layout: event
fields: {caste: term caste}
pieces:
  tree:
    for: {caste: caste}
    name: "Tree of the {{ caste.name }}"
    text: "Take {{ facts.crumbs | plural(one='one crumb', other='crumbs') }}."
"""
FILES = ("cards/ants.yaml", "cards/bees.csv", "cards/events.yaml", "cards/forest.yaml", "locale/cs.po")


class Evening:
    """The page as a designer uses it; each wish leaves a picture."""

    def __init__(self, browser: Browser, game: Path, pictures: Path) -> None:
        self.browser = browser
        self.game = game
        self.pictures = pictures
        self.steps = 0

    def open(self, piece: str) -> None:
        """Click a piece on the page, and wait for its form."""
        self.close()
        self.browser.wait("return document.querySelector(arguments[0])", f'.cell[data-key="{piece}"]')
        self.browser.click(f'.cell[data-key="{piece}"]')
        self.formed(piece)

    def formed(self, piece: str) -> None:
        self.browser.wait(
            "return document.querySelector('#piece[open] .meta')?.textContent.startsWith(arguments[0] + ' ')"
            " && document.querySelector('.form [data-field=context]')",
            piece,
        )

    def close(self) -> None:
        self.browser.run("document.querySelector('dialog[open]')?.close()")

    def click(self, selector: str) -> None:
        self.browser.wait("return document.querySelector(arguments[0])", selector)
        self.browser.click(selector)

    def type(self, selector: str, words: str) -> None:
        """Click into a text, and type over all of it."""
        self.click(selector)
        self.browser.run("document.activeElement.select()")
        self.browser.press(*words)

    def written(self, file: str, text: str) -> None:
        """Wait until the text is in the file; nothing else may be wrong on the page."""
        until(lambda: text in (self.game / file).read_text("utf-8").replace('"\n"', ""))
        self.browser.picture(self.pictures / f"{self.steps:02}.png")
        self.steps += 1


@pytest.fixture
def evening(browser, tmp_path):
    game = write_game(tmp_path)
    for name, text in (("bees.yaml", BEES), ("bees.csv", TABLE), ("forest.yaml", FOREST)):
        (game / "cards" / name).write_text(text, encoding="utf-8")
    edit(game / "game.yaml", "cards/events.yaml", "cards/events.yaml, cards/bees.yaml, cards/forest.yaml")
    (tmp_path / "pictures").mkdir()
    with running(game, watched=True) as preview:
        browser.open(preview.server.address)
        browser.wait("return document.querySelectorAll('.face.ready').length >= 5")
        browser.errors()
        yield Evening(browser, game, tmp_path / "pictures")
        assert browser.errors() == []
        browser.open("about:blank")


def test_ten_changes_three_new_cards_two_translations_a_box_and_back_again(evening):
    start = {file: (evening.game / file).read_bytes() for file in (*FILES, "layouts/event.xml")}
    browser = evening.browser
    # ten changes
    evening.open("ants/worker")
    evening.type("#field-text", "Carry two crumbs.")
    evening.written("cards/ants.yaml", "    text: Carry two crumbs.\n")
    evening.click("[data-field=copies] .stepper button:last-child")
    evening.written("cards/ants.yaml", "    copies: 5\n")
    evening.type("#field-note", "Ask Eva")
    evening.written("cards/ants.yaml", "    note: Ask Eva\n")
    evening.open("bees/queen")
    evening.click("[data-field=caste] .chips button[title=soldier]")
    evening.written("cards/bees.csv", ";soldier;worker;")
    evening.click("[data-field=castes] .offered button[title=soldier]")
    evening.written("cards/bees.csv", ';"worker; soldier";')
    evening.click("[data-field=busy] input")
    evening.written("cards/bees.csv", ";false;6;")
    evening.type("#field-feet", "4")
    evening.written("cards/bees.csv", ";false;4;")
    evening.type("#field-tags", "one\ntwo")
    evening.written("cards/bees.csv", ';"one; two";n;')
    evening.click(".compass [data-side=w]")
    evening.written("cards/bees.csv", ";n w;crown\n")
    evening.click("[data-field=sign] .icon-button")
    evening.type("#picker input", "crowned-skull")
    evening.click("#picker .icons button")
    evening.written("cards/bees.csv", ";crowned-skull\n")
    # one of two cards that are written together; "Here" says what an expression comes to
    evening.open("forest/tree-worker")
    assert browser.text("[data-field=name] .reads") == "Here: Tree of the worker"
    assert browser.text(".form-head .banner") == "Written together: Tree of the worker, Tree of the soldier."
    browser.run(
        "const it = document.querySelector('[data-field=name] .scope');"
        "it.value = 'alone'; it.dispatchEvent(new Event('change'))"
    )
    evening.type("#field-name", "Oak")
    evening.written("cards/forest.yaml", "    where: caste != 'worker'\n")
    browser.wait("return document.querySelector('#piece-name').textContent === 'Oak'")
    evening.click(".form-tools button:last-child")
    until(lambda: "Oak" not in (evening.game / "cards/forest.yaml").read_text("utf-8"))
    browser.wait("return !document.querySelector('#piece').open")
    # each plural form has an input
    evening.open("forest/tree-soldier")
    evening.type("[data-field=text] > .text-widget .plural-inputs label:last-child input", "many crumbs")
    evening.written("cards/forest.yaml", "plural(one='one crumb', other='many crumbs')")
    # two translations; what the source has is beside them
    browser.wait("return document.querySelector('#piece').dataset.state === 'good'")
    evening.click("[data-field=text] .translations summary")
    evening.click("[data-field=text] .translation .link")
    browser.wait(
        "return document.querySelectorAll('[data-field=text] .translation .plural-inputs input').length === 3"
    )
    evening.type("[data-field=text] .translation .plural-inputs label:nth-child(2) input", "drobky")
    evening.written("locale/cs.po", "few='drobky'")
    assert browser.text("[data-field=text] .plural-source").endswith("many crumbs")
    evening.open("ants/soldier")
    evening.click("[data-field=name] .translations summary")
    evening.type("[data-field=name] .translation textarea", "Vojak")
    evening.written("locale/cs.po", 'msgstr "Vojak"\n')
    # three new cards: the name is typed over at once
    for name, id_ in (("Fog", "fog"), ("Hail", "hail"), ("Snow", "snow")):
        evening.close()
        evening.click("#set-events .add")
        browser.wait("return document.activeElement.id === 'field-name'")
        evening.formed("events/new")
        browser.press(*name)
        browser.press("Tab")
        evening.written("cards/events.yaml", f"  {id_}: {{name: {name}}}\n")
        evening.formed(f"events/{id_}")
    # the last one before the others, another one away
    evening.click(".form-tools button:nth-child(3)")
    evening.written("cards/events.yaml", "{name: Snow}\n  hail:")
    evening.open("events/sun")
    evening.click(".form-tools button:last-child")
    until(lambda: "  sun:" not in (evening.game / "cards/events.yaml").read_text("utf-8"))
    browser.wait("return !document.querySelector('#piece').open")
    assert browser.text("#news").startswith("Deleted: Sun")
    # a box, with the mouse: straight down, so it stays where it is from the left
    evening.open("events/rain")
    evening.click("#piece-boxes")
    browser.wait("return document.querySelectorAll('.box').length === 3")
    x, y, pixels = browser.run(
        "const box = [...document.querySelectorAll('.box.movable')].find((each) => each.title.startsWith('text, 6 6'));"
        "const { left, top, width } = box.getBoundingClientRect();"
        "return [left + 30, top + 12, width / Number(box.title.match(/, ([0-9.]+) ×/)[1])]"
    )
    mouse = {"button": "left", "clickCount": 1}
    browser.devtools("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
    for way in (1, 2, 3):
        browser.devtools("Input.dispatchMouseEvent", type="mouseMoved", x=x + 1, y=y + way * pixels, **mouse)
    browser.devtools("Input.dispatchMouseEvent", type="mouseReleased", x=x + 1, y=y + 3 * pixels, **mouse)
    until(lambda: (evening.game / "layouts/event.xml").read_bytes() != start["layouts/event.xml"])
    browser.picture(evening.pictures / "box.png")
    assert '<text inset="9 6 67 6" font-size' in (evening.game / "layouts/event.xml").read_text("utf-8")
    # and everything back, by the buttons of the window
    while browser.run("return !document.querySelector('#piece-undo').disabled"):
        before = browser.run("return document.querySelector('#piece-undo').title")
        browser.run("document.querySelector('#piece-undo').click()")
        browser.wait(
            "return document.querySelector('#undo').title !== arguments[0] || document.querySelector('#undo').disabled",
            before,
        )
    assert {file: (evening.game / file).read_bytes() for file in start} == start
    assert len(list(evening.pictures.iterdir())) > 15


def test_one_of_several_cards_is_deleted_and_the_others_stay(evening):
    browser = evening.browser
    evening.open("forest/tree-worker")
    assert browser.run(
        "return [...document.querySelectorAll('.form-tools button')].slice(-2).map((each) => each.textContent)"
    ) == ["Delete all", "Delete"]
    evening.click(".form-tools button:last-child")
    until(lambda: "    where: caste != 'worker'\n" in (evening.game / "cards/forest.yaml").read_text("utf-8"))
    browser.wait("return !document.querySelector('.cell[data-key=\"forest/tree-worker\"]')")
    evening.open("forest/tree-soldier")
    browser.run("document.querySelector('#piece-undo').click()")
    until(lambda: (evening.game / "cards/forest.yaml").read_text("utf-8") == FOREST)


def test_plural_forms_are_found_and_written_for_another_language(evening):
    script = """const done = arguments[arguments.length - 1];
      import('./plural.js').then(({ pluralsOf, withForms }) => done([
        pluralsOf("a {{ n | plural(one='it\\\\'s, (1)', other=\\"two\\") }} b").map((each) => [each.count, each.forms.map((form) => form.words)]),
        pluralsOf("{{ n | plural(one=facts.x) }} {{ n | plural() }} plural(one='x')").length,
        withForms("{{ n | plural(one='a', other='b') }} {{ m | plural(other='c') }}", { one: [1], few: [2], other: [0] }),
      ]))"""
    found, none, czech = evening.browser.later(script)
    assert found == [["n", ["it's, (1)", "two"]]]
    assert none == 0
    assert (
        czech == "{{ n | plural(one='a', few='b', other='b') }} {{ m | plural(one='c', few='c', other='c') }}"
    )


def test_a_letter_stays_when_it_makes_the_form_that_it_belongs_to(evening):
    script = """const done = arguments[arguments.length - 1];
      import('./plural.js').then(({ pluralForms }) => {
        const area = document.body.appendChild(document.createElement('textarea'));
        area.value = "{{ n | plural(one='a', other='b') }}";
        const forms = pluralForms(area, { one: [1], few: [2], other: [0] }, 'Text');
        document.body.append(forms.element);
        forms.draw();
        const few = forms.element.querySelectorAll('input')[1];
        few.focus();
        few.value = 'drobky';
        few.setSelectionRange(2, 4);
        few.dispatchEvent(new Event('input'));
        const now = document.activeElement;
        done([area.value, now !== few, now.value, now.selectionStart, now.selectionEnd]);
        area.remove();
        forms.element.remove();
      })"""
    text, renewed, words, *caret = evening.browser.later(script)
    assert text == "{{ n | plural(one='a', other='b', few='drobky') }}"
    assert (renewed, words, caret) == (True, "drobky", [2, 4])
