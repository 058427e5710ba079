"""Forms of the page as JSON: fields of pieces, facts, terms, boxes of layouts; and the answers to edits."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pnp.build import measured_entries, tidied_files, updated_catalogues
from pnp.diagnostics import has_errors
from pnp.edit import Clash, ClashError
from pnp.edit.cure import Cure
from pnp.edit.editor import Editor, EditRun
from pnp.edit.set_source import SetSource
from pnp.edit.source_text import LayoutFile
from pnp.edit.step import StaleEditError, WrongRequestError
from pnp.edit.yaml_file import Keys, YamlFile
from pnp.export.face_svg import drawing_svg
from pnp.fonts import FontLibrary
from pnp.i18n import Catalogue, category_examples, merge, write_catalogue
from pnp.icons import VectorIcon
from pnp.layout.drawing import DrawnBox
from pnp.load import FolderFiles
from pnp.load.field import FIELD_KINDS
from pnp.load.locate import GAME_FILE
from pnp.load.yaml.node import Mapping as YamlMapping
from pnp.model import (
    Claim,
    ComponentSet,
    Fact,
    FieldDeclaration,
    FileFault,
    Game,
    LayoutSource,
    Piece,
    Term,
    Text,
    Vocabulary,
)
from pnp.preview.live import LiveEdition
from pnp.preview.reading import Reading
from pnp.preview.record import JsonRecord, hex_colour, place
from pnp.rules.value import show
from pnp.source import Span, column_letters
from pnp.translation import Translations
from pnp.translation.table_texts import table_text
from pnp.translation.translations import catalogue_path

_KEYS = ("copies", "layout", "back", "size", "style", "note", "context")
"""Keys of entries that are edited beside the fields, in this order."""
_CLAIM_KEYS = ("says", "rulebook", "is", "data", "pieces", "source", "ruling", "note")
"""Keys of claims that are edited, in this order."""
_SHOWN_LINES = 60
"""Lines of the difference between two versions of a file that are shown."""
_FilesOfCommand: TypeAlias = Callable[[str], Mapping[str, bytes] | FileFault]
"""Gives the files that a command writes, or why it writes none."""
_EXPRESSION = re.compile(r"\{\{.*?\}\}")
_WORD = re.compile(r"[^\W\d_]")


def piece_form(editor: Editor, reading: Reading, key: str) -> JsonRecord | None:
    """The fields of a piece as they are written now; None for a piece of no set.

    A file that cannot be read gives a record with the ``fault`` alone; a piece that its data do not make now
    has no ``translations``.
    """
    game = reading.workshop.game
    set_id, _, piece_id = key.partition("/")
    found = next((each for each in game.sets if each.id == set_id), None) if game else None
    if game is None or found is None:
        return None
    edit = editor.begin(game)
    try:
        source = edit.source(found)
        entry = source.entry_of(piece_id)
        if entry is None:
            return {"fault": f"there is no piece '{piece_id}' any more", "help": ""}
        table = source.table_of(entry)
        piece = next((each for each in found.pieces if each.id == piece_id), None)
        fields = [_field(source, entry, field, found, reading) for field in found.fields.values()]
        keys = [
            _field(source, entry, FieldDeclaration(name, _kind(name), True), found, reading) for name in _KEYS
        ]
        for record in fields:
            bound = piece.binds.get(record["name"]) if piece else None
            if bound is not None and record["from"] == "missing":
                record |= {"from": "for", "value": bound.id, "editable": False}
        repeated = found.pieces if source.repeats(entry) else ()
        made = [each.id for each in repeated if source.entry_of(each.id) == entry]
        texts = _translations(edit, game, piece, fields) if piece else None
    except FileFault as fault:
        return {"fault": str(fault), "help": fault.cure}
    return {
        "piece": key,
        "entry": entry,
        "shipped": editor.shipped,
        "sheet": table is not None and table.sheet,
        "table": table is not None,
        "makes": made,
        "plural": category_examples(game.language),
        "heirs": source.heirs(entry),
        "fields": [*fields, *keys],
        "translations": texts,
        **editor.state(),
    }


def _control(kind: str) -> JsonRecord:
    """The control for values of a kind of field, or of another key of entries."""
    of = FIELD_KINDS.get(kind)
    if of is None:
        return {"widget": kind, "several": False, "worded": False, "hint": ""}
    return {"widget": of.widget, "several": of.several, "worded": of.worded, "hint": of.hint}


def _kind(key: str) -> str:
    return {"copies": "copies", "layout": "layout", "back": "layout", "size": "size"}.get(key, "text")


def _field(
    source: SetSource, entry: str, field: FieldDeclaration, component_set: ComponentSet, reading: Reading
) -> JsonRecord:
    """A field of an entry: how it is edited, what it holds, and where that is written."""
    written = source.written(entry, field.name)
    label = component_set.labels.get(field.name)
    values = written.value if isinstance(written.value, list) else [written.value or ""]
    record: JsonRecord = {
        "name": field.name,
        "label": label.source if label else "",
        "kind": field.kind,
        **_control(field.kind),
        "optional": field.optional,
        "vocabulary": field.vocabulary,
        "low": field.low,
        "high": field.high,
        "shape": component_set.size.shape,
        "value": written.value,
        "from": written.source,
        "of": written.entry,
        "editable": written.editable,
        "cell": written.cell,
        "expression": any("{{" in str(value) for value in values)
        or (field.kind == "copies" and not str(written.value or "0").strip().isdecimal()),
    }
    if written.file:
        file = reading.workshop.files.shown(written.file)
        record["place"] = {"file": file, "line": written.line, "column": written.column}
        if written.cell and not written.editable:
            record["place"] |= {"sheet": "", "cell": f"{column_letters(written.column)}{written.line}"}
    return record


def _translations(
    edit: EditRun, game: Game, piece: Piece, fields: list[JsonRecord]
) -> dict[str, list[JsonRecord]]:
    """The translations of each text of a piece, by the name of its field."""
    found: dict[str, list[JsonRecord]] = {}
    for field in fields:
        text = piece.fields.get(field["name"])
        if isinstance(text, Text) and _WORD.search(_EXPRESSION.sub("", text.source)):
            found[field["name"]] = _into_all(edit, game, text)
    return found


def _into_all(edit: EditRun, game: Game, text: Text) -> list[JsonRecord]:
    """The translations of a text into each language of the game whose file can be read."""
    records = []
    for language in game.languages:
        if language == game.language:
            continue
        try:
            entry = edit.catalogue(language).entry(text.context, text.source)
        except FileFault:  # it cannot be decoded, which is among the findings
            continue
        in_table = table_text(game, language, text.context, text.source.strip())
        records.append(
            {
                "lang": language,
                "context": text.context,
                "source": text.source.strip(),
                "value": in_table.source if in_table else entry.translation if entry else "",
                "fuzzy": bool(entry and entry.fuzzy and not in_table),
                "previous": entry.previous if entry and entry.fuzzy else None,
                "plural": category_examples(language),
            }
        )
    return records


def game_form(editor: Editor, reading: Reading) -> JsonRecord | None:
    """The game itself, its facts, claims and terms, and the set-ups of its sets, as they are written now."""
    game = reading.workshop.game
    if game is None:
        return None
    edit = editor.begin(game)
    try:
        file = edit.yaml_file(GAME_FILE)
        terms = [
            {
                "id": vocabulary.id,
                "terms": [_term_form(edit, game, vocabulary, term) for term in vocabulary.terms.values()],
            }
            for vocabulary in game.vocabularies.values()
        ]
        facts = [_fact_form(file, fact) for fact in game.facts.values()]
        claims = [_claim_form(file, claim) for claim in game.claims.values()]
        sets = [_set_form(edit, game, each) for each in game.sets]
    except FileFault as fault:
        return {"fault": str(fault), "help": fault.cure}
    about = {
        "keys": {name: file.text_at((name,)) for name in ("name", "version", "notice", "note")},
        "translations": {
            name: _into_all(edit, game, text)
            for name, text in (("name", game.name), ("notice", game.notice))
            if text
        },
    }
    lists = {"about": about, "terms": terms, "facts": facts, "claims": claims, "sets": sets}
    return {"shipped": editor.shipped, **lists, **editor.state()}


def _term_form(edit: EditRun, game: Game, vocabulary: Vocabulary, term: Term) -> JsonRecord:
    file, path = edit.yaml_file(GAME_FILE), ("terms", vocabulary.id, term.id)
    return {
        "id": term.id,
        "colour": hex_colour(term.colour) if term.colour else "",
        **{name: file.text_at((*path, name)) for name in ("name", "icon", "gender", "note")},
        "written": file.text_at((*path, "colour")),
        "forms": {form: file.text_at((*path, "forms", form)) for form in term.forms},
        "translations": _into_all(edit, game, term.name),
    }


def _fact_form(file: YamlFile, fact: Fact) -> JsonRecord:
    path = ("facts", fact.id)
    return {
        "id": fact.id,
        "value": file.text_at((*path, "value")),
        "values": _values_of(file, (*path, "value")),
        "shown": show(fact.value, 200),
        "source": fact.source,
        "assumed": fact.assumed,
        "note": file.text_at((*path, "note")),
        "place": _place_of(fact.span),
    }


def _claim_form(file: YamlFile, claim: Claim) -> JsonRecord:
    return {
        "id": claim.id,
        "place": _place_of(claim.span),
        "keys": {name: file.text_at(("claims", claim.id, name)) for name in _CLAIM_KEYS},
    }


def _place_of(span: Span) -> JsonRecord:
    return {"file": span.file, "line": span.line, "column": span.column}


def _values_of(file: YamlFile, path: Keys) -> JsonRecord | None:
    """The values of a mapping of single values, by key; None for anything else."""
    node = file.node(path)
    if not isinstance(node, YamlMapping) or not all(file.own((*path, key)) for key in node.entries):
        return None
    values = {key: file.text_at((*path, key)) for key in node.entries}
    return None if None in values.values() else dict(values)


def _set_form(edit: EditRun, game: Game, component_set: ComponentSet) -> JsonRecord:
    file = edit.source(component_set).yaml
    names = ("name", "layout", "back", "size", "style", "total", "note")
    texts = {
        "name": component_set.name,
        **{f"labels.{key}": each for key, each in component_set.labels.items()},
    }
    return {
        "id": component_set.id,
        "file": component_set.file,
        "translations": {name: _into_all(edit, game, text) for name, text in texts.items() if text},
        "keys": {name: file.text_at((name,)) for name in names},
        "lines": {name: node.start.line + 1 for name in names if (node := file.node((name,)))},
        "labels": {name: file.text_at(("labels", name)) for name in component_set.fields},
    }


def palette(reading: Reading) -> JsonRecord | None:
    """Everything that values may be chosen from: terms, icons, facts, layouts, pictures, sizes."""
    workshop, game = reading.workshop, reading.workshop.game
    if game is None:
        return None
    names = workshop.files.names("art", "") if isinstance(workshop.files, FolderFiles) else []
    return {
        "terms": {
            vocabulary.id: [
                {
                    "id": term.id,
                    "name": term.name.source,
                    "icon": term.icon or "",
                    "colour": hex_colour(term.colour) if term.colour else "",
                }
                for term in vocabulary.terms.values()
            ]
            for vocabulary in game.vocabularies.values()
        },
        "icons": workshop.icons.names(),
        "own": workshop.icons.own_names(),
        "facts": [{"id": fact.id, "value": show(fact.value, 60)} for fact in game.facts.values()],
        "layouts": sorted(game.layouts),
        "sizes": sorted(game.sizes),
        "pictures": [
            name for name in names if name.lower().endswith((".png", ".jpg", ".jpeg", ".svg", ".webp"))
        ],
    }


def edit_answer(
    editor: Editor,
    game: Game,
    body: bytes,
    cures: Mapping[str, Cure] | None = None,
    run: _FilesOfCommand | None = None,
) -> JsonRecord:
    """The answer to an edit; the page may ask for the ``cures``, and for what ``run`` knows as commands.

    ``written`` says whether something was; otherwise ``fault``, ``stale`` (a value is not what the page
    showed) or ``clash`` (a file is not) says why not, and ``wrong`` that this was no edit.
    """
    try:
        asked = _asked(body)
        if asked.get("copy") is True:
            return {"copied": editor.copy()}
        if asked.get("undo") is True or asked.get("redo") is True:
            step = editor.undo() if asked.get("undo") is True else editor.redo()
            done = {"words": step.words, "piece": step.piece} if step else {"words": "", "piece": ""}
        elif run is not None and isinstance(command := asked.get("run"), str):
            files = run(command)
            if isinstance(files, FileFault):
                raise files
            outcome = editor.put(files, f"pnp {command}")
            done = {"words": outcome.words, "piece": ""}
        else:
            steps = asked.get("steps")
            outcome = editor.apply(game, steps if isinstance(steps, list) else [], cures)
            done = {"words": outcome.words, "piece": outcome.piece}
    except WrongRequestError:
        return {"wrong": "this is no edit"}
    except StaleEditError as stale:
        return {"stale": {"name": stale.name, "found": stale.found}, **editor.state()}
    except ClashError as clash:
        return {"clash": [_both(each) for each in clash.clashes], **editor.state()}
    except FileFault as fault:
        return {"fault": str(fault), "help": fault.cure, **editor.state()}
    return {"written": bool(done["words"]), **done, **editor.state()}


def _asked(body: bytes) -> JsonRecord:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):  # no JSON, or a number of too many digits
        raise WrongRequestError("no JSON") from None
    if not isinstance(asked, dict):
        raise WrongRequestError("an edit is a mapping")
    return asked


def _both(clash: Clash) -> JsonRecord:
    """Both versions of a file: lines that differ, with ``-`` those in the file, with ``+`` those wanted."""
    found, wanted = (
        (data or b"").decode("utf-8", "replace").splitlines() for data in (clash.found, clash.wanted)
    )
    lines = list(difflib.unified_diff(found, wanted, n=2, lineterm=""))[2:]
    return {"file": clash.file, "missing": clash.found is None, "lines": lines[:_SHOWN_LINES]}


def icon_svg(icon: VectorIcon, fonts: FontLibrary) -> str:
    """An icon as a drawing of its own; what takes any colour is black."""
    box = f"0 0 {icon.width:g} {icon.height:g}"
    drawing = drawing_svg(icon.items, fonts, "i")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawing}</svg>'


_SHOWN = 300
"""Boxes of one side that are shown: layouts of games have a tenth."""


SideBoxes: TypeAlias = tuple[Piece, Sequence[DrawnBox], Mapping[Span, Span]]
"""A piece, the boxes of one side of it, and where the texts in them are written."""


def drawn_boxes(live: LiveEdition, key: str, side: str) -> SideBoxes | None:
    """A piece in a language, the boxes of a side of it, and where the texts in boxes are written.

    For the thread that composes; None without such a piece or side.
    """
    found = live.pieces.get(key)
    if found is None or side not in ("front", "back"):
        return None
    boxes = live.edition.composer.boxes(found.piece, "back" if side == "back" else "front")
    texts = {fit.span: fit.place for fit in found.composed.fits if fit.place is not None}
    return found.piece, boxes, texts


def box_records(editor: Editor, reading: Reading, side: str, found: SideBoxes) -> JsonRecord:
    """The boxes as the page shows them: where they are, and which numbers of the layout place them."""
    piece, boxes, texts = found
    game = reading.workshop.game
    own = {layout.file: layout for layout in game.layouts.values()} if game is not None else {}
    name = piece.back if side == "back" else piece.layout
    files: dict[str, LayoutFile] = {}
    records = []
    for box in boxes[:_SHOWN]:
        record: JsonRecord = {
            "tag": box.tag,
            "x": round(box.box.x, 3),
            "y": round(box.box.y, 3),
            "width": round(box.box.width, 3),
            "height": round(box.box.height, 3),
            "frame": [
                round(number, 3) for number in (box.frame.x, box.frame.y, box.frame.width, box.frame.height)
            ],
            "place": place(box.span),
            "text": place(texts.get(box.span)),
        }
        layout = own.get(box.span.file)
        fixed = _placed_elsewhere(layout, name, box)
        records.append(
            record | ({"fixed": fixed} if fixed or layout is None else _numbers(reading, layout, box, files))
        )
    return {"boxes": records, "shipped": editor.shipped}


def _placed_elsewhere(layout: LayoutSource | None, name: str | None, box: DrawnBox) -> str:
    """Why the place of a box is not in numbers of the layout of the piece; empty if it may be."""
    if layout is None:
        return "from a layout that ships with pnp"
    if layout.name != name:
        return f"from {layout.name}.xml"
    if box.slotted:
        return "placed by the row, column or grid around it"
    return "" if box.upright else "turned or scaled by 'transform'"


def _numbers(
    reading: Reading, layout: LayoutSource, box: DrawnBox, files: dict[str, LayoutFile]
) -> JsonRecord:
    """The numbers that place a box, or why it cannot be moved."""
    path = layout.file.removeprefix(reading.workshop.files.shown(""))
    if layout.file not in files:
        files[layout.file] = LayoutFile(path, layout.text.encode())
    file, line = files[layout.file], box.span.line
    element = file.element_at(line, box.span.column)
    placing, computed = file.placing(line, element), file.computed(line, element)
    if computed:
        return {"fixed": f"computed: {', '.join(f'{key}={value}' for key, value in computed.items())}"}
    if not placing:
        return {"fixed": "fills the box around it"}
    return {"layout": layout.name, "line": line, "element": element, "values": placing}


_COMMAND = re.compile(r"i18n (update|tidy|new)(?: ([A-Za-z0-9-]{2,35}))?\Z")


def files_of(reading: Reading, command: str) -> dict[str, bytes]:
    """The content of each file that a command writes, by its path in the game's folder.

    Args:
        reading: Of the game.
        command: ``i18n update``, ``i18n tidy``, or ``i18n new`` with a language that the game lists.

    Raises:
        WrongRequestError: It is no such command.
        FileFault: The game has errors, or a file cannot be read any more.
    """
    workshop, found = reading.workshop, _COMMAND.match(command)
    game = workshop.game
    if found is None or game is None or (found[1] == "new") != bool(found[2]):
        raise WrongRequestError("an unknown command")
    translations = Translations(game)
    languages = game.languages[1:]
    if found[1] == "new":
        path = catalogue_path(found[2])
        if found[2] not in languages or workshop.files.names("locale", f"{found[2]}.po"):
            raise WrongRequestError("no new language")
        entries = measured_entries(workshop, game, Translations(game, ()))
        return {path: write_catalogue(merge(Catalogue(found[2]), entries), game.id)}
    if has_errors(workshop.diagnostics) or has_errors(translations.catalogues.diagnostics):
        raise FileFault(
            "the game has errors, and texts of what is faulty would be missing", "cure them first"
        )
    if found[1] == "tidy":
        return {each.path: each.content for each in tidied_files(workshop, game, translations, reading.cwd)}
    made = updated_catalogues(workshop, game, translations, languages)
    return {each.path: each.content for each in made if each.changed}
