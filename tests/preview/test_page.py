"""The page in a real browser: what is written appears, faults show their line, and keys do everything."""

from __future__ import annotations

import pytest

from tests.preview.game import edit, write_game
from tests.preview.running import running

pytestmark = pytest.mark.system

SOLDIER = '.cell[data-key="ants/soldier"]'
ALT = "return [...document.querySelectorAll(arguments[0])].some((image) => image.alt.includes(arguments[1]) && image.naturalWidth > 0)"


@pytest.fixture
def opened(browser, tmp_path):
    """A page that shows the game, and the preview behind it; nothing may have been complained of on the console."""
    with running(write_game(tmp_path), watched=True) as preview:
        browser.open(preview.server.address)
        browser.wait("return document.querySelectorAll('.face.ready').length >= 6")
        browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")
        browser.run("window.sameDocument = true")
        browser.errors()
        yield browser, preview
        assert browser.run("return window.sameDocument === true"), "the page was loaded anew"
        assert browser.errors() == []
        browser.open("about:blank")


def test_a_text_that_is_saved_appears_without_a_reload_and_lights_up(opened):
    browser, preview = opened
    other = browser.run("return document.querySelector('.cell[data-key=\"ants/worker\"] img').src")
    edit(preview.game / "cards/ants.yaml", "Guard the gate.", "Guard the queen.")
    browser.wait(ALT, f"{SOLDIER} img", "Guard the queen.")
    assert browser.count(f"{SOLDIER}.changed") == 1
    assert browser.count(".cell.changed") == 1
    assert browser.text("#news") == "Changed: Soldier"
    assert browser.run("return document.querySelector('.cell[data-key=\"ants/worker\"] img').src") == other


def test_a_page_that_has_heard_nothing_yet_does_not_say_that_the_game_is_empty(opened):
    browser, preview = opened
    deaf = "window.EventSource = class { addEventListener() {} close() {} };"
    script = browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=deaf)["identifier"]
    browser.open(preview.server.address + "?new")
    browser.wait("return document.querySelector('#line').textContent")
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert browser.text("#line") == "Connecting…"
    assert browser.text(".empty") == "Composing…"
    browser.run("window.sameDocument = true")


def test_a_mistake_shows_its_line_keeps_the_picture_and_an_undo_brings_the_card_back(opened):
    browser, preview = opened
    picture = browser.run(f"return document.querySelector('{SOLDIER} img').src")
    edit(preview.game / "cards/ants.yaml", "caste: soldier", "caste: soldjer")
    browser.wait("return document.querySelector('.fault[data-code=M110]')")
    assert browser.text(".fault .message") == "unknown caste 'soldjer'"
    assert browser.text(".fault .excerpt mark") == "soldjer"
    assert browser.run("return document.querySelector('.fault .excerpt').dataset.line") == "14"
    assert browser.text(".fault .cure") == "did you mean 'soldier'?"
    assert browser.text(".fault .place") == "ants/cards/ants.yaml:14:12"
    link = browser.run("return document.querySelector('.fault a.place').href")
    assert link == f"vscode://file{preview.game.as_posix()}/cards/ants.yaml:14:12"
    assert browser.run(f"return document.querySelector('{SOLDIER}').dataset.state") == "stale"
    assert browser.run(f"return document.querySelector('{SOLDIER} img').src") == picture
    edit(preview.game / "cards/ants.yaml", "caste: soldjer", "caste: soldier")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")
    assert browser.run(f"return document.querySelector('{SOLDIER}').dataset.state") == "good"
    assert browser.run(f"return document.querySelector('{SOLDIER} img').src") == picture


@pytest.mark.parametrize(
    ("numbers", "words"),
    [("2", "2 players"), ("1", "1 player"), ("2-4", "2–4 players"), ("[2, 3, 6]", "2, 3, 6 players")],
)
def test_a_game_for_two_was_for_two_to_two(opened, numbers, words):
    browser, preview = opened
    edit(preview.game / "game.yaml", "players: 2-3", f"players: {numbers}")
    browser.wait("return document.querySelector('#edition').textContent === arguments[0]", words)


