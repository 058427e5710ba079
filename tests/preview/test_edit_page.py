"""Editing on the page in a real browser: what is typed there is in the files, and nowhere else."""

from __future__ import annotations

import errno

import pytest

from tests.preview.browser import Browser, until
from tests.preview.game import edit, write_game
from tests.preview.running import running

pytestmark = pytest.mark.system

BEES = """\
kind: card
size: poker
layout: event
rows: bees.csv
fields: {caste: term caste?, castes: terms caste?, busy: flag, feet: number 0..9?, tags: list?, way: sides?, sign: icon?}
defaults: {copies: 2}
"""
TABLE = "id;name;text;caste;castes;busy;feet;tags;way;sign\nqueen;Queen;She rules.;worker;worker;x;6;one;n;crown\n"


@pytest.fixture
def opened(browser, tmp_path):
    """A page that shows the game, and the preview behind it; nothing may have been complained of on the console."""
    game = write_game(tmp_path)
    (game / "cards/bees.yaml").write_text(BEES, encoding="utf-8")
    (game / "cards/bees.csv").write_text(TABLE, encoding="utf-8")
    edit(game / "game.yaml", "cards/events.yaml", "cards/events.yaml, cards/bees.yaml")
    edit(game / "cards/ants.yaml", "pieces:", "defaults: {copies: 3}\npieces:")
    with running(game, watched=True) as preview:
        browser.open(preview.server.address)
        browser.wait("return document.querySelectorAll('.face.ready').length >= 5")
        browser.errors()
        yield browser, preview
        assert browser.errors() == []
        browser.open("about:blank")


def show(browser: Browser, key: str) -> None:
    browser.run(
        "document.querySelector('dialog[open]')?.close(); document.querySelector(arguments[0]).click()",
        f'.cell[data-key="{key}"]',
    )
    browser.wait("return document.querySelector('.form .edit-field[data-field=context]')")


def fill(browser: Browser, selector: str, value: str) -> None:
    browser.run(
        "const it = document.querySelector(arguments[0]); it.focus(); it.value = arguments[1];"
        "it.dispatchEvent(new Event('input')); it.dispatchEvent(new Event('change'))",
        selector,
        value,
    )


def written(preview, file: str, text: str) -> None:
    until(lambda: text in (preview.game / file).read_text("utf-8"))


def test_each_kind_of_field_is_written_into_its_place(opened):
    browser, preview = opened
    start = {
        file: (preview.game / file).read_bytes()
        for file in ("cards/bees.csv", "cards/ants.yaml", "cards/bees.yaml")
    }
    show(browser, "bees/queen")
    fill(browser, "#field-name", "Her Majesty")
    written(preview, "cards/bees.csv", "queen;Her Majesty;She rules.")
    fill(browser, "#field-text", "She rules; always.")
    written(preview, "cards/bees.csv", 'queen;Her Majesty;"She rules; always.";worker')
    browser.run(
        "[...document.querySelectorAll('[data-field=caste] .chips button')].find((each) => each.title === 'soldier').click()"
    )
    written(preview, "cards/bees.csv", 'always.";soldier;worker')
    browser.run(
        "[...document.querySelectorAll('[data-field=castes] .offered button')].find((each) => each.title === 'soldier').click()"
    )
    written(preview, "cards/bees.csv", ';soldier;"worker; soldier";')
    browser.run("document.querySelector('#field-busy').click()")
    written(preview, "cards/bees.csv", ';"worker; soldier";false;6')
    browser.run("document.querySelector('[data-field=feet] .stepper button:last-child').click()")
    written(preview, "cards/bees.csv", ";false;7;one")
    fill(browser, "#field-tags", "one\ntwo")
    written(preview, "cards/bees.csv", ';7;"one; two";n')
    browser.run("document.querySelector('.compass [data-side=e]').click()")
    written(preview, "cards/bees.csv", ';"one; two";n e;crown')
    browser.run("document.querySelector('[data-field=sign] .icon-button').click()")
    browser.wait("return document.querySelector('#picker .icons button')")
    fill(browser, "#picker input", "skull")
    browser.run("document.querySelector('#picker .icons button').click()")
    browser.wait("return !document.querySelector('#picker').open")
    written(preview, "cards/bees.csv", ";n e;crowned-skull\n")
    browser.wait("return document.querySelector('#piece-name').textContent === 'Her Majesty'")
    for _ in range(9):
        browser.run("document.querySelector('#undo').click()")
    until(lambda: (preview.game / "cards/bees.csv").read_bytes() == start["cards/bees.csv"])
    browser.wait("return document.querySelector('#piece-name').textContent === 'Queen'")
    assert "cell B2" in browser.text("[data-field=name] .badges")
    assert {file: (preview.game / file).read_bytes() for file in start} == start


