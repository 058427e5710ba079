"""Alternative texts: what pieces say to people who do not see the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.layout import Fit
from pnp.markup import IconRun, Marked, parse_inline, plain_text
from pnp.model import Piece, Term

_MARKS = frozenset("\\*:[]{}\n\xad")
"""Characters without which a text has no inline marks, and nothing that is not read out."""
_ENDS = (".", "!", "?", "…", ":", ";", ",", "–")


def alternative_texts(
    piece: Piece, names: tuple[str, str], fits: Sequence[Sequence[Fit]], icons: Mapping[str, str]
) -> tuple[str, str]:
    """The texts of front and back as they are read out after the names of these, without the names.

    Args:
        piece: Its terms that the front does not name are read out, too.
        names: Of front and back.
        fits: The texts that are set on the front and, if there is one, on the back.
        icons: Names of icons.
    """
    front, *back = [
        sentences(words for fit in side if (words := _plain(fit.words, fit.marked, icons)) != name)
        for side, name in zip(fits, names, strict=False)
    ]
    return _with_terms(front, piece, names[0]), "".join(back)


def _with_terms(words: str, piece: Piece, label: str) -> str:
    """The words of a front, after the terms in fields of its piece that neither they nor its label name."""
    heard = f"{label} {words}".casefold()
    named: list[str] = []
    for value in piece.fields.values():
        for term in value if isinstance(value, tuple) else (value,):
            if isinstance(term, Term) and "{" not in term.name.source:
                name = _plain(term.name.source, parse_inline(term.name.source), {})
                if name.casefold() not in heard and name not in named:
                    named.append(name)
    return sentences((", ".join(named), words))


def _plain(words: str, marked: Marked, icons: Mapping[str, str]) -> str:
    """A text as it is read out, on one line; empty where it has nothing but a full stop.

    Icons are read by their names, or else by those of their files. One that is named by the words, or that
    words begin with that has no name, is not read twice.

    Args:
        words: The text, marks included.
        marked: The same, taken apart.
        icons: Names of icons.
    """
    if not _MARKS.isdisjoint(words):
        runs = [run for each in marked.paragraphs for run in each.runs if isinstance(run, IconRun)]
        if runs:
            plain = " ".join(plain_text(marked).split()).casefold()
            for run in runs:
                name = icons.get(run.name, "")
                if name and name.casefold() in plain:
                    name = ""
                elif not name and not (words.startswith(run.typed) and any(map(str.isalpha, plain))):
                    name = run.name.replace("-", " ")
                words = words.replace(run.typed, name)
            marked = parse_inline(words)
        words = plain_text(marked).replace("\xad", "")
    words = " ".join(words.split())
    return "" if words in _ENDS else words


def sentences(texts: Iterable[str]) -> str:
    """Texts one after the other, each with a full stop where nothing else ends it."""
    return " ".join([text if text.endswith(_ENDS) else f"{text}." for text in texts if text])
