"""What designers stumbled over on the page: each wish in a real browser, and everything back by undoing."""

from __future__ import annotations

import pytest

from tests.preview.browser import until
from tests.preview.test_edit_page import fill, opened, show, written

__all__ = ["opened"]
pytestmark = pytest.mark.system


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