def test_a_default_changes_here_only_or_where_it_comes_from(opened):
    browser, preview = opened
    show(browser, "ants/scout")
    assert "default of the set" in browser.text("[data-field=copies] .badges")
    fill(browser, "#field-copies", "5")
    written(preview, "cards/ants.yaml", "    text: Look {{ facts.crumbs }} places ahead.\n    copies: 5\n")
    show(browser, "bees/queen")
    browser.run(
        "const it = document.querySelector('[data-field=copies] .scope'); it.value = 'source'; it.dispatchEvent(new Event('change'))"
    )
    fill(browser, "#field-copies", "4")
    written(preview, "cards/bees.yaml", "defaults: {copies: 4}")


def test_an_edit_that_makes_a_fault_is_written_with_the_fault_beside_it(opened):
    browser, preview = opened
    show(browser, "ants/worker")
    fill(browser, "#field-text", "Carry {{ facts.crumb }} home.")
    written(preview, "cards/ants.yaml", "Carry {{ facts.crumb }} home.")
    browser.wait("return document.querySelector('[data-field=text] .field-fault')")
    assert "crumbs" in browser.text("[data-field=text] .field-fault .cure")
    fill(browser, "#field-copies", "many")
    browser.wait("return document.querySelector('[data-field=copies] .field-fault')")
    fill(browser, "#field-copies", "4")
    fill(browser, "#field-text", "Carry one crumb home.")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")


def test_a_translation_is_written_beside_its_source(opened):
    browser, preview = opened
    show(browser, "ants/soldier")
    browser.wait(
        "return document.querySelector('[data-field=text] .translation textarea')?.value === 'Hlídej bránu.'"
    )
    browser.run("document.querySelector('[data-field=text] details').open = true")
    fill(browser, "[data-field=text] .translation textarea", "Střež bránu.")
    written(preview, "locale/cs.po", 'msgstr "Střež bránu."')
    fill(browser, "[data-field=name] .translation textarea", "Voják")
    written(preview, "locale/cs.po", 'msgctxt "card.name"\nmsgid "Soldier"\nmsgstr "Voják"\n')


def test_the_language_that_is_shown_is_the_one_that_is_typed_into(opened):
    browser, preview = opened
    show(browser, "ants/soldier")
    browser.wait("return document.querySelector('[data-field=text] .translation textarea')")
    boxes = (
        "return [...document.querySelectorAll('[data-field=text] textarea')].map((each) => each.checkVisibility()"
        " && each.getAttribute('aria-label'))"
    )
    assert browser.run(boxes) == ["Text", False]
    browser.run("document.querySelector('#piece-languages button:last-child').click()")
    browser.wait("return document.querySelector('[data-field=text] details[open]')")
    assert browser.run(boxes) == ["Translation into cs", "Text"]
    assert browser.text("[data-field=text] .source-of") == "Text · English, the source"
    fill(browser, "[data-field=text] textarea", "Stůj u brány.")
    written(preview, "locale/cs.po", 'msgstr "Stůj u brány."')
    browser.run("document.querySelector('#piece-languages button:first-child').click()")
    browser.wait("return !document.querySelector('[data-field=text] details[open]')")
    assert browser.run(boxes) == ["Text", False]
    assert "Guard the gate." in (preview.game / "cards/ants.yaml").read_text("utf-8")


