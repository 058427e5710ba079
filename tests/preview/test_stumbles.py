"""What designers stumbled over on the page: each wish in a real browser, and everything back by undoing."""

from __future__ import annotations

import pytest

from tests.preview.browser import until
from tests.preview.game import edit, write_game
from tests.preview.running import running
from tests.preview.test_edit_page import fill, opened, show, written

__all__ = ["opened"]
pytestmark = pytest.mark.system

MISNAMED = (
    "return [...document.querySelectorAll('button[aria-label]')]"
    ".filter((each) => /\\w\\w/.test(each.textContent) && !each.ariaLabel.includes(each.textContent.trim()))"
    ".map((each) => each.outerHTML)"
)
"""Buttons whose name for readers that do not see the page lacks the words on them."""


@pytest.fixture
def silent(browser):
    """Nothing may be complained of on the console, once the page was opened."""
    browser.errors()
    yield browser
    assert browser.errors() == []
    browser.open("about:blank")


def undo_all(browser, preview, start: dict[str, bytes]) -> None:
    """Undo until nothing is left; the files are what they were."""
    while browser.run("return !document.querySelector('#undo').disabled"):
        before = browser.run("return document.querySelector('#undo').title")
        browser.run("document.querySelector('#undo').click()")
        browser.wait("return document.querySelector('#undo').title !== arguments[0]", before)
    until(lambda: {file: (preview.game / file).read_bytes() for file in start} == start)


def test_a_translation_stays_when_its_source_changes_until_it_is_accepted(opened):
    browser, preview = opened
    start = {file: (preview.game / file).read_bytes() for file in ("cards/ants.yaml", "locale/cs.po")}
    show(browser, "ants/soldier")
    fill(browser, "#field-text", "Guard the gates.")
    words = 'msgctxt "card.text"\nmsgid "Guard the gates."\nmsgstr "Hlídej bránu."\n'
    written(preview, "locale/cs.po", f'#, fuzzy\n#| msgid "Guard the gate."\n{words}')
    browser.wait("return document.querySelector('[data-field=text] details[open] .recheck dl')")
    assert browser.text("[data-field=text] .recheck p") == "Check again: the source has changed"
    assert browser.text("[data-field=text] .recheck dd:first-of-type") == "Guard the gate."
    assert browser.text("[data-field=text] .recheck dd:last-of-type") == "Guard the gates."
    assert browser.text("[data-field=text] .recheck ins") == "gates."
    browser.run("document.querySelector('[data-field=text] .recheck button').click()")
    written(preview, "locale/cs.po", f'\\n"\n\n{words}')
    browser.wait("return !document.querySelector('[data-field=text] .recheck p')")
    undo_all(browser, preview, start)


def test_texts_are_edited_while_a_file_of_translations_cannot_be_decoded(opened):
    browser, preview = opened
    po = preview.game / "locale/cs.po"
    po.write_bytes(po.read_text("utf-8").encode("cp1250"))
    start = {file: (preview.game / file).read_bytes() for file in ("cards/ants.yaml", "locale/cs.po")}
    show(browser, "ants/soldier")
    fill(browser, "#field-text", "Guard the gates.")
    written(preview, "cards/ants.yaml", "text: Guard the gates.")
    assert po.read_bytes() == start["locale/cs.po"]
    undo_all(browser, preview, start)


def test_the_total_of_a_set_follows_its_copies_by_a_button(opened):
    browser, preview = opened
    edit(preview.game / "cards/ants.yaml", "size: poker\n", "size: poker\ntotal: 9 # with the scouts\n")
    start = {"cards/ants.yaml": (preview.game / "cards/ants.yaml").read_bytes()}
    show(browser, "ants/worker")
    fill(browser, "#field-copies", "6")
    cure = "[data-field=copies] .field-fault .do-cure"
    browser.wait("return document.querySelector(arguments[0])?.textContent === 'Set total to 11'", cure)
    assert browser.run(MISNAMED) == []
    assert browser.run("return document.querySelector('.marks button').ariaLabel") == "Bold (Ctrl+B)"
    browser.click(cure)
    written(preview, "cards/ants.yaml", "total: 11 # with the scouts\n")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")
    assert browser.text("#news") == "Set total to 11. Ctrl+Z takes it back"
    undo_all(browser, preview, start)


