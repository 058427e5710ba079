"""Definitions of game.yaml: languages, vocabularies and terms, sources, facts, claims, styles and fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.load.decode import decode
from pnp.load.document import DataFile, Findings, child, read_yaml
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.game_file import GameFile, StyleShape, TermShape
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, span_of
from pnp.model import STANDARD_STYLES, Claim, Fact, Source, Style, Term, Text, Vocabulary, which_term
from pnp.model.game import FontNeed
from pnp.model.text import BOLD
from pnp.source import Origin, Span

_WHOLE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def vocabularies(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Vocabulary]:
    """The vocabularies by id.

    A term stays, with what is valid of it, when it has faults, so that they aren't followed by faults of the
    pieces that name it. Codes: M110.
    """
    found: dict[str, Vocabulary] = {}
    root = child(document.root, "terms")
    for vocabulary, node in _mappings(root):
        shapes = game.terms.get(vocabulary, {})
        terms = {
            term_id: _term(vocabulary, term_id, shapes.get(term_id), child(node, term_id), key, document)
            for term_id, (key, _) in node.entries.items()
        }
        place = root.key(vocabulary) if isinstance(root, Mapping) else None
        found[vocabulary] = Vocabulary(vocabulary, terms, place.span if place else node.span)
    for made in found.values():
        for term in made.terms.values():
            _fill_data(term, child(root, made.id, term.id, "data"), found, document, findings)
    return found


def _mappings(node: Node | None) -> list[tuple[str, Mapping]]:
    if not isinstance(node, Mapping):
        return []
    return [(key, value) for key, (_, value) in node.entries.items() if isinstance(value, Mapping)]


def _term(
    vocabulary: str, term_id: str, shape: TermShape | None, node: Node | None, key: Scalar, document: DataFile
) -> Term:
    name = child(node, "name")
    text = (
        document.text(name, "term.name")
        if isinstance(name, Scalar) and name.text
        else Text(term_id, Origin(key.span), "term.name")
    )
    if shape is None:
        return Term(vocabulary, term_id, text, key.span, data={})
    forms = {
        label: document.text(form, "term.form")
        for label in shape.forms
        if isinstance(form := child(node, "forms", label), Scalar)
    }
    icon = child(node, "icon")
    return Term(
        vocabulary=vocabulary,
        id=term_id,
        name=text,
        span=key.span,
        colour=shape.colour,
        icon=shape.icon,
        gender=shape.gender,
        forms=forms,
        data={},
        icon_span=icon.span if icon is not None else None,
    )


def _fill_data(
    term: Term, node: Node | None, found: dict[str, Vocabulary], document: DataFile, findings: Findings
) -> None:
    """Add the values of ``data``, after all vocabularies are known: they may name terms of each other."""
    if isinstance(node, Mapping):
        data: Any = term.data  # created empty by ``_term``; nothing else refers to it yet
        for name, (_, value) in node.entries.items():
            data[name] = _datum(value, f"term.{name}", found, document, findings)


def _datum(
    node: Node, context: str, found: dict[str, Vocabulary], document: DataFile, findings: Findings
) -> Any:
    """A value of a term: a number, flag or other term as it is, words as a text of the game."""
    if isinstance(node, Sequence):
        return tuple(_datum(item, context, found, document, findings) for item in node.items)
    if isinstance(node, Mapping):
        return {
            key: _datum(value, context, found, document, findings) for key, (_, value) in node.entries.items()
        }
    value = node.value
    if not isinstance(value, str):
        return value
    vocabulary, dot, term_id = value.partition(".")
    if not dot or node.style or vocabulary not in found:
        return document.text(node, context)
    terms = found[vocabulary].terms
    if term_id not in terms:
        findings.error(
            "M110", f"unknown {vocabulary} '{term_id}'", node.span, which_term(term_id, terms.values())
        )
        return None
    return terms[term_id]


def sources(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Source]:
    """The documents by id; a date of no day is reported. Code: M103."""
    for key, shape in game.sources.items():
        if _WHOLE_DATE.fullmatch(shape.date) and not _is_day(shape.date):
            message = f"there is no day '{shape.date}'"
            findings.error(
                "M103",
                message,
                document.place("sources", key, "date"),
                "write year, month and day, such as 2024-01-05",
            )
    return {key: Source(key, shape.title, shape.date, shape.author) for key, shape in game.sources.items()}


def _is_day(written: str) -> bool:
    try:
        date.fromisoformat(written)
    except ValueError:
        return False
    return True


def facts(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Fact]:
    """The facts by id; a faulty one keeps its value, if it has one, also without ``value:``.

    Codes: M140, M141.
    """
    found: dict[str, Fact] = {}
    root = child(document.root, "facts")
    if not isinstance(root, Mapping):
        return found
    for name, (key, node) in root.entries.items():
        value = child(node, "value") if isinstance(node, Mapping) else node
        if value is None:
            continue
        shape = game.facts.get(name)
        if shape is None:
            found[name] = Fact(name, fact_value(value), "", True, key.span)
            continue
        found[name] = fact = Fact(
            name, fact_value(value), shape.source, shape.assumed, key.span, shape.note, shape.ruling
        )
        _check_source(shape.source, child(node, "source"), game, findings)
        stated = child(node, "stated")
        if stated is not None and _can_be_stated(fact, stated, value, findings):
            found[name] = replace(fact, stated=fact_value(stated), stated_span=span_of(stated))
    return found


def _can_be_stated(fact: Fact, stated: Node, value: Node, findings: Findings) -> bool:
    """Whether a source states it, in words of its own; else a fault was noted."""
    if not fact.source:
        message = f"fact '{fact.id}' has no source that states anything"
        cure = "add 'source: …', or remove 'stated'"
        findings.error("M141", message, span_of(stated), cure)
    elif stated is value:
        message = f"what the source of '{fact.id}' states is an alias of its value, and changes with it"
        findings.error("M141", message, fact.span, "write it out under 'stated'")
    else:
        return True
    return False


def fact_value(node: Node) -> Any:
    """The value as expressions see it: whole-number keys are numbers, as in ``target[4]``."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return tuple(fact_value(item) for item in node.items)
    return {_fact_key(key): fact_value(value) for key, value in node.entries.values()}