def test_the_marks_of_a_text_keep_their_room_and_end_what_they_began(opened):
    browser, preview = opened
    show(browser, "ants/soldier")
    below = "return document.querySelector('[data-field=copies]').getBoundingClientRect().top"
    browser.run("document.activeElement.blur()")
    before = browser.run(below)
    fill(browser, "#field-text", "Guard ")
    assert browser.run(below) == before
    marks = "document.querySelector('[data-field=text] .marks button:nth-child(arguments[0])').click()"
    browser.run("const it = document.querySelector('#field-text'); it.setSelectionRange(6, 6)")
    for keys, button in (("the ", 1), ("gate", 2), ("", 2), ("", 1), (" now", 2)):
        browser.press(*keys)
        browser.run(marks.replace("arguments[0]", str(button)))
    browser.run(marks.replace("arguments[0]", "2"))
    browser.press(".")
    assert browser.run("return document.querySelector('#field-text').value") == "Guard the **gate** now."
    browser.run("document.querySelector('#field-text').dispatchEvent(new Event('change'))")
    written(preview, "cards/ants.yaml", "Guard the **gate** now.")


def test_what_undoing_brings_back_is_reported_for_as_long_as_it_would(opened):
    browser, _ = opened
    tool = "[...document.querySelectorAll('.form-tools button')].find((each) => each.textContent === arguments[0]).click()"
    news = "return document.querySelector('#news').textContent"
    show(browser, "ants/scout")
    browser.run(tool, "Copy")
    browser.wait(news + " === 'Copied: Scout. Ctrl+Z takes the copy away'")
    browser.wait("return document.querySelector('#piece .meta').textContent.startsWith('ants/scout-2')")
    browser.wait("return document.querySelector('.form-tools')")
    browser.run(tool, "Delete")
    browser.wait(news + ".endsWith('Ctrl+Z brings it back')")
    show(browser, "ants/worker")
    fill(browser, "#field-copies", "9")
    browser.wait(news + ".includes('Ctrl+Z') === false")


def test_pieces_are_added_copied_moved_and_deleted(opened):
    browser, preview = opened
    start = (preview.game / "cards/ants.yaml").read_bytes()
    tool = "[...document.querySelectorAll('.form-tools button')].find((each) => each.textContent === arguments[0]).click()"
    show(browser, "ants/soldier")
    browser.run(tool, "Copy")
    browser.wait(
        "return document.querySelector('.form')?.parentElement && document.querySelector('#piece .meta').textContent.startsWith('ants/soldier-2')"
    )
    browser.wait("return document.querySelector('.form-tools')")
    browser.run(tool, "↓")
    until(
        lambda: (
            (preview.game / "cards/ants.yaml").read_text("utf-8").index("soldier-2:")
            > (preview.game / "cards/ants.yaml").read_text("utf-8").index("scout:")
        )
    )
    browser.run(tool, "New")
    browser.wait("return document.querySelector('#piece .meta').textContent.startsWith('ants/new')")
    browser.wait("return document.querySelector('.form-tools')")
    browser.run(tool, "Delete")
    browser.wait("return !document.querySelector('#piece').open")
    browser.wait("return !document.querySelector('.cell[data-key=\"ants/new\"]')")
    for _ in range(4):
        browser.run("document.querySelector('#undo').click()")
    until(lambda: (preview.game / "cards/ants.yaml").read_bytes() == start)


def test_a_new_piece_shows_at_once_whatever_its_set_asks_for(opened):
    browser, preview = opened
    edit(
        preview.game / "cards/events.yaml",
        "fields: {}\npieces:\n  rain: {name: Rain, text: All go home.}\n  sun: {name: Sun, text: All go out., copies: 2}\n",
        "fields: {sign: icon, caste: term caste, heat: number 1..6, motto: text}\npieces: {}\n",
    )
    browser.wait("return !document.querySelector('.cell[data-key=\"events/rain\"]')")
    browser.run("document.querySelector('#set-events .add').click()")
    browser.wait("return document.querySelector('#piece .meta')?.textContent.startsWith('events/new ')")
    browser.wait("return document.activeElement.id === 'field-name'")
    written(preview, "cards/events.yaml", "caste: worker, heat: 1, motto: Motto}")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")


