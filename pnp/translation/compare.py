"""Checks between a text and its translation: plain functions, each from a pair to its findings."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple, TypeAlias

from pnp.checks.foreign import HTML, html_cure
from pnp.diagnostics import Diagnostic, error, note, shortened, times, warning
from pnp.i18n import Catalogue, has_number_words, number_words, numerals, whole_number_categories
from pnp.markup import ICON_MARK, IconRun, Marked, MarkedParagraph, Marks, TermRun, TextRun
from pnp.model import Game, Term
from pnp.rules import (
    Expression,
    cut_template,
    read_expressions,
    template_expressions,
    without_expressions,
)
from pnp.translation.wording import (
    LACKING,
    TextPair,
    counted,
    differences,
    expressions,
    foreign,
    has_words,
    meant_by,
    missing,
    signature,
)

_NO_WORDS = re.compile(
    r":[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:\\?\|[0-9.]+)?:|(?=\())|(?<=\])(?:\([^()\n]*\)|\{[^{}\n]*\})"
)
"""Icons without what is written on them, ids of terms and names of marks."""
_VALUE = "\ufffc"
"""Stands for each character of an expression: a dash after it is no sign of the number that follows."""
_STEP = re.compile(r"^(?:[^\S\n]|[*_-])*(\d{1,4})[.)]", re.MULTILINE)


_CURE = "write it in digits or as a word; if the sentence needs none, add the comment '# allow K532' above it"


class _Number(NamedTuple):
    value: str
    kind: str
    start: int
    length: int
    digits: bool


def compare_numbers(pair: TextPair) -> Iterator[Diagnostic]:
    """Numbers, dice and codes that only the source or only the translation has (K532).

    A number may be in digits or, from 1 to 12, in words of the language. Minus signs, decimals and characters
    such as ½ count. In some languages, a word for 1 is also the article: in the source, such words require
    nothing; in the translation, they can match a number in words, but not one in digits.
    """
    with_words = has_number_words(pair.source_language) and has_number_words(pair.language)
    wanted = _numbers(pair.source, pair.source_language, with_words=with_words, articles=False)
    there = _numbers(pair.translation, pair.language, with_words=with_words, articles=True)
    if not wanted and not there:
        return
    found = Counter(number.value for number in there)
    typed = Counter(number.value for number in wanted if number.digits)
    sure = found
    if typed and with_words:
        surely = _numbers(pair.translation, pair.language, with_words=with_words, articles=False)
        sure = Counter(number.value for number in surely)
    steps = _steps(pair.source) - _steps(pair.translation)
    lacking = [
        value
        for value, times in Counter(number.value for number in wanted).items()
        if found[value] < times or sure[value] < typed[value] or value in steps
    ]
    known = {number.value for number in wanted}
    strange = [number for number in there if number.digits and number.value not in known]
    if len(lacking) == 1 and not found[lacking[0]]:
        other = _instead(strange, pair, known, with_words=with_words)
        if other is not None:
            shown = f"{lacking[0]} ('{_typed(pair, wanted, lacking[0])}')"
            message = f"the {other.kind} {other.value} is here, the source has {shown}"
            yield warning("K532", message, pair.at(other.start, other.length), _CURE)
            return
    for value in lacking:
        times = sum(number.value == value for number in wanted)
        kind = next(number.kind for number in wanted if number.value == value)
        shown = f"the {kind} {value} ('{_typed(pair, wanted, value)}')"
        message = f"{shown} {LACKING}"
        if 0 < found[value] < times:
            message = f"the source has {shown} {times} times, here {found[value]}"
        yield warning("K532", message, pair.span, _CURE)
    for number in {number.value: number for number in reversed(strange)}.values():
        span = pair.at(number.start, number.length)
        yield warning("K532", f"the {number.kind} {number.value} is not in the source", span, "check it")


def _typed(pair: TextPair, wanted: list[_Number], value: str) -> str:
    shown = next(number for number in wanted if number.value == value)
    return pair.source[shown.start : shown.start + shown.length]


def _instead(strange: list[_Number], pair: TextPair, known: set[str], *, with_words: bool) -> _Number | None:
    """The one number of the translation that its source has not, in digits or else in words."""
    if not strange:
        there = _numbers(pair.translation, pair.language, with_words=with_words, articles=False)
        strange = [number for number in there if number.value not in known]
    return strange[0] if len({number.value for number in strange}) == 1 else None


def _steps(text: str) -> set[str]:
    """Numbers that lines begin with, such as ``**2. Boj**``."""
    return {match[1].lstrip("0") or "0" for match in _STEP.finditer(text)}


def _numbers(text: str, language: str, *, with_words: bool, articles: bool) -> list[_Number]:
    blank = _NO_WORDS.sub(lambda match: " " * len(match.group()), without_expressions(text, _VALUE))
    digits = [_Number(each.name, each.kind, each.start, each.length, True) for each in numerals(blank)]
    words = number_words(blank, language, articles=articles) if with_words else []
    return [*digits, *(_Number(str(value), "number", at, length, False) for value, at, length in words)]


_LONGEST = 60


def compare_expressions(pair: TextPair) -> Iterator[Diagnostic]:
    """Values that the translation does not print, or that its source knows nothing of (K530).

    What is compared is the value that is meant; the words, forms and plural categories around it are the
    language's own. A translation may count (``plural``) what the source prints without counting: ``4 damage``
    has no plural in English.
    """
    if _inner(pair.source) == _inner(pair.translation):
        return
    if cut_template(pair.translation).faults:
        return  # of braces that do not match, which is reported where texts are checked
    source = _by_signature(expressions(pair.source))
    translation = _by_signature(expressions(pair.translation))
    wanted = [name for name, _ in source]
    there = [name for name, _ in translation]
    lacking = [_shown(dict(source)[name]) for name in missing(wanted, there)]
    made_up = [dict(translation)[name] for name in foreign(wanted, there)]
    strange = [_shown(expression) for expression in made_up if counted(expression) not in wanted]
    meant = meant_by(strange, lacking)
    for shown in strange:
        at = pair.translation.find(shown)
        span = pair.at(at, len(shown)) if at >= 0 else pair.span
        cures = ["keep the names and numbers of the source; translate only the words in quotes"]
        if shown in meant:
            cures.insert(0, f"write '{meant[shown]}', which is missing")
        yield error("K530", f"'{shown}' is not in the source", span, cures)
    for shown in lacking:
        if shown not in meant.values():
            cure = "write it where the value belongs; words in quotes and forms of terms may differ"
            yield error("K530", f"'{shown}' {LACKING}", pair.span, cure)


def _inner(source: str) -> list[str]:
    return [expression for _, expression in template_expressions(source)]


def _by_signature(found: list[Expression]) -> list[tuple[str, Expression]]:
    return [(signature(expression), expression) for expression in found]


def _shown(expression: Expression) -> str:
    return f"{{{{ {shortened(expression.source, _LONGEST)} }}}}"


def check_plurals(pair: TextPair) -> Iterator[Diagnostic]:
    """Plural filters without all forms that whole numbers reach in the language (K540).

    Also where the number is no other at present: it may change, and the text with it.
    """
    if "plural" not in pair.translation:
        return
    needed: tuple[str, ...] = ()
    for offset, expression in read_expressions(pair.translation):
        for node in ast.walk(expression.body):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plural":
                needed = needed or whole_number_categories(pair.language)
                given = [keyword.arg for keyword in node.keywords]
                lacking = [name for name in needed if name not in given]
                if lacking:
                    listed = ", ".join(f"{name}='…'" for name in lacking)
                    message = f"plural lacks {' and '.join(lacking)} for language '{pair.language}'"
                    start, length = expression.place(node)
                    spare = [name for name in given if name and name not in needed]
                    cure = f"add {listed}"
                    if len(lacking) == len(spare) == 1:
                        cure = f"write {listed} in place of {spare[0]}='…', which no whole number takes in '{pair.language}'"
                    yield error("K540", message, pair.at(offset + start, length), cure)


def compare_icons(pair: TextPair) -> Iterator[Diagnostic]:
    """Icons that the translation lacks, or that its source does not have (K531)."""
    wanted, there = _icons(pair.source_marked), _icons(pair.marked)
    lacking, extra = differences([icon.name for icon in wanted], [icon.name for icon in there])
    for name in lacking:
        cure = f"write ':{name}:' where the source has it"
        yield error("K531", f"the icon ':{name}:' {LACKING}", pair.span, cure)
    for at, other in extra:
        icon = there[at]
        span = pair.at(icon.start, len(icon.typed))
        cure = f"write ':{other}:', which is missing" if other else "remove it"
        yield error("K531", f"the icon ':{icon.name}:' is not in the source", span, cure)


def _icons(marked: Marked) -> list[IconRun]:
    return [run for run in marked.runs() if isinstance(run, IconRun)]


def compare_terms(pair: TextPair) -> Iterator[Diagnostic]:
    """Terms that the translation does not refer to, or that its source does not (K534)."""
    wanted, there = _terms(pair.source_marked), _terms(pair.marked)
    lacking, extra = differences([run.term for run in wanted], [run.term for run in there])
    for name in lacking:
        form = next(run.form for run in wanted if run.term == name)
        cure = f"write [word]({name}) with the word that stands for '{form}'"
        yield error("K534", f"the term '{name}' {LACKING}", pair.span, cure)
    for at, other in extra:
        run = there[at]
        cures = ["keep the id in ( ) as it is"]
        if other is not None:
            cures.insert(0, f"write '({other})', which is missing")
        yield error(
            "K534", f"the term '{run.term}' is not in the source", pair.at(run.start, run.length), cures
        )


def _terms(marked: Marked) -> list[TermRun]:
    return [run for run in marked.runs() if isinstance(run, TermRun)]


def compare_edges(pair: TextPair) -> Iterator[Diagnostic]:
    """Spaces or line breaks before or after the translation, which its source does not have (K535)."""
    words = pair.translation.strip()
    if words != pair.translation:
        start = 0 if pair.translation[0].isspace() else len(pair.translation.rstrip())
        yield warning(
            "K535", "the translation begins or ends with white space", pair.at(start, 1), "remove it"
        )


_CLOSING = re.compile(r":[0-9-]*[a-z][a-z0-9-]*:\Z|[\s*)\]»”“’」』）\"']\Z")
"""Characters that may follow the last word: an icon, marks and closing punctuation."""
_KINDS = {**dict.fromkeys(".。．।։።", "a full stop"), **dict.fromkeys(":：", "a colon")}
_FREE = frozenset("!?…！？")
"""Endings of a call or a heading that one language writes and another does not."""
_ORDINAL = re.compile(r"\b(?:\d+|[IVXLCDM]+)\.\Z")
"""A number that some languages write with a dot and others without: ``Karel IV.`` is Charles IV."""


def compare_endings(pair: TextPair) -> Iterator[Diagnostic]:
    """A sentence whose translation ends without a full stop, or the other way round (K538)."""
    source, translation = (
        _without_end(without_expressions(text)) for text in (pair.source, pair.translation)
    )
    wanted, found = _KINDS.get(source[-1:], ""), _KINDS.get(translation[-1:], "")
    if wanted == found or not source or not translation or {source[-1], translation[-1]} & _FREE:
        return
    if _ORDINAL.search(source) or _ORDINAL.search(translation):
        return
    span = pair.at(len(translation) - 1, 1)
    if wanted:
        yield warning(
            "K538",
            f"the source ends with {wanted}, the translation does not",
            span,
            f"write '{source[-1]}' at its end",
        )
    else:
        yield warning("K538", f"the translation ends with {found}, the source does not", span, "take it away")


def _without_end(text: str) -> str:
    while found := _CLOSING.search(text):
        text = text[: found.start()]
    return text


def compare_marks(pair: TextPair) -> Iterator[Diagnostic]:
    """Marks, bullets and paragraphs that differ in number between source and translation (K533).

    Raised and lowered words count where they have a digit: ``1[er]{super}`` is ``1st`` in English.
    """
    if pair.source_marked is pair.marked:
        return  # neither has any
    wanted, there = _counted(pair.source_marked), _counted(pair.marked)
    for name, typed in (
        ("bold stretch", "**…**"),
        ("italic stretch", "*…*"),
        ("underlined stretch", "[…]{underline}"),
        ("struck stretch", "[…]{strike}"),
        ("raised number", "[…]{super}"),
        ("lowered number", "[…]{sub}"),
        ("stretch of small capitals", "[…]{small-caps}"),
        ("coloured stretch", "[…]{colour=…}"),
        ("bullet", "- …"),
        ("paragraph", ""),
    ):
        if name == "paragraph" and wanted["bullet"] != there["bullet"]:
            continue  # what is no bullet is a paragraph: that is the same mistake
        if wanted[name] != there[name]:
            message = f"{_number(there[name], name)} in the translation, {wanted[name]} in the source"
            cure = (
                f"write as many '{typed}' as the source has"
                if typed
                else "keep the blank lines of the source"
            )
            yield warning("K533", message, pair.span, cure)


def _number(count: int, name: str) -> str:
    words = name.replace("stretch", "stretches") if "stretch" in name else f"{name}s"
    return times(count, name, words) if count else f"no {words}"


def _counted(marked: Marked) -> Counter[str]:
    counts: Counter[str] = Counter()
    for paragraph in marked.paragraphs:
        counts["bullet" if paragraph.kind == "bullet" else "paragraph"] += 1
        before: set[tuple[str, object]] = set()
        for names in _marks_of_runs(paragraph):
            counts.update(name for name, _ in names - before)
            before = names
    return counts


def _marks_of_runs(paragraph: MarkedParagraph) -> Iterator[set[tuple[str, object]]]:
    """The marks of each run of words, each with what distinguishes it from another mark of its kind."""
    for run in paragraph.runs:
        if not isinstance(run, TextRun | TermRun):
            continue
        words = run.text if isinstance(run, TextRun) else run.form
        marks = run.marks or Marks()
        numbered = any(map(str.isdigit, words))
        found = {
            ("bold stretch", run.bold),
            ("italic stretch", run.italic),
            ("underlined stretch", marks.underline),
            ("struck stretch", marks.strike),
            ("raised number", marks.script == "super" and numbered),
            ("lowered number", marks.script == "sub" and numbered),
            ("stretch of small capitals", marks.capitals == "small"),
            ("coloured stretch", marks.colour),
        }
        yield {each for each in found if each[1]}


def compare_html(pair: TextPair) -> Iterator[Diagnostic]:
    """Entities and tags of HTML that the source has not: they would be printed as they are (K537).

    The first is reported.
    """
    if "&" not in pair.translation and "<" not in pair.translation:
        return
    for found in HTML.finditer(without_expressions(pair.translation)):
        sign = found.group()
        if sign not in pair.source:
            span = pair.at(found.start(), len(sign))
            yield warning("K537", f"'{sign}' is printed as it is", span, html_cure(sign))
            return


_ONE_WORD = 1


def compare_words(pair: TextPair) -> Iterator[Diagnostic]:
    """Translations of several words that are the source itself (K536).

    Single words are often the same in two languages.
    """
    if (
        pair.is_identical
        and len(pair.source.split()) > _ONE_WORD
        and not pair.entry.context.startswith("term.")
    ):
        cure = "leave it if that is meant, with a comment '# allow K536' above it"
        yield note("K536", "the translation is the same as the source", pair.span, cure)


PairCheck: TypeAlias = Callable[[TextPair], Iterable[Diagnostic]]

COMPARISONS: tuple[PairCheck, ...] = (
    compare_edges,
    compare_expressions,
    check_plurals,
    compare_icons,
    compare_terms,
    compare_numbers,
    compare_marks,
    compare_words,
    compare_html,
    compare_endings,
)
"""Every comparison, in the order of the run."""


def compare(pair: TextPair) -> Iterator[Diagnostic]:
    """The findings of all comparisons."""
    for comparison in COMPARISONS:
        yield from comparison(pair)


_UNREAD = re.compile(rf"{ICON_MARK}|\[[^\[\]\n]*\]\([^()\n]*\)|(?<=\])\{{[^{{}}\n]*\}}")
"""Icons, terms (which are compared on their own) and names of marks."""
_BETWEEN_SPACES = re.compile(r"\S+")
_IN_ADDRESSES = ("://", "@", "www.")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORTEST = 3
"""Letters of a term's word: shorter ones are often words of another language, too."""
_ENDING = 3
"""Letters by which a form that is not listed may be longer than its term: ``Coins`` of ``Coin``."""
_STRETCH = 4
"""Words in a row, at least this many of them in small letters, that no two languages have in common."""
_FEW = 3
_SHARE = 3
"""At least ``_FEW`` texts and one of ``_SHARE`` must be the same before a warning is due."""