def _fact_key(key: Scalar) -> str | int:
    value = key.value
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else key.text


def _check_source(source: str, node: Node | None, game: GameFile, findings: Findings) -> None:
    words = source.split()
    if words and words[0] not in game.sources and node is not None:
        cure = did_you_mean(words[0], game.sources, "sources")
        findings.error("M140", f"unknown source '{words[0]}'", node.span, cure)


def claims(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Claim]:
    """The valid claims by id, in the author's order. Codes: M140."""
    found: dict[str, Claim] = {}
    root = child(document.root, "claims")
    for claim_id, shape in game.claims.items():
        node = child(root, claim_id)
        key = root.key(claim_id) if isinstance(root, Mapping) else None
        says, data, rulebook, pieces = (child(node, name) for name in ("says", "data", "rulebook", "pieces"))
        if not (
            isinstance(says, Scalar) and isinstance(data, Scalar) and isinstance(rulebook, Scalar) and key
        ):
            continue
        _check_source(shape.source, child(node, "source"), game, findings)
        found[claim_id] = Claim(
            id=claim_id,
            says=document.text(says, "claim.says"),
            source=shape.source,
            severity=shape.severity,
            data=shape.data,
            relation=shape.is_,
            rulebook=shape.rulebook,
            data_origin=document.origin(data),
            rulebook_origin=document.origin(rulebook),
            span=key.span,
            pieces=shape.pieces,
            pieces_origin=document.origin(pieces) if pieces is not None else None,
            assumed=shape.assumed,
            ruling=shape.ruling,
        )
    return found


_OWN_KEYS = frozenset({"extends", "note"})


def styles(game: GameFile, document: DataFile, findings: Findings) -> dict[str, Style]:
    """All styles by name, the standard ones first. Codes: M122, M123, M124."""
    found = dict(STANDARD_STYLES)
    made: dict[str, Style] = {}
    for name in game.styles:
        found[name] = _style(name, game, document, findings, made, ())
    return found


def fonts(game: GameFile, document: DataFile) -> dict[str, Span]:
    """Where each family that a style names is written first."""
    found: dict[str, Span] = {}
    for name, shape in game.styles.items():
        if "font" in shape.written:
            found.setdefault(str(shape.font), document.place("styles", name, "font"))
    return found


def font_needs(game: GameFile, document: DataFile) -> Iterator[FontNeed]:
    """Each style that asks for bold or slanted letters or for features itself, and where it does."""
    for name, shape in game.styles.items():
        if shape.weight is not None and shape.weight >= BOLD:
            yield FontNeed(name, "bold", document.place("styles", name, "weight"))
        if shape.italic:
            yield FontNeed(name, "italic", document.place("styles", name, "italic"))
        if shape.features:
            yield FontNeed(name, "features", document.place("styles", name, "features"))
        if shape.axes:
            yield FontNeed(name, "axes", document.place("styles", name, "axes"))