def test_a_value_that_changed_meanwhile_is_shown_in_both_versions(opened):
    browser, preview = opened
    show(browser, "events/rain")
    browser.run("window.EventSource = class {}; document.querySelector('#field-name').focus()")
    edit(preview.game / "cards/events.yaml", "name: Rain", "name: Storm")
    browser.run("document.querySelector('#field-name').dataset.dirty = 'yes'")
    until(
        lambda: (
            preview.engine.reading
            and any(
                piece.key == "events/rain" and piece.fields["name"].source == "Storm"
                for piece in preview.engine.reading.workshop.game.pieces()
            )
        )
    )
    fill(browser, "#field-name", "Drizzle")
    if "Drizzle" not in (preview.game / "cards/events.yaml").read_text("utf-8"):
        browser.wait("return document.querySelector('[data-field=name] .field-state q')")
        assert browser.text("[data-field=name] .field-state q") == "Storm"
        assert "Storm" in (preview.game / "cards/events.yaml").read_text("utf-8")
        browser.run("document.querySelector('[data-field=name] .field-state button:last-child').click()")
    written(preview, "cards/events.yaml", "name: Drizzle")


@pytest.mark.parametrize("wish", ["Write mine", "Keep the file's"])
@pytest.mark.parametrize(
    ("field", "file", "old", "new", "mine"),
    [
        ("[data-fact=crumbs] input", "game.yaml", "crumbs: {value: 3,", "crumbs: {value: 5,", "4"),
        (
            "[data-field=text] .translation textarea",
            "locale/cs.po",
            "Hlídej bránu.",
            "Hlídej vrata.",
            "Stůj.",
        ),
        ("#field-name", "cards/ants.yaml", "name: Soldier", "name: Guard", "Wasp"),
    ],
)
def test_a_value_that_changes_while_another_is_typed_is_shown_in_both_versions(
    opened, field, file, old, new, mine, wish
):
    browser, preview = opened
    if "fact" in field:
        browser.press("7")
    else:
        show(browser, "ants/soldier")
    browser.wait("return document.querySelector(arguments[0])?.value", field)
    browser.run(
        "const it = document.querySelector(arguments[0]); it.dataset.dirty = 'yes'; it.value = arguments[1]",
        field,
        mine,
    )
    edit(preview.game / file, old, new)
    until(lambda: new in "".join(preview.engine.reading.workshop.sources.values()))
    before = (preview.game / file).read_text("utf-8")
    browser.run("document.querySelector(arguments[0]).dispatchEvent(new Event('change'))", field)
    state = "return document.querySelector(arguments[0]).closest('.control, .translation, .edit-field').querySelector('.field-state')"
    browser.wait(f"{state}?.textContent.includes('Yours: ')", field)
    assert browser.run(f"{state}.querySelector('q:last-of-type').textContent", field) == mine
    assert (preview.game / file).read_text("utf-8") == before
    browser.run(
        f"[...{state[7:]}.querySelectorAll('button')].find((it) => it.textContent === arguments[1]).click()",
        field,
        wish,
    )
    if wish == "Write mine":
        written(preview, file, new.replace("5", mine).replace("Hlídej vrata.", mine).replace("Guard", mine))
    else:
        browser.wait("return document.querySelector(arguments[0]).value !== arguments[1]", field, mine)
        assert (preview.game / file).read_text("utf-8") == before


def test_words_that_cannot_be_written_stay_in_their_field(opened, monkeypatch):
    browser, preview = opened
    show(browser, "events/rain")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("pnp.edit.change.put_files", full)
        fill(browser, "#field-name", "Drizzle")
        browser.wait("return document.body.textContent.includes('No space left on device: make room there')")
        assert browser.run("return document.querySelector('#field-name').value") == "Drizzle"
        edit(preview.game / "cards/events.yaml", "All go home.", "All stay.")
        browser.wait(
            "return document.querySelector('.cell[data-key=\"events/rain\"] img').alt.includes('All stay.')"
        )
        browser.wait("return document.querySelector('#field-text').value === 'All stay.'")
        assert browser.run("return document.querySelector('#field-name').value") == "Drizzle"
    assert "Drizzle" not in (preview.game / "cards/events.yaml").read_text("utf-8")
    fill(browser, "#field-name", "Drizzle")
    written(preview, "cards/events.yaml", "name: Drizzle")