class TermWords:
    """The words of the game's terms that another language has other words for.

    Args:
        game: In its own language.
        translated: In the other language.
        language: Tag of the other language.
    """

    def __init__(self, game: Game, translated: Game, language: str) -> None:
        pairs = list(_term_pairs(game, translated))
        used = {word.casefold() for _, term in pairs for word in _words_of(term, language)}
        used.update(word.casefold() for word in _WORD.findall(translated.name.source))  # a title may stay
        self._terms: dict[str, tuple[Term, Term]] = {}
        for term, other in pairs:
            if (
                other.name.language == language
                and other.name.source.casefold() != term.name.source.casefold()
            ):
                for word in _words_of(term):
                    if len(word) >= _SHORTEST and word.casefold() not in used:
                        self._terms.setdefault(word.casefold(), (term, other))
        self._used = used

    def left_in(self, pair: TextPair) -> Iterator[Diagnostic]:
        """Words of terms, and stretches of the source, that are in the translation (K539).

        The first is reported.
        """
        source, translation = _readable(pair.source), _readable(pair.translation)
        if source == translation or pair.entry.context.startswith("term."):
            return
        words = {found.group() for found in _WORD.finditer(source)}
        for found in _WORD.finditer(translation):
            word = found.group()
            terms = self._term(word) if word in words else None
            if terms is not None:
                term, other = terms
                message = f"'{word}' is a word of the source: here the term '{term.id}' is called '{other.name.source}'"
                cure = f"translate it, such as '{other.name.source}'; where it is right, add the comment '# allow K539' above"
                yield warning("K539", message, pair.at(found.start(), len(word)), cure)
                return
        if stretch := _stretch(source, translation):
            start, length = stretch
            message = f"'{translation[start : start + length]}' is in the source, too, word for word"
            cure = "translate it; where it is right, such as in a title, add the comment '# allow K539' above"
            yield warning("K539", message, pair.at(start, length), cure)

    def _term(self, word: str) -> tuple[Term, Term] | None:
        """The term that a word names, by one of its forms or by one that is a few letters longer."""
        folded = word.casefold()
        if folded in self._used:
            return None
        stems = [folded[: len(folded) - cut] for cut in range(_ENDING + 1)]
        found = (self._terms.get(stem) for stem in stems if len(stem) > _SHORTEST or stem == folded)
        return next((terms for terms in found if terms is not None), None)