def test_yaml_that_cannot_be_read_shows_its_line(opened):
    browser, preview = opened
    edit(preview.game / "cards/events.yaml", "  sun:", "\tsun:")
    browser.wait("return document.querySelector('.fault[data-severity=error] .excerpt')")
    assert browser.run("return document.querySelector('.fault .excerpt').dataset.line") == "8"
    assert browser.count(".cell") == 6
    edit(preview.game / "cards/events.yaml", "\tsun:", "  sun:")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")


def test_everything_is_done_with_keys(opened):
    browser, _ = opened
    browser.press("Home")
    assert browser.run("return document.activeElement.dataset.key") == "ants/worker"
    browser.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert browser.run("return document.activeElement.dataset.key") == "ants/soldier"
    browser.press("Enter")
    browser.wait("return document.querySelector('#piece[open] .face.ready')")
    assert browser.text("#piece-name") == "Soldier"
    assert browser.run("return document.querySelector('.card').dataset.side") == "front"
    browser.press("f")
    assert browser.run("return document.querySelector('.card').dataset.side") == "back"
    browser.press("ArrowRight")
    assert browser.text("#piece-name") == "Scout"
    browser.press("1")
    assert browser.text("#piece-zoom") == "100 %"
    browser.press("Escape")
    browser.wait(
        "return document.activeElement.dataset.key === 'ants/scout'"
    )  # the focus stays with the piece
    browser.press("b", "t", "s", "f")
    assert browser.run("return document.body.className.split(' ').sort().join(' ')") == "bleed safe trim"
    assert browser.run("return document.body.dataset.side") == "back"
    browser.press("b", "t", "s", "f", "f")
    browser.press("/", *"rain")
    browser.wait("return document.querySelectorAll('.set:not([hidden]) .cell').length === 1")
    browser.press("Escape", "e", *"copies > 1", "Enter")
    browser.wait("return document.querySelectorAll('.set:not([hidden]) .cell').length === 4")
    browser.press("Escape")
    browser.wait("return document.querySelectorAll('.set:not([hidden]) .cell').length === 6")
    browser.press("l")
    browser.wait("return document.documentElement.dataset.language === 'cs'")
    browser.wait(ALT, f"{SOLDIER} img", "Hlídej bránu.")
    browser.press("l")
    browser.wait("return document.documentElement.dataset.language === 'en'")
    browser.press("d")
    assert browser.run("return !document.querySelector('#dock').hidden")
    browser.press("Escape", "?")
    assert browser.run("return document.querySelector('#help').open")
    browser.press("Escape")


FOCUS = "const it = document.activeElement; return it.dataset.value ?? it.dataset.view ?? it.dataset.key ?? it.className"


def test_the_focus_stays_where_it_was_put(opened):
    browser, preview = opened
    browser.run("document.querySelector('#sides [data-value=front]').focus()")
    browser.press("ArrowRight")
    assert (browser.run(FOCUS), browser.run("return document.body.dataset.side")) == ("back", "back")
    browser.press("Tab", "Enter")
    assert (browser.run(FOCUS), browser.run("return document.body.dataset.side")) == ("both", "both")
    browser.press("ArrowLeft", "ArrowLeft")
    browser.run("document.querySelector('#languages [data-value=en]').focus()")
    browser.press("ArrowRight")
    browser.wait("return document.querySelector('#languages [data-value=cs]').ariaChecked === 'true'")
    assert browser.run(FOCUS) == "cs"
    browser.press("ArrowLeft")
    browser.wait("return document.querySelector('#languages [data-value=en]').ariaChecked === 'true'")
    browser.run("document.querySelector('#views [aria-selected=true]').focus()")
    browser.press("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft")
    assert (browser.run(FOCUS), browser.run("return document.body.dataset.view")) == ("pieces", "pieces")
    edit(preview.game / "cards/ants.yaml", "caste: soldier", "caste: soldjer")
    browser.wait("return document.querySelector('.fault[data-code=M110]')")
    browser.press("n")
    assert browser.run(FOCUS) == "fault"
    browser.press("Escape")
    assert browser.run(FOCUS) == "ants/worker"