def test_a_field_of_several_pieces_changes_in_one_step(opened):
    browser, preview = opened
    start = (preview.game / "cards/ants.yaml").read_bytes()
    browser.press("Home", "x", "ArrowRight", "ArrowRight", "x")
    browser.wait("return document.querySelector('#selection .how-many')?.textContent === '2 pieces selected'")
    assert browser.count(".cell.selected") == 2
    browser.wait("return document.querySelector('#field-all-copies')")
    fill(browser, "#field-all-copies", "7")
    browser.run("document.querySelector('#selection .main').click()")
    until(lambda: (preview.game / "cards/ants.yaml").read_text("utf-8").count("copies: 7") == 2)
    browser.wait("return document.querySelector('#undo').title.startsWith('Undo: 2 changes')")
    browser.run("document.querySelector('#undo').click()")
    until(lambda: (preview.game / "cards/ants.yaml").read_bytes() == start)
    browser.press("Escape")
    assert browser.run("return document.querySelector('#selection').hidden")


def test_a_box_is_moved_and_sized_with_keys_and_mouse(opened):
    browser, preview = opened
    start = (preview.game / "layouts/event.xml").read_text("utf-8")
    show(browser, "events/rain")
    browser.run("document.querySelector('#piece-boxes').click()")
    browser.wait("return document.querySelectorAll('.box').length === 3")
    browser.run(
        "[...document.querySelectorAll('.box.movable')].find((each) => each.title.startsWith('text, 6 6')).focus()"
    )
    browser.press("ArrowRight", "ArrowRight", "ArrowDown")
    written(preview, "layouts/event.xml", 'inset="6.5 5 69.5 7"')
    assert (preview.game / "layouts/event.xml").read_text("utf-8") == start.replace(
        "6 6 70 6", "6.5 5 69.5 7"
    )
    browser.wait(
        "return [...document.querySelectorAll('.box')].some((each) => each.title.startsWith('text, 7 6.5'))"
    )
    drag = """const box = [...document.querySelectorAll('.box.movable')].find((each) => each.title.startsWith('text, 7 6.5'));
      const [x, y] = [box.getBoundingClientRect().x + 20, box.getBoundingClientRect().y + 8];
      const millimetre = box.getBoundingClientRect().width / Number(box.title.match(/, ([0-9.]+) ×/)[1]);
      const send = (type, dx) => box.dispatchEvent(new PointerEvent(type, { clientX: x + dx * millimetre, clientY: y, bubbles: true, pointerId: 1 }));
      box.setPointerCapture = () => {};
      send('pointerdown', 0); send('pointermove', -0.6); send('pointermove', -0.8); send('pointerup', -0.8)"""
    browser.run(drag)
    written(
        preview, "layouts/event.xml", 'inset="6.5 6 69.5 6"'
    )  # it snaps to the other text, 6 mm from the left
    for _ in range(2):
        browser.run("document.querySelector('#undo').click()")
    until(lambda: (preview.game / "layouts/event.xml").read_text("utf-8") == start)
    show(browser, "ants/worker")
    browser.wait(
        "return [...document.querySelectorAll('.box:not(.movable)')].some((each) => each.title.includes('from look.xml'))"
    )


def test_facts_terms_and_sets_are_edited(opened):
    browser, preview = opened
    start = (preview.game / "game.yaml").read_bytes()
    browser.press("7")
    browser.wait("return document.querySelector('[data-fact=crumbs] input')?.value === '3'")
    fill(browser, "[data-fact=crumbs] input", "4")
    written(preview, "game.yaml", "  crumbs: {value: 4, source: r 1}\n")
    fill(browser, '[data-term="caste.worker"] textarea', "drudge")
    written(preview, "game.yaml", '    worker: {name: drudge, colour: "#2A5F9E"}\n')
    browser.run(
        "document.querySelectorAll('.data-view section').forEach((each) => each.querySelector('h2').textContent.startsWith('Events') && (each.dataset.it = 'yes'))"
    )
    fill(browser, "[data-it] textarea[aria-label='Name of events']", "Weather")
    written(preview, "cards/events.yaml", "kind: card\nname: Weather\n")
    fill(browser, ".add-row input[aria-label='Name of a new fact']", "eggs")
    browser.run("document.querySelector('.add-row button').click()")
    written(preview, "game.yaml", "  eggs: {value: 1, assumed: true}\n")
    browser.wait("return document.querySelector('[data-fact=eggs] input')")
    browser.run("document.querySelector('[data-claim=enough] summary').click()")
    browser.wait("return document.querySelector('[data-claim=enough] select')?.value === '>='")
    fill(browser, "textarea[aria-label='Box of enough']", "n(tokens)")
    written(preview, "game.yaml", 'data: n(tokens), is: ">="')
    browser.run(
        "const it = document.querySelector('[data-claim=enough] select'); it.value = '<'; it.dispatchEvent(new Event('change'))"
    )
    written(preview, "game.yaml", 'data: n(tokens), is: "<"')
    fill(browser, ".data-side input", "eggs")
    browser.wait("return document.querySelectorAll('.data-view section:not([hidden])').length === 1")
    browser.run("document.querySelector('[data-fact=eggs] .remove').click()")
    until(lambda: "eggs" not in (preview.game / "game.yaml").read_text("utf-8"))
    for _ in range(7):
        browser.run("document.querySelector('#undo').click()")
    until(lambda: (preview.game / "game.yaml").read_bytes() == start)
    browser.press("Escape", "1")
    browser.run("document.querySelector('#set-events .add').click()")
    written(preview, "cards/events.yaml", "  new: {name: New}\n")
    browser.wait(
        "return document.querySelector('#piece').open && document.querySelector('#piece .meta').textContent.startsWith('events/new')"
    )
    browser.run("document.querySelector('#undo').click()")
    browser.wait("return !document.querySelector('#piece').open")