def test_a_word_that_is_meant_is_written_by_a_button_and_an_old_one_is_refused(opened):
    browser, preview = opened
    edit(preview.game / "cards/ants.yaml", "caste: soldier", "caste: soldir")
    browser.run("document.querySelector('#dock').hidden && document.querySelector('#faults-button').click()")
    browser.wait("return document.querySelector('.fault .do-cure')?.textContent === \"Write 'soldier'\"")
    name = browser.later(
        "const done = arguments[0]; import('./store.js').then(({ game }) => done(game.faults[0].cure.name))"
    )
    browser.run("document.querySelector('.fault .do-cure').click()")
    written(preview, "cards/ants.yaml", "caste: soldier\n    name: Soldier")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")
    again = (
        "const done = arguments[1]; const body = JSON.stringify({ steps: [{ op: 'cure', name: arguments[0] }] });"
        "fetch('edit', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })"
        ".then((reply) => reply.json()).then(done)"
    )
    assert browser.later(again, name)["fault"] == "this finding is an old one"


def test_commands_that_cure_are_run_by_buttons_and_others_are_to_be_copied(opened):
    browser, preview = opened
    browser.run("document.querySelector('#languages button:last-child').click()")
    edit(preview.game / "cards/ants.yaml", "Guard the gate.", 'Guard the \\"gate\\" ...')
    edit(
        preview.game / "cards/ants.yaml", 'text: Guard the \\"gate\\" ...', 'text: "Guard the \\"gate\\" ..."'
    )
    files = ("cards/ants.yaml", "locale/cs.po")
    start = {file: (preview.game / file).read_bytes() for file in files}
    browser.run("document.querySelector('#dock').hidden && document.querySelector('#faults-button').click()")
    update = ".fault[data-code=K520] .do-cure"
    browser.wait("return document.querySelector(arguments[0])", update)
    browser.run("document.querySelector(arguments[0]).click()", update)
    written(preview, "locale/cs.po", '#, fuzzy\n#| msgid "Guard the gate."\n')
    browser.wait(
        "return document.querySelector('#news').textContent.startsWith('Done: Update the translations.')"
    )
    browser.wait("return !document.querySelector('.fault[data-code=K520]')")
    edit(preview.game / "cards/ants.yaml", "Carry one crumb home.", "Carry :zzqqzz:.")
    command = "return document.querySelector('.fault[data-code=A100] .command code')?.textContent"
    browser.wait(command + " === 'pnp icons'")
    edit(preview.game / "cards/ants.yaml", "Carry :zzqqzz:.", "Carry one crumb home.")
    tidy = ".fault[data-code=K231] .do-cure"
    browser.wait("return document.querySelector(arguments[0])?.textContent === 'Rewrite all marks'", tidy)
    browser.run("document.querySelector(arguments[0]).click()", tidy)
    written(preview, "cards/ants.yaml", "Guard the “gate” …")
    written(preview, "locale/cs.po", 'msgid "Guard the “gate” …"')
    undo_all(browser, preview, start)


def test_a_language_without_a_file_gets_one_by_a_button(opened):
    browser, preview = opened
    (preview.game / "locale/cs.po").unlink()
    browser.run("document.querySelector('#languages button:last-child').click()")
    browser.run("document.querySelector('#dock').hidden && document.querySelector('#faults-button').click()")
    make = ".fault[data-code=K410] .do-cure"
    browser.wait("return document.querySelector(arguments[0])?.textContent === 'Make locale/cs.po'", make)
    browser.run("document.querySelector(arguments[0]).click()", make)
    until(lambda: (preview.game / "locale/cs.po").is_file())
    assert 'msgid "Guard the gate."' in (preview.game / "locale/cs.po").read_text("utf-8")
    browser.wait("return !document.querySelector('#undo').disabled")
    browser.run("document.querySelector('#undo').click()")
    until(lambda: not (preview.game / "locale/cs.po").exists())


DISC = """\
<face>
  <circle center="20 20" r="6" fill="#DCE6F0"/>
  <text x="15" y="17" width="10" height="6" font-size="14pt">{{ piece.number }}</text>
  <text inset="50 6 10 6" font-size="11pt">{{ piece.text }}</text>
</face>
"""
MOUSE = {"button": "left", "clickCount": 1}


