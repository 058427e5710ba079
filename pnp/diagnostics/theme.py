"""Themes of the codes: what the numbers of an area have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Theme(NamedTuple):
    """A range of codes of one area.

    Attributes:
        area: The letter of the codes.
        first: The first number that belongs to it, whether a code has it or not.
        last: The last one.
        about: What its codes have in common, as a phrase.
    """

    area: str
    first: int
    last: int
    about: str

    @property
    def range(self) -> str:
        """The range in words."""
        return f"{self.area}{self.first} to {self.area}{self.last}"

    def codes_in(self, codes: Sequence[str]) -> list[str]:
        """Those of the codes that belong to the theme."""
        return [code for code in codes if code[0] == self.area and self.first <= int(code[1:]) <= self.last]

    def next_free(self, codes: Sequence[str]) -> str:
        """The code for a new finding, after the highest of the theme; empty if the range is full.

        Gaps stay, because a code that has been removed must not come back with another meaning.
        """
        numbers = [int(code[1:]) for code in self.codes_in(codes)]
        number = max(numbers) + 1 if numbers else self.first
        return f"{self.area}{number}" if number <= self.last else ""


AREAS: Mapping[str, str] = MappingProxyType(
    {
        "A": "Pictures, icons and fonts",
        "C": "Command line",
        "E": "Output and environment",
        "I": "Imports",
        "K": "Claims and texts",
        "L": "Layouts",
        "M": "Games, sets and pieces",
        "R": "Rule sheets",
        "S": "Sheets and printing",
        "T": "Typesetting",
        "X": "Expressions",
        "Y": "Reading files",
    }
)
"""Titles of areas by the letter of their codes."""

THEMES = (
    Theme("A", 100, 109, "names of icons"),
    Theme("A", 110, 129, "files of icons, and SVG"),
    Theme("A", 210, 219, "pictures that cannot be used"),
    Theme("A", 220, 229, "pictures that print badly"),
    Theme("A", 300, 319, "files of fonts"),
    Theme("A", 320, 329, "names of fonts"),
    Theme("C", 210, 229, "pieces that options choose"),
    Theme("C", 230, 239, "conditions in options"),
    Theme("E", 100, 109, "failures of the system"),
    Theme("E", 110, 119, "files of the output"),
    Theme("E", 310, 349, "libraries, dictionaries and ports that are missing, edits that cannot be made"),
    Theme("E", 400, 419, "print shops and presses"),
    Theme("E", 420, 429, "cutting machines"),
    Theme("E", 430, 449, "records of prints, manifests and revisions"),
    Theme("I", 100, 109, "encoding and characters of a rulebook"),
    Theme("I", 110, 119, "how a rulebook was read, and corrections"),
    Theme("I", 200, 219, "titles, tags, lists and headings of a rulebook"),
    Theme("I", 220, 229, "lines that an import changes or leaves out"),
    Theme("I", 300, 309, "references inside a rulebook"),
    Theme("I", 310, 319, "facts in a rulebook"),
    Theme("I", 400, 419, "rule sheets written in the old markup"),
    Theme("K", 100, 119, "claims and totals that do not hold"),
    Theme("K", 120, 129, "backs that give cards away"),
    Theme("K", 150, 159, "assumed numbers, changed facts, allowances"),
    Theme("K", 160, 169, "edits that no claim notices"),
    Theme("K", 200, 209, "inline marks in texts of the game"),
    Theme("K", 210, 219, "words for terms"),
    Theme("K", 220, 229, "characters typed or pasted by accident"),
    Theme("K", 230, 239, "typography of a language: quotation marks, dots, dashes"),
    Theme("K", 240, 249, "words beside numbers"),
    Theme("K", 310, 319, "sources of facts"),
    Theme("K", 320, 329, "colours of terms"),
    Theme("K", 330, 339, "facts that nothing reads"),
    Theme("K", 340, 349, "comparisons that cannot be meant"),
    Theme("K", 400, 409, "languages of the game"),
    Theme("K", 410, 419, "where translations are, and which of two holds"),
    Theme("K", 500, 509, "texts without a translation"),
    Theme("K", 510, 519, "translations of an earlier wording"),
    Theme("K", 520, 529, "translations of texts that no longer exist"),
    Theme("K", 530, 549, "translations that differ from their text in more than language"),
    Theme("K", 550, 559, "forms of terms in translations"),
    Theme("L", 100, 109, "syntax of layouts, names of layouts and filters"),
    Theme("L", 110, 119, "names and values in layouts"),
    Theme("L", 120, 129, "too much work, and code that is not allowed"),
    Theme("L", 200, 219, "elements and attributes"),
    Theme("L", 220, 229, "elements that do not fit"),
    Theme("L", 230, 239, "pictures, icons and QR codes of elements"),
    Theme("L", 240, 249, "styles and fonts of elements"),
    Theme("L", 300, 309, "limits of a face"),
    Theme("L", 330, 339, "faces inside other faces"),
    Theme("L", 340, 349, "faces that look alike, and low ink"),
    Theme("M", 100, 109, "keys and plain values of data files"),
    Theme("M", 110, 119, "fields and terms"),
    Theme("M", 120, 129, "sizes, styles and panels"),
    Theme("M", 130, 139, "entries, copies and sets"),
    Theme("M", 140, 149, "sources, facts and allowances as declared"),
    Theme("R", 110, 119, "directives"),
    Theme("R", 120, 129, "headers of rule sheets"),
    Theme("R", 130, 139, "Markdown that rule sheets do not have"),
    Theme("R", 140, 149, "words, numbers and marks of rule sheets"),
    Theme("R", 150, 169, "pieces, sets, figures and pages that a rule sheet names or makes"),
    Theme("S", 101, 109, "paper, print options, profiles and printers"),
    Theme("S", 110, 119, "pieces on sheets"),
    Theme("S", 120, 129, "backs"),
    Theme("S", 130, 139, "marks, ruler, footer and stamp"),
    Theme("S", 201, 219, "preflight of faces"),
    Theme("S", 301, 309, "preflight of sheets"),
    Theme("S", 310, 319, "the edge of the paper"),
    Theme("T", 100, 119, "texts and words that do not fit"),
    Theme("T", 200, 219, "characters that a font lacks"),
    Theme("T", 220, 229, "bold, italic and features that a font lacks"),
    Theme("T", 300, 319, "inline marks of texts on faces"),
    Theme("X", 100, 109, "syntax of expressions"),
    Theme("X", 110, 119, "names in expressions"),
    Theme("X", 120, 129, "values of expressions"),
    Theme("X", 130, 139, "too much work"),
    Theme("X", 140, 179, "expressions in texts"),
    Theme("Y", 100, 119, "characters and syntax of YAML"),
    Theme("Y", 201, 219, "keys, anchors and limits of YAML"),
    Theme("Y", 301, 309, "files of a game"),
    Theme("Y", 400, 409, "PO files"),
    Theme("Y", 410, 419, "tables of translations"),
    Theme("Y", 500, 509, "files of tables"),
    Theme("Y", 510, 539, "titles, columns, rows and cells of tables"),
)
"""In order of their codes."""