def test_a_fault_leads_to_the_data_that_cure_it(opened):
    browser, preview = opened
    edit(preview.game / "cards/events.yaml", "kind: card", "kind: card\ntotal: 9")
    browser.wait("return document.querySelector('.fault[data-code=K101] .link')")
    browser.run("document.querySelector('.fault[data-code=K101] .link').click()")
    browser.wait(
        "return document.activeElement.getAttribute('aria-label') === 'Total of events' && document.body.dataset.view === 'data'"
    )
    fill(browser, "textarea[aria-label='Total of events']", "3")
    written(preview, "cards/events.yaml", "total: 3\n")
    browser.wait("return document.querySelector('#faults-button').textContent === 'No faults'")
    browser.wait("return document.querySelector('#dock').hidden")  # it had opened by itself
    browser.run("document.querySelectorAll('#views button')[3].click()")
    browser.wait("return document.querySelector('.claims-view .link')")
    browser.run("document.querySelector('.claims-view .link').click()")
    browser.wait("return document.querySelector('[data-claim=enough]').open")


def test_a_place_that_no_editor_opens_is_said_and_the_page_stays(opened):
    browser, _ = opened
    show(browser, "ants/worker")
    browser.run("document.querySelector('#piece .facts a.place').click()")
    browser.wait("return document.querySelector('#news').textContent.startsWith('ants/cards/ants.yaml:9:3')")
    assert browser.run("return document.querySelector('#piece').open")
    browser.errors()  # of a browser without an editor


def test_a_box_in_the_corner_of_a_card_selects_it(opened):
    browser, _ = opened
    pick = '.cell[data-key="ants/%s"] .pick'
    browser.click(pick % "worker")
    browser.click(pick % "scout")
    browser.wait("return document.querySelector('#selection .how-many')?.textContent === '2 pieces selected'")
    assert browser.count(".pick[aria-checked=true]") == 2
    assert not browser.run("return document.querySelector('#piece').open")
    browser.click(pick % "scout")
    browser.wait("return document.querySelector('#selection .how-many').textContent === '1 piece selected'")
    browser.press("Escape")
    browser.wait("return document.querySelector('#selection').hidden")


def test_all_icons_are_offered_when_none_has_the_words(opened):
    browser, _ = opened
    show(browser, "bees/queen")
    browser.run("document.querySelector('[data-field=sign] .icon-button').click()")
    browser.wait("return document.querySelector('#picker .icons button')")
    all_ = int(browser.text("#picker .meta").split()[0])
    assert browser.count("#picker .icons button") < all_
    fill(browser, "#picker input", "no such icon")
    assert browser.text("#picker .meta") == f"No icon has “no such icon” in its name; here are all {all_}"
    for _ in range(all_):
        browser.run("document.querySelector('#picker .icons').scrollTop = 1e6")
        if browser.count("#picker .icons button") == all_:
            break
    assert browser.count("#picker .icons button") == all_
    fill(browser, "#picker input", "crowned")
    assert 0 < browser.count("#picker .icons button") < all_