def test_sheets_rules_claims_counts_and_fits_are_shown(opened):
    browser, preview = opened
    browser.press("2")
    browser.wait(
        "return [...document.querySelectorAll('.sheets-view .page img')].some((image) => image.naturalWidth > 0)"
    )
    assert browser.text(".sheets-view h2").startswith("Ants")
    browser.press("3")
    browser.wait(
        "return [...document.querySelectorAll('.books-view .page img')].some((image) => image.naturalWidth > 0)"
    )
    browser.press("4")
    browser.wait("return document.querySelector('.claims-view .verdict')")
    assert browser.text(".claims-view .counts") == "1 of 1 claim holds"
    edit(preview.game / "game.yaml", "value: 3", "value: 300")
    browser.wait("return document.querySelector('.claims-view [data-verdict=failed]')")
    edit(preview.game / "game.yaml", "value: 300", "value: 3")
    browser.wait("return document.querySelector('.claims-view [data-verdict=ok]')")
    browser.press("5")
    browser.wait("return document.querySelector('.counts-view .bar')")
    browser.press("6")
    browser.wait("return document.querySelector('.fits-view td')")
    browser.press("1")


def test_a_page_that_nobody_sees_gives_its_line_back_and_catches_up_when_it_is_seen(opened):
    """A browser opens few connections to one server; pages in other tabs must not take them all."""
    browser, preview = opened
    show = (
        "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    browser.run("window.hungUp = 0; const close = EventSource.prototype.close;"
                "EventSource.prototype.close = function () { window.hungUp++; close.call(this); }")  # fmt: skip
    browser.run(show, True)
    browser.wait("return window.hungUp === 1")
    edit(preview.game / "cards/ants.yaml", "Guard the gate.", "Guard unseen.")
    browser.run(show, False)
    browser.wait(ALT, f"{SOLDIER} img", "Guard unseen.")
    assert browser.count(".cell.changed") == 1
    assert browser.text("#news") == "Changed: Soldier"


def test_a_wrong_expression_is_answered_beside_it(opened):
    browser, _ = opened
    browser.press("e", *"castle == 1")
    browser.wait(
        "return document.querySelector('#where-fault').textContent.includes(\"did you mean 'caste'?\")"
    )
    assert browser.count(".set:not([hidden]) .cell") == 6
    browser.press("Escape")


def test_a_page_on_a_narrow_screen_needs_no_sideways_scrolling(opened):
    browser, _ = opened
    browser.devtools(
        "Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True
    )
    try:
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        browser.run(f"document.querySelector('{SOLDIER}').click()")
        browser.wait("return document.querySelector('#piece[open] .face.ready')")
        assert browser.run(
            "return document.querySelector('#piece').getBoundingClientRect().width <= innerWidth"
        )
        browser.press("Escape")
    finally:
        browser.devtools("Emulation.clearDeviceMetricsOverride")


def test_a_tablet_held_upright_shows_every_tool_of_the_bar(opened):
    browser, _ = opened
    browser.devtools(
        "Emulation.setDeviceMetricsOverride", width=768, height=1024, deviceScaleFactor=1, mobile=False
    )
    try:
        assert browser.run(
            "const bar = document.querySelector('#bar'); return bar.scrollWidth <= bar.clientWidth"
        )
        assert browser.run("return document.querySelector('.where').clientWidth") > 200
    finally:
        browser.devtools("Emulation.clearDeviceMetricsOverride")


def test_the_stretch_at_fault_is_in_view_however_long_its_line(opened):
    browser, preview = opened
    edit(
        preview.game / "cards/ants.yaml", "Guard the gate.", f'"{"Guard the gate. " * 6}{{{{ facts.nil }}}}."'
    )
    browser.wait("return document.querySelector('.fault[data-code=X112] mark')")
    seen = """const box = document.querySelector('.fault[data-code=X112] .excerpt').getBoundingClientRect();
      const mark = document.querySelector('.fault[data-code=X112] mark').getBoundingClientRect();
      return mark.left >= box.left && mark.right <= box.right"""
    browser.wait(seen)