def _term_pairs(game: Game, translated: Game) -> Iterator[tuple[Term, Term]]:
    for name, vocabulary in game.vocabularies.items():
        for key, term in vocabulary.terms.items():
            yield term, translated.vocabularies[name].terms[key]


def _words_of(term: Term, language: str | None = None) -> list[str]:
    """The term's name and forms; of one in ``language`` only those that are translated."""
    texts = [term.name, *term.forms.values()]
    return [text.source for text in texts if language is None or text.language == language]


def _without_address(word: re.Match[str]) -> str:
    """The word, or spaces in place of an address."""
    return " " * len(word[0]) if any(sign in word[0] for sign in _IN_ADDRESSES) else word[0]


def _readable(source: str) -> str:
    blank = _UNREAD.sub(lambda match: " " * len(match.group()), source)
    if any(sign in blank for sign in _IN_ADDRESSES):
        blank = _BETWEEN_SPACES.sub(_without_address, blank)
    return without_expressions(blank, " ")


def _stretch(source: str, translation: str) -> tuple[int, int] | None:
    """Offset and length in the translation of a stretch of words of the source; None if it has none."""
    wanted = _WORD.findall(source)
    if len(wanted) < _STRETCH:
        return None
    runs = {tuple(wanted[at : at + _STRETCH]) for at in range(len(wanted) - _STRETCH + 1)}
    found = list(_WORD.finditer(translation))
    same = [
        tuple(each.group() for each in found[at : at + _STRETCH]) in runs
        for at in range(len(found) - _STRETCH + 1)
    ]
    for is_same, places in groupby(range(len(same)), same.__getitem__):
        at = list(places)
        words = found[at[0] : at[-1] + _STRETCH]
        if is_same and sum(each.group().islower() for each in words) >= _STRETCH:
            return words[0].start(), words[-1].end() - words[0].start()
    return None


def check_same(catalogue: Catalogue, pairs: Iterable[TextPair]) -> Iterator[Diagnostic]:
    """A warning if many translations equal their source and no comment accepts it (K541).

    Args:
        catalogue: Of one language.
        pairs: Its usable translations.
    """
    worded = [pair for pair in pairs if has_words(pair.source)]
    same = [pair for pair in worded if pair.is_identical and not pair.entry.allows("K536")]
    if len(same) >= _FEW and len(same) * _SHARE >= len(worded):
        places = [(pair.span, " ".join(pair.source.split())[:48]) for pair in same[:5]]
        counted = f"{len(same)} of {times(len(worded), 'translation')}"
        message = f"{counted} in '{catalogue.language}' are the same as the source"
        cure = "translate them; above those that are meant to be the same, add the comment '# allow K536'"
        yield warning("K541", message, same[0].span, cure, related=places)
