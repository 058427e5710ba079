"""Phrases that no native writer would use here, and what to write instead.

Each pattern has a reason: it is a word-for-word translation from Czech or German, or a private metaphor for a
standard term. Where a word is right after all, the words around it are among the exceptions of its phrase
(``unless``), so that the list says all there is to know.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Phrase(NamedTuple):
    """A banned phrase.

    Attributes:
        pattern: Searched for in running text, across line ends, in either case unless it says otherwise.
        instead: What to write, or why the phrase is wrong.
        unless: Words with the phrase among them in which it is right, such as ``minus sign``; also in the plural.
    """

    pattern: re.Pattern[str]
    instead: str
    unless: tuple[str, ...] = ()

    def found_in(self, text: str) -> Iterator[re.Match[str]]:
        """Where the phrase is in a text and not right."""
        right = [
            found.span() for words in self.unless for found in _pattern(rf"\b{words}s?\b").finditer(text)
        ]
        for found in self.pattern.finditer(text):
            if not any(start <= found.start() and found.end() <= end for start, end in right):
                yield found

    @property
    def cure(self) -> str:
        """What to write, and what to do where the phrase is right."""
        known = f"right in {', '.join(repr(words) for words in self.unless)}; " if self.unless else ""
        return (
            f"{self.instead} ({known}where it is right, quote it if it is code, or add the words around it to "
            "'unless' of its phrase in tests/prose/phrases.py)"
        )


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words.replace(" ", r"\s+"), re.IGNORECASE)


def _phrase(pattern: str, instead: str, unless: tuple[str, ...] = ()) -> Phrase:
    return Phrase(_pattern(pattern), instead, unless)


def _opening(pattern: str, instead: str) -> Phrase:
    return Phrase(re.compile(pattern), instead)


ANYWHERE = (
    _phrase(r"\btold\b", "'reported', 'described', 'distinguished': nobody tells anything to a reader"),
    _phrase(r"\btells?\b", "'says', 'reports', 'shows', 'distinguishes'"),
    _phrase(r"\banew\b|\bmade again\b", "'again'; for made anew: 'rebuilt', 'recomputed'"),
    _phrase(r"\bstands?\b(?! for\b)(?!-)", "'is', 'appears', 'is written'; a base of a standee is a 'base'"),
    _phrase(r"\bso (many|much)\b(?! (more|less|better|that|as)\b)", "the number: 'N copies', 'this many'"),
    _phrase(r"\bof which\b", "'whose', or two sentences"),
    _phrase(r"\b(is|are|was|were|be) warned of\b|\bwarns? of\b", "'pnp warns about …'"),
    _phrase(r"\bthere (is|are|was|were) none\b|\bthere is no such\b", "'None if missing', 'no X exists'"),
    _phrase(r"\bdear(er)?\b", "'expensive', 'slow'"),
    _phrase(r"\bmend(s|ed|ing)?\b", "'fix'"),
    _phrase(r"\bslips?\b", "'mistake', 'typo'"),
    _phrase(r"\bnoughts?\b", "'zeros'"),
    _phrase(
        r"\bfractions\b",
        "'floats', 'decimals', 'non-integers'",
        ("common fractions", "fractions of an inch", "fractions of a second"),
    ),
    _phrase(r"\bstress(ed|es)?\b", "'emphasis'"),
    _phrase(
        r"\bbehind\b(?! (the |its |their |your |each |every |a |an )?"
        r"(\w+ )?(fronts?|text|words?|letters|pictures?|numbers?|rows?|cells?|art|scenes|backs?|proxy|it|them)\b)",
        "'after' in text and time; 'behind' is for what is covered",
    ),
    _phrase(
        r"\b(take|takes|taken) (warnings? |it |them |this |that |what \w+ \w+ )?for (?!granted|example|\d|all)",
        "'treat as', 'mistake for', 'read as'",
    ),
    _phrase(r"\b(took|takes?|taken|taking) down\b", "'record'"),
    _phrase(r"\b(went|goes|go|gone) to paper\b", "'was printed'"),
    _phrase(r"\bas can be\b", "'as possible'"),
    _phrase(r"\botherwise than\b", "'differently from'"),
    _phrase(r"\b(looks?|looked|see|sees) whether\b", "'check that', 'check whether'"),
    _phrase(r"\bwithout a word\b|\bin silence\b", "'silently'"),
    _phrase(r"\b(is|are|was|were) gone\b", "'no longer exists', 'was removed'"),
    _phrase(r"\b(makes?|made) good for\b", "'corrects', 'compensates for'"),
    _phrase(r"\bbrought up to date\b", "'updated'"),
    _phrase(r"\bpassed over\b", "'skipped'"),
    _phrase(r"\bwhoever\b", "'anyone who', or name the role: reader, printer, caller"),
    _phrase(r"\bsound\b", "'valid', 'intact'"),
    _phrase(
        r"\bsigns?\b",
        "'character', 'symbol'",
        ("plus sign", "minus sign", "equals sign", "percent sign", "dollar sign", "sign of", "signs of"),
    ),
    _phrase(r"\bremarks?\b", "'comment', 'note'"),
    _phrase(r"\bby turns\b", "'alternately', 'in turn'"),
    _phrase(r"\bneed not be (read|made|drawn|worked)\b|\bas seldom as\b", "say what happens instead"),
    _phrase(r"\bfirst of all\b", "'first'"),
)

OPENING = (
    _opening(r"What\b(?![^.]*\?)", "headless 'What …': begin with the noun: 'Fonts that …', 'Results of …'"),
    _opening(r"Of\b", "'Of …' as a whole sentence: begin with the noun"),
    _opening(r"That (is|are|was|were|has|have|it|of)\b", "a clause without its noun: begin with the noun"),
)
"""Banned at the start of a passage: a docstring, a comment, a help text, a paragraph."""

LONGEST_LINE = 110
"""Characters of a line; rows of tables and addresses, which cannot be wrapped, may be longer."""
