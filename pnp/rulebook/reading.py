"""Faults of a rule sheet that its source shows: nothing is set."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Sized
from dataclasses import replace
from operator import itemgetter

from pnp.checks import Case, PrintedText, reported_once
from pnp.checks.foreign import foreign_mark
from pnp.checks.text import check_expressions, check_marks, check_read_words
from pnp.checks.typography import broken_letters
from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.i18n import number_words
from pnp.model import ComponentSet, FileFault, Game, Piece, Text, Vocabulary
from pnp.rulebook.block import (
    Block,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    Remark,
    Rulebook,
    TableBlock,
    Word,
    caption_of,
)
from pnp.rules import (
    fill,
    game_scope,
    read_expressions,
    without_expressions,
)


def named_piece(game: Game, word: Word) -> Piece | Diagnostic:
    """The piece ``set/id``, or what is wrong with the word (R150)."""
    set_id, _, piece_id = word.text.partition("/")
    for component_set in game.sets:
        if component_set.id == set_id:
            for piece in component_set.pieces:
                if piece.id == piece_id:
                    return piece
            keys = [piece.key for piece in component_set.pieces]
            cure = did_you_mean(word.text, keys, f"pieces of '{set_id}'")
            return error("R150", f"'{set_id}' has no piece '{piece_id}'", word.span, cure)
    cure = did_you_mean(word.text, [piece.key for piece in game.pieces()], "pieces")
    return error("R150", f"unknown piece '{word.text}'", word.span, cure)


def named_set(game: Game, word: Word) -> ComponentSet | Diagnostic:
    """The printed set of that id, or what is wrong with the word (R153)."""
    printed = {item.id: item for item in game.sets if item.copies}
    if word.text in printed:
        return printed[word.text]
    if any(item.id == word.text for item in game.sets):
        return error("R153", f"the set '{word.text}' has no printed pieces", word.span, "leave it out")
    return error("R153", f"unknown set '{word.text}'", word.span, did_you_mean(word.text, printed, "sets"))


def named_vocabulary(game: Game, word: Word) -> Vocabulary | Diagnostic:
    """The vocabulary of that id, or what is wrong with the word (R159)."""
    found = game.vocabularies.get(word.text)
    if found is not None:
        return found
    cure = did_you_mean(word.text, game.vocabularies, "vocabularies")
    return error("R159", f"unknown vocabulary '{word.text}'", word.span, cure)


# Digits that are typed as such: not escaped, not part of a word such as A4 or of an icon or term between : :
# or ( ).
_NUMBER = re.compile(r"(?<![\w\\:(.,-])\d+(?:[.,]\d+)*(?![\w:])")
_NAMES_OF_MARKS = re.compile(r"(?<=\])\{[^{}\n]*\}|(?<=[a-z0-9])\\?\|[0-9.]{1,5}:")
"""The braces after marked words, and the size of an icon."""
_CHAPTER = re.compile(r"\d+(?:\.\d+)*\.?\s")


def typed_numbers(text: Text, *, heading: bool) -> list[Diagnostic]:
    """Warnings for numbers that are typed and not taken from facts (R140)."""
    source = without_expressions(text.source, " ")
    source = _NAMES_OF_MARKS.sub(lambda match: " " * len(match[0]), source)
    chapter = _CHAPTER.match(source) if heading else None
    return [
        warning(
            "R140",
            f"the number '{match.group()}' is typed",
            text.origin.at(match.start(), len(match.group())),
            f"write the fact it comes from, such as {{{{ facts.hand }}}}, or '\\{match.group()}' to keep it",
        )
        for match in _NUMBER.finditer(source, chapter.end() if chapter else 0)
    ]


_SENTENCE_END = re.compile(r"[.!?…:](?=\s|\Z)|\n")
_COUNTS = 2
"""The least number whose words are looked for: those for 1 are articles and pronouns in most sentences."""


def numbers_beside_facts(text: Text, game: Game, *, heading: bool) -> Iterator[Diagnostic]:
    """Warnings for everything in a text that is a number and does not change with the facts.

    These are digits, typed as such or in braces (R140), and number words in a sentence that reads a
    fact of that value (R142).

    Args:
        text: Of a rule sheet, in the game's own language.
        game: With its facts.
        heading: Whether it may begin with the number of a chapter.
    """
    yield from typed_numbers(text, heading=heading)
    if "{" not in text.source:
        return
    yield from _constants(text)
    yield from _words_of_facts(text, game)


def _constants(text: Text) -> Iterator[Diagnostic]:
    """Numbers in expressions that read nothing, such as ``{{ 5 }}`` (R140)."""
    for offset, expression in read_expressions(text.source):
        for node in () if expression.names else ast.walk(expression.body):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(node, ast.Constant) and (
                type(value) in (int, float) or (isinstance(value, str) and _NUMBER.search(value))
            ):
                start, length = expression.place(node)
                cure = "write the fact it comes from, such as {{ facts.hand }}, or '\\5' without braces to keep it"
                span = text.origin.at(offset + start, length)
                yield warning("R140", f"the number '{value!s}' in braces is typed", span, cure)
                break


def _words_of_facts(text: Text, game: Game) -> Iterator[Diagnostic]:
    """Number words in a sentence that reads a fact of that value (R142)."""
    read = [
        (offset, node.attr)
        for offset, expression in read_expressions(text.source)
        for node in ast.walk(expression.body)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "facts"
    ]
    if not read:
        return
    plain = without_expressions(text.source, " ")
    begin = first = 0
    for end in [*(found.end() for found in _SENTENCE_END.finditer(plain)), len(plain)]:
        after = bisect_left(read, end, first, key=itemgetter(0))
        names = [name for _, name in read[first:after] if name in game.facts]
        first = after
        words = (
            number_words(plain[begin:end], game.language, articles=False, referring=False) if names else []
        )
        for value, start, length in words:
            name = next((each for each in names if value in _values(game.facts[each].value)), None)
            if name is not None and value >= _COUNTS:
                word = plain[begin + start : begin + start + length]
                span = text.origin.at(begin + start, length)
                message = f"the word '{word}' is typed beside 'facts.{name}', which is {value}, too"
                cure = f"write {{{{ facts.{name} | reads({value}, '{word}') }}}}, which fails once the fact changes"
                yield warning("R142", message, span, cure)
        begin = end


def _values(value: object) -> tuple[int, ...]:
    """The numbers that a fact stands for: itself, or how many members it has."""
    if isinstance(value, bool | str):
        return ()
    if isinstance(value, int):
        return (value,)
    return (len(value),) if isinstance(value, Sized) else ()


_OF_SHEETS = {"K200": "R141"}
"""Codes of findings that have another one in rule sheets."""
_FORMS = "K210"
"""Fault of words that are no listed form of their term: the running text of a rule sheet may have any."""


def check_rulebook(case: Case, rulebook: Rulebook) -> list[Diagnostic]:
    """The findings that setting the sheet would make, too, but for those of room and of what is set.

    Codes R110 to R154 and those of expressions, icons and terms.

    Args:
        case: The game in its own language.
        rulebook: One of its rule sheets.
    """
    found = [*rulebook.diagnostics, *_names(case, rulebook.blocks)]
    if rulebook.header.logo and isinstance(logo := named_piece(case.game, rulebook.header.logo), Diagnostic):
        found.append(logo)
    scope = game_scope(case.game)
    texts = list(rulebook.texts())
    for text in texts:
        found += [*foreign_mark(text, case.game, case.icon_names), *broken_letters(text)]
    printed = [PrintedText(text, fill(text, scope, case.game.language)) for text in texts]
    of_sheet = replace(case, texts=printed)
    for check in (check_marks, check_expressions, check_read_words):
        found += [
            replace(finding, code=_OF_SHEETS.get(finding.code, finding.code))
            for finding in check(of_sheet)
            if finding.code != _FORMS
        ]
    for text, heading in _counted_texts(rulebook):
        found += numbers_beside_facts(text, case.game, heading=heading)
    return sorted(reported_once(found), key=lambda finding: (finding.span is None, finding.span or ()))


def _names(case: Case, blocks: tuple[Block, ...]) -> Iterator[Diagnostic]:
    """Names in directives that the game does not have: pieces, sets, pictures."""
    for block in blocks:
        match block:
            case Directive(name="piece" | "hand"):
                named = (named_piece(case.game, word) for word in block.words)
                yield from (found for found in named if isinstance(found, Diagnostic))
            case Directive(name="callouts" | "steps"):
                words = block.words if block.name == "callouts" else block.places
                shown = (named_piece(case.game, word) for word in words)
                yield from (found for found in shown if isinstance(found, Diagnostic))
            case Directive(name="components"):
                sets = (named_set(case.game, word) for word in block.words)
                yield from (found for found in sets if isinstance(found, Diagnostic))
            case Directive(name="index"):
                named_groups = (named_vocabulary(case.game, word) for word in block.words)
                yield from (found for found in named_groups if isinstance(found, Diagnostic))
            case Directive(name="figure"):
                try:
                    case.files.read(block.words[0].text)
                except FileFault as fault:
                    yield error("R154", str(fault), block.words[0].span, fault.cure)
            case Directive() | Remark():
                yield from _names(case, block.blocks)
            case _:
                pass


def _counted_texts(rulebook: Rulebook) -> Iterator[tuple[Text, bool]]:
    """The texts in which numbers are facts, each with whether it is a heading."""
    yield from ((text, True) for text in (rulebook.header.title, rulebook.header.subtitle) if text)
    yield from _counted(rulebook.blocks)


def _counted(blocks: tuple[Block, ...]) -> Iterator[tuple[Text, bool]]:
    for block in blocks:
        match block:
            case Heading():
                yield block.text, True
            case Paragraph():
                yield block.text, False
            case ListBlock():
                for item in block.items:
                    yield from _counted(item)
            case TableBlock():
                yield from ((cell, False) for row in (block.head, *block.rows) for cell in row)
            case Directive(name="plain") | Divider():
                pass
            case Directive():
                yield caption_of(block), False
                yield from _counted(block.blocks)
            case Remark():
                yield from _counted(block.blocks)