def test_cures_name_no_command_that_the_page_makes_needless(opened):
    browser, _ = opened
    browser.run("document.querySelector('#languages button:last-child').click()")
    browser.press("d")
    browser.wait("return document.querySelector('.fault[data-code=K500]')")
    assert "pnp i18n" not in browser.text(".fault[data-code=K500]")
    assert "in the form of its piece" in browser.text(".fault[data-code=K500] .cure")
    browser.run("document.querySelector('#languages button:first-child').click()")


def test_translations_and_bounds_stay_while_a_piece_is_faulty(opened):
    browser, preview = opened
    show(browser, "ants/soldier")
    browser.wait("return document.querySelector('[data-field=text] .translation textarea')")
    fill(browser, "#field-copies", "many")
    browser.wait("return document.querySelector('[data-field=copies] .field-fault')")
    assert browser.count("[data-field=text] .translation textarea") == 1
    fill(browser, "#field-copies", "2")
    browser.wait("return !document.querySelector('[data-field=copies] .field-fault')")
    assert browser.count("[data-field=text] .translation textarea") == 1
    show(browser, "bees/queen")
    assert browser.text("[data-field=feet] .range") == "0 to 9"
    for _ in range(4):
        browser.run("document.querySelector('[data-field=feet] .stepper button:last-child').click()")
    written(preview, "cards/bees.csv", ";x;9;")
    assert browser.run(
        "return document.querySelector('[data-field=feet] .stepper button:last-child').disabled"
    )


def test_the_pieces_in_the_window_are_composed_first(opened, monkeypatch):
    browser, preview = opened
    looked: list[str] = []
    monkeypatch.setattr(preview.engine, "look", lambda _, key: looked.append(key))
    browser.run(
        "document.querySelector('#zoom').value = 100; document.querySelector('#zoom').dispatchEvent(new Event('input'))"
    )
    browser.wait(
        "return document.querySelector('#main').scrollHeight > 3 * document.querySelector('#main').clientHeight"
    )
    browser.run("document.querySelector('#main').scrollTop = 1e9")
    until(lambda: looked and looked[-1] in ("events/rain", "events/sun", "bees/queen", "crumbs/crumb"))
    browser.run("document.querySelector('#main').scrollTop = 0")
    until(lambda: looked[-1] == "ants/worker")


def test_only_pieces_that_are_seen_are_in_the_page(browser, tmp_path):
    game = write_game(tmp_path)
    crowd = "".join(
        f"  e{number}: {{name: Event {number}, text: Number {number}.}}\n" for number in range(600)
    )
    path = game / "cards/events.yaml"
    path.write_text(path.read_text("utf-8") + crowd, encoding="utf-8")
    with running(game) as preview:
        browser.open(preview.server.address)
        browser.wait("return document.querySelector('#sum').textContent.startsWith('606 pieces')")
        browser.wait("return document.querySelector('.face.ready')")
        assert browser.count(".cell") < 90
        height = browser.run("return document.querySelector('#main').scrollHeight")
        browser.press("Home", "End")
        assert browser.run("return document.activeElement.dataset.key") == "crumbs/crumb"
        assert browser.count(".cell") < 90
        assert browser.run("return document.querySelector('#main').scrollHeight") == height
        browser.press("ArrowUp")
        assert browser.run("return document.activeElement.dataset.key").startswith("events/e5")
        browser.press("ArrowUp", "ArrowUp")
        above = browser.run("return document.activeElement.dataset.key")
        browser.press("ArrowDown", "ArrowUp")
        assert browser.run("return document.activeElement.dataset.key") == above
        browser.press("/", *"event 77")
        browser.wait("return document.querySelectorAll('.cell').length === 6")
        browser.press("Escape")
    browser.open("about:blank")


def test_alt_and_a_click_on_a_text_open_its_line(opened):
    browser, _ = opened
    click = """const face = document.querySelector('.cell[data-key="events/rain"] .face');
      const box = face.getBoundingClientRect(); const millimetre = box.width / 63;
      addEventListener('beforeunload', () => {}); window.opened = [];
      face.parentElement.parentElement.dispatchEvent(new MouseEvent('click', { altKey: true, bubbles: true,
        clientX: box.left + 10 * millimetre, clientY: box.top + arguments[0] * millimetre }))"""
    browser.run(click, 40)
    browser.wait(
        "return document.querySelector('#news').textContent.startsWith('ants/cards/events.yaml:7:28')"
    )
    assert not browser.run("return document.querySelector('#piece').open")
    browser.run(click, 2)
    browser.wait("return document.querySelector('#news').textContent.startsWith('ants/layouts/event.xml:2:')")
    browser.errors()  # of a browser without an editor