def _style(
    name: str,
    game: GameFile,
    document: DataFile,
    findings: Findings,
    made: dict[str, Style],
    above: tuple[str, ...],
) -> Style:
    if name in made:
        return made[name]
    shape = game.styles[name]
    base = STANDARD_STYLES.get(name, Style())
    if shape.extends is not None and shape.extends in game.styles and shape.extends != name:
        if shape.extends in (*above, name) or len(above) >= MAX_EXTENDS:
            row = " → ".join([*above, name, shape.extends])
            span = document.place("styles", name, "extends")
            findings.error(
                "M123", f"styles extend one another without end: {row}", span, "let one of them go"
            )
        else:
            base = _style(shape.extends, game, document, findings, made, (*above, name))
    elif shape.extends is not None and shape.extends in STANDARD_STYLES:
        base = STANDARD_STYLES[shape.extends]
    elif shape.extends is not None:
        known = {*game.styles, *STANDARD_STYLES} - {name}
        cure = did_you_mean(shape.extends, known, "styles")
        findings.error(
            "M122", f"unknown style '{shape.extends}'", document.place("styles", name, "extends"), cure
        )
    made[name] = _changed(base, shape, name, document, findings)
    return made[name]


def _changed(base: Style, shape: StyleShape, name: str, document: DataFile, findings: Findings) -> Style:
    given: dict[str, Any] = {field: getattr(shape, field) for field in sorted(shape.written - _OWN_KEYS)}
    if "size" in given and not given["size"].emu:
        message = f"letters of the size '{given.pop('size')}' cannot be seen"
        findings.error(
            "M104", message, document.place("styles", name, "size"), "write a type size such as 8.5pt"
        )
    style = replace(base, **given)
    if style.min_size is None or style.min_size <= style.size:
        return style
    if "min_size" in given:
        message = f"the least size, {style.min_size.pt:g}pt, is above the size, {style.size.pt:g}pt"
        findings.error(
            "M124", message, document.place("styles", name, "min-size"), "make 'min-size' the smaller one"
        )
    return replace(style, min_size=style.size)


def language_spans(document: DataFile) -> dict[str, Span]:
    """Where each language is written first, by its tag as it is typed."""
    own, listed = document.root.get("language"), document.root.get("languages")
    nodes = [*(listed.items if isinstance(listed, Sequence) else ()), *(() if own is None else (own,))]
    found: dict[str, Span] = {}
    for node in nodes:
        if isinstance(node, Scalar):
            found.setdefault(node.text, node.span)
    return found


def with_language(data: bytes, own: str, language: str) -> bytes | None:
    """The file with ``language`` on its list of languages, comments and all else kept.

    Args:
        data: Content of ``game.yaml``.
        own: The game's own language, for a file without a list.
        language: BCP 47 tag.

    Returns:
        None where the list is written in a way that cannot be added to safely.
    """
    text = data.decode("utf-8")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    plain = text.removeprefix(bom)
    if decode(data, "")[0] != plain:
        return None  # other line ends or composed letters: places would be others than those of the file
    document = read_yaml(data, "").document
    if document is None:
        return None
    root = document.root
    listed = root.get("languages")
    lines = plain.split("\n")
    if isinstance(listed, Sequence) and listed.items:
        _add(lines, listed, language)
    elif root.get("languages") is None and root.key("languages") is None:
        _begin(lines, root.get("language"), own, language)
    else:
        return None
    changed = (bom + "\n".join(lines)).encode()
    return changed if _languages(changed) == [*_languages(data, own), language] else None


def _add(lines: list[str], listed: Sequence, language: str) -> None:
    last = listed.items[-1]
    line = lines[last.end.line]
    if listed.flow:
        lines[last.end.line] = f"{line[: last.end.column]}, {language}{line[last.end.column :]}"
    else:
        dash = lines[last.start.line][: last.start.column]
        lines.insert(last.end.line + 1, dash + language)


def _begin(lines: list[str], before: Node | None, own: str, language: str) -> None:
    at = before.end.line + 1 if before is not None else 0
    lines.insert(at, f"languages: [{own}, {language}]")


def _languages(data: bytes, own: str = "") -> list[str]:
    document = read_yaml(data, "").document
    listed = document.root.get("languages") if document is not None else None
    if not isinstance(listed, Sequence):
        return [own] if own else []
    return [item.text for item in listed.items if isinstance(item, Scalar)]