def drag(browser, start: tuple[float, float], end: tuple[float, float], keys: int = 0) -> None:
    """Draw with the mouse, from one place of the window to another; ``keys`` is 8 with Shift."""
    (x, y), (to_x, to_y) = start, end
    browser.devtools("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, modifiers=keys, **MOUSE)
    for part in (0.3, 0.7, 1.0) if start != end else ():
        at = {"x": x + part * (to_x - x), "y": y + part * (to_y - y)}
        browser.devtools("Input.dispatchMouseEvent", type="mouseMoved", modifiers=keys, **at, **MOUSE)
    browser.devtools(
        "Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, modifiers=keys, **MOUSE
    )


@pytest.fixture
def disc(opened):
    """A card with a number on a disc, its boxes shown; and what is in the window at a place of the card."""
    browser, preview = opened
    (preview.game / "layouts/event.xml").write_text(DISC, encoding="utf-8")
    show(browser, "events/rain")
    browser.run("document.querySelector('#piece-boxes').click()")
    browser.wait("return document.querySelectorAll('.box.movable').length === 3")

    def at(x: float, y: float) -> tuple[float, float]:
        left, top, pixels = browser.run(
            "const { left, top } = document.querySelector('.boxes').getBoundingClientRect();"
            "const box = [...document.querySelectorAll('.box')].find((each) => each.title.startsWith('text, 15 17'));"
            "return [left, top, box.getBoundingClientRect().width / 10]"
        )
        return left + x * pixels, top + y * pixels

    return browser, preview, at


def test_a_disc_and_its_number_move_together_with_one_undo(disc):
    browser, preview, at = disc
    start = {"layouts/event.xml": (preview.game / "layouts/event.xml").read_bytes()}
    drag(browser, at(20, 20), at(20, 20), 8)
    drag(browser, at(20, 15), at(20, 15), 8)
    browser.wait("return document.querySelectorAll('.box.selected').length === 2")
    assert browser.text(".box-about") == "2 boxes are selected: they move together. Esc lets them go."
    drag(browser, at(20, 15), at(30, 35))
    written(preview, "layouts/event.xml", '<circle center="30 40"')
    written(preview, "layouts/event.xml", '<text x="25" y="37" width="10"')
    shown = (
        "return [...document.querySelectorAll('.box')].some((each) => each.title.startsWith(arguments[0]))"
    )
    browser.wait(shown, "text, 25 37")
    browser.run("document.querySelector('#piece-undo').click()")
    until(lambda: (preview.game / "layouts/event.xml").read_bytes() == start["layouts/event.xml"])
    browser.wait(shown, "text, 15 17")
    browser.press("ArrowRight", "ArrowDown")
    written(preview, "layouts/event.xml", '<circle center="20.5 20.5"')
    written(preview, "layouts/event.xml", '<text x="15.5" y="17.5" width="10"')
    browser.press("Escape")
    browser.wait("return !document.querySelector('.box.selected')")
    assert browser.run("return document.querySelector('#piece').open")
    undo_all(browser, preview, start)


def test_a_rectangle_selects_boxes_and_what_is_in_one_place_is_offered(disc):
    browser, preview, at = disc
    drag(browser, at(-3, 5), at(40, 40))
    browser.wait("return document.querySelectorAll('.box.selected').length === 2")
    drag(browser, at(-3, 5), at(-3, 5))
    browser.wait("return !document.querySelector('.box.selected')")
    drag(browser, at(20, 15), at(20, 45))
    written(preview, "layouts/event.xml", '<circle center="20 50"')
    browser.wait("return document.querySelector('.box-about button')?.textContent === 'Move text along'")
    browser.run("document.querySelector('.box-about button').click()")
    written(preview, "layouts/event.xml", '<text x="15" y="47" width="10"')
    browser.wait(
        "return [...document.querySelectorAll('.box')].some((each) => each.title.startsWith('text, 15 47'))"
    )
    browser.run(
        "[...document.querySelectorAll('.box')].find((each) => each.title.startsWith('circle')).focus()"
    )
    browser.wait("return document.querySelector('.box-about button')?.textContent === 'Select with text'")
    browser.run("document.querySelector('.box-about button').click()")
    browser.wait("return document.querySelectorAll('.box.selected').length === 2")


def test_what_is_shown_first_of_a_text_in_the_data_is_chosen_and_kept(opened):
    browser, preview = opened
    start = {file: (preview.game / file).read_bytes() for file in ("game.yaml", "locale/cs.po")}
    term = "[data-term='caste.worker'] .first-text textarea"
    label = "return document.querySelector(arguments[0])?.getAttribute('aria-label')"
    browser.press("7")
    browser.wait(label + " === 'Name of worker'", term)
    choose = "const it = document.querySelector('.first select'); it.value = arguments[0]; it.dispatchEvent(new Event('change'))"
    browser.run(choose, "cs")
    browser.wait(label + " === 'Translation into cs'", term)
    fill(browser, term, "dělnice")
    written(preview, "locale/cs.po", 'msgctxt "term.name"\nmsgid "worker"\nmsgstr "dělnice"')
    source = "[data-term='caste.worker'] .texts textarea"
    assert browser.run(label, source) == "Name of worker"
    fill(browser, source, "carrier")
    written(preview, "locale/cs.po", '#| msgid "worker"\nmsgctxt "term.name"\nmsgid "carrier"\n')
    browser.wait("return document.querySelector(\"[data-term='caste.worker'] .first-text .recheck p\")")
    browser.open(preview.server.address)
    browser.wait("return document.querySelectorAll('.face.ready').length >= 2")
    browser.press("7")
    browser.wait(label + " === 'Translation into cs'", term)
    browser.run(choose, "")
    browser.wait(label + " === 'Name of worker'", term)
    undo_all(browser, preview, start)


@pytest.mark.parametrize("editor", ["zed", "none"])
def test_links_to_lines_open_the_editor_of_the_reader_or_copy_the_line(silent, tmp_path, editor):
    browser, game = silent, write_game(tmp_path)
    with running(game, editor=editor) as preview:
        browser.open(preview.server.address)
        browser.wait("return document.querySelectorAll('.face.ready').length >= 2")
        show(browser, "ants/soldier")
        link = browser.run("return document.querySelector('[data-field=text] .written .place').href ?? ''")
        if editor == "zed":
            assert link == f"zed://file{game.as_posix()}/cards/ants.yaml:16:11"
            return
        assert link == ""
        assert browser.run("return document.querySelector('.facts .place').tagName") == "SPAN"
        browser.click("[data-field=text] .written .place")
        browser.wait(
            "return document.querySelector('#news').textContent.startsWith('ants/cards/ants.yaml:16:11')"
        )
        browser.run("document.querySelector('#piece-boxes').click()")
        browser.wait("return document.querySelector('.box')")
        browser.run(
            "[...document.querySelectorAll('.box')].find((each) => each.title.startsWith('text, 6 6,')).focus()"
        )
        browser.press("Enter")
        browser.wait(
            "return document.querySelector('#news').textContent.startsWith('ants/cards/ants.yaml:15:11')"
        )


def test_a_new_piece_gets_its_id_from_its_name_once_that_is_left(opened):
    browser, preview = opened
    start = {file: (preview.game / file).read_bytes() for file in ("cards/events.yaml", "cards/bees.csv")}
    for name, file, line in (
        ("events", "cards/events.yaml", "  hot-wind: {name: Hot wind, text: Blows.}\n"),
        ("bees", "cards/bees.csv", "hot-wind;Hot wind;Blows.;"),
    ):
        browser.run("document.querySelector('dialog[open]')?.close()")
        browser.run("document.querySelector(arguments[0]).click()", f"#set-{name} .add")
        browser.wait("return document.activeElement.id === 'field-name'")
        browser.wait(
            "return document.querySelector('#piece[open] .meta')?.textContent.startsWith(arguments[0])",
            f"{name}/new ",
        )
        assert browser.run("return document.activeElement.selectionEnd") == 3
        browser.press(*"Hot wind")
        fill(browser, "#field-text", "Blows.")
        written(preview, file, line)
        browser.wait(
            "return document.querySelector('#piece[open] .meta')?.textContent.startsWith(arguments[0])",
            f"{name}/hot-wind ",
        )
        assert browser.run("return document.activeElement.id") == "field-text"
    # the name and the id are one step
    for _ in range(2):
        before = browser.run("return document.querySelector('#piece-undo').title")
        browser.run("document.querySelector('#piece-undo').click()")
        browser.wait("return document.querySelector('#piece-undo').title !== arguments[0]", before)
    until(lambda: b"new;New;" in (preview.game / "cards/bees.csv").read_bytes())
    browser.wait("return document.querySelector('#piece[open] .meta')?.textContent.startsWith('bees/new ')")
    undo_all(browser, preview, start)


def test_a_translation_that_is_written_while_more_is_typed_has_not_changed_meanwhile(opened):
    browser, preview = opened
    show(browser, "ants/soldier")
    browser.wait("return document.querySelector('[data-field=text] .translation textarea')?.value")
    type_ = (
        "const it = document.querySelector('[data-field=text] .translation textarea');"
        "it.value = arguments[0]; it.dispatchEvent(new Event('input'));"
    )
    browser.run(
        type_
        + "it.dispatchEvent(new Event('change')); it.value += '!'; it.dispatchEvent(new Event('input'))",
        "Stůj",
    )
    written(preview, "locale/cs.po", 'msgstr "Stůj!"')