def test_clicks_in_quick_succession_are_all_written(opened):
    browser, preview = opened
    show(browser, "bees/queen")
    browser.run(
        "const more = document.querySelector('[data-field=feet] .stepper button:last-child');"
        "more.click(); more.click(); more.click();"
        "for (const name of ['soldier', 'worker']) [...document.querySelectorAll('[data-field=castes] .offered button')]"
        ".find((each) => each.title === name).click();"
        "for (const side of ['e', 's']) document.querySelector(`.compass [data-side=${side}]`).click()"
    )
    written(preview, "cards/bees.csv", ';"worker; soldier; worker";x;9;one;n e s;crown')
    assert browser.text(".field-state") == ""


def test_a_form_that_was_asked_for_before_an_edit_takes_nothing_back(opened):
    browser, preview = opened
    show(browser, "events/rain")
    browser.run(
        "const fetched = window.fetch; window.held = []; window.fetch = async (...asked) => {"
        " const answer = await fetched(...asked);"
        " if (String(asked[0]).startsWith('form')) await new Promise((go) => held.push(go));"
        " return answer; }"
    )
    edit(preview.game / "cards/events.yaml", "All go home.", "All stay.")
    browser.wait("return held.length")  # the form has the old name
    fill(browser, "#field-name", "Storm")
    written(preview, "cards/events.yaml", "{name: Storm,")
    browser.run("held.splice(0).forEach((go) => go())")
    browser.wait("return held.length")  # so it is asked for again
    assert browser.run("return document.querySelector('#field-name').value") == "Storm"
    browser.run("held.splice(0).forEach((go) => go())")
    browser.wait("return document.querySelector('#field-text').value === 'All stay.'")
    assert browser.run("return document.querySelector('#field-name').value") == "Storm"


def test_a_click_during_which_a_picture_arrives_is_not_lost(opened):
    browser, preview = opened
    show(browser, "bees/queen")
    for target, text, rules in (
        (
            "[data-field=castes] .offered button:nth-child(2)",
            ';"worker; soldier";',
            "She rules and rules",
        ),
        ("[data-field=way] .compass [data-side=e]", ";n e;crown", "She rules and rules and rules"),
    ):
        browser.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", target)
        place = browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            target,
        )
        mouse = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        browser.devtools("Input.dispatchMouseEvent", type="mousePressed", **mouse)
        browser.run(
            "window.asked = 0; const fetched = window.fetch; window.fetch = async (...all) => {"
            " const answer = await fetched(...all); asked += String(all[0]).startsWith('form'); return answer; }"
        )
        edit(preview.game / "layouts/event.xml", "<face", "<!-- --><face")
        edit(preview.game / "cards/bees.csv", "She rules", "She rules and rules")
        browser.wait(
            "return asked && document.querySelector('#field-text').value.startsWith(arguments[0])", rules
        )
        browser.devtools("Input.dispatchMouseEvent", type="mouseReleased", **mouse)
        written(preview, "cards/bees.csv", text)


def test_keys_that_move_a_box_while_its_numbers_are_written_all_count(opened):
    browser, preview = opened
    show(browser, "events/rain")
    browser.run("document.querySelector('#piece-boxes').click()")
    browser.wait("return document.querySelectorAll('.box').length === 3")
    browser.run(
        "window.box = [...document.querySelectorAll('.box.movable')].find((each) => each.title.startsWith('text, 6 6')); box.focus();"
        "const fetched = window.fetch; window.held = []; window.fetch = async (...asked) => {"
        " const answer = await fetched(...asked);"
        " if (String(asked[0]) === 'edit') await new Promise((go) => held.push(go));"
        " return answer; }"
    )
    browser.press("ArrowRight")
    browser.wait("return held.length")
    browser.press("ArrowRight", "ArrowRight")
    assert browser.run("return document.activeElement === box")
    for _ in range(2):
        browser.wait("return held.length")
        browser.run("held.splice(0).forEach((go) => go())")
    written(preview, "layouts/event.xml", 'inset="6 4.5 70 7.5"')
