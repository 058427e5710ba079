"""OpenType features and axes: as authors write them, and which of them a font has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pnp.fonts.limits import MAX_FEATURES

if TYPE_CHECKING:
    from pnp.fonts.face import FontFace

AUTOMATIC = frozenset(
    "abvm blwm calt ccmp clig curs dist kern liga locl mark mkmk rclt rlig rvrn".split()  # noqa: SIM905
)
"""Features that are on wherever a font has them (HarfBuzz, as browsers); ``liga=0`` turns one off."""
_INTERNAL = frozenset(
    "aalt size vert vrt2 valt vhal vkrn vpal vjmo ljmo tjmo ssty dtls flac lfbd rtbd rtlm rtla init medi fina".split()  # noqa: SIM905
)
"""Features for menus of programs, for other directions of text, for joined scripts and for formulas."""

_SETTING = re.compile(r"([A-Za-z0-9]{4})(?:\s*=\s*([0-9]{1,3}))?\Z")
_LIKELY = {
    "smallcaps": "smcp", "smallcap": "smcp", "allsmallcaps": "smcp, c2sc", "oldstyle": "onum",
    "oldstylefigures": "onum", "oldstylenums": "onum", "lining": "lnum", "tabular": "tnum",
    "proportional": "pnum", "fractions": "frac", "swash": "swsh", "ligatures": "liga", "kerning": "kern",
    "superscript": "sups", "subscript": "subs", "ordinals": "ordn", "slashedzero": "zero", "alternates": "salt",
}  # fmt: skip
"""Tags by what they are called in programs that draw and set texts."""


class FeatureError(ValueError):
    """A list of features that cannot be read.

    Attributes:
        cure: What to write.
    """

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.cure = cure


def parse_features(text: str) -> tuple[tuple[str, int], ...]:
    """Features and their values in the order written, such as ``smcp, salt=2, liga=0``.

    The last value of a feature counts; nothing between two commas is no feature.

    Raises:
        FeatureError: A word is no feature, or there are too many.
    """
    found: dict[str, int] = {}
    for word in text.split(","):
        word = word.strip()
        match = _SETTING.match(word)
        if match is None and word:
            raise FeatureError(f"'{word}' is no OpenType feature", _cure(word))
        if match is not None:
            found[match.group(1)] = int(match.group(2) or 1)
    if len(found) > MAX_FEATURES:
        raise FeatureError(f"there are more than {MAX_FEATURES} features", "keep those that the text needs")
    return tuple(found.items())


_AXIS = re.compile(r"([A-Za-z][A-Za-z0-9]{3})\s*=\s*(-?[0-9]{1,5}(?:\.[0-9]{1,3})?)\Z")
_OWN_KEYS = {"wght": "weight", "ital": "italic"}
"""Axes that styles set by keys of their own."""


def parse_axes(text: str) -> tuple[tuple[str, float], ...]:
    """Axes of a variable font and their numbers in the order written, such as ``wdth=80, opsz=12``.

    Raises:
        FeatureError: A word is no axis with a number, or there are too many.
    """
    found: dict[str, float] = {}
    for word in filter(None, map(str.strip, text.split(","))):
        match = _AXIS.match(word)
        if match is None:
            cure = "write its tag and a number, such as 'wdth=80'; 'pnp fonts' lists the axes"
            raise FeatureError(f"'{word}' is no axis with a number", cure)
        tag, value = match.groups()
        if tag in _OWN_KEYS:
            raise FeatureError(f"'{tag}' is set by '{_OWN_KEYS[tag]}'", f"write '{_OWN_KEYS[tag]}' instead")
        found[tag] = float(value)
    if len(found) > MAX_FEATURES:
        raise FeatureError(f"there are more than {MAX_FEATURES} axes", "keep those that the text needs")
    return tuple(found.items())


def _cure(word: str) -> str:
    likely = _LIKELY.get(re.sub("[^a-z]", "", word.casefold()))
    if likely is not None:
        return f"write '{likely}'"
    return "write tags of four letters with commas between, such as 'smcp, onum'; 'pnp fonts' lists them"


def feature_tags(hb_face: Any) -> frozenset[str]:
    """All features of a font in any script and language."""
    found: set[str] = set()
    for table in ("GSUB", "GPOS"):
        for number in range(len(hb_face.get_table_script_tags(table))):
            count = len(hb_face.get_script_language_tags(table, number))
            for language in (_DEFAULT_LANGUAGE, *range(count)):
                found.update(hb_face.get_language_feature_tags(table, number, language))
    return frozenset(found)


def in_short(tags: Iterable[str]) -> list[str]:
    """Sorted tags, with numbered ones that follow one another as one entry: ``ss01 to ss05``."""
    runs: list[list[str]] = []
    for tag in sorted(tags):
        before = runs[-1][-1] if runs else ""
        if tag[2:].isdecimal() and before[:2] == tag[:2] and before[2:] == f"{int(tag[2:]) - 1:02}":
            runs[-1].append(tag)
        else:
            runs.append([tag])
    return [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]


def language_tags(hb_face: Any) -> frozenset[str]:
    """Languages that a font has forms of their own for (``locl``), as BCP 47 tags such as ``pl``."""
    import uharfbuzz

    harfbuzz: Any = uharfbuzz
    found: set[str] = set()
    for number in range(len(hb_face.get_table_script_tags("GSUB"))):
        for at, tag in enumerate(hb_face.get_script_language_tags("GSUB", number)):
            if "locl" in hb_face.get_language_feature_tags("GSUB", number, at):
                found.add(str(harfbuzz.ot_tag_to_language(tag)))
    return frozenset(found)


_DEFAULT_LANGUAGE = 0xFFFF


def unseen_settings(
    features: Iterable[tuple[str, int]], axes: Iterable[tuple[str, float]], face: FontFace, what: str
) -> Iterator[tuple[str, str]]:
    """A message and a cure for each feature that is turned on, and each axis, that a font does not have.

    Args:
        features: With their values.
        axes: With their numbers.
        face: The font.
        what: What is set without them, such as ``the text``.
    """
    for kind, wanted, known in (
        ("feature", [tag for tag, value in features if value], choosable(face.features)),
        ("axis", [tag for tag, _ in axes], [axis.tag for axis in face.source.axes]),
    ):
        has = ", ".join(in_short(known)) or "none"
        cure = f"leave it out, or choose another font ('pnp fonts' says what each has); this one has {has}"
        for tag in wanted:
            if tag not in known and tag not in face.features:
                yield f"'{face.family}' has no {kind} '{tag}', so {what} is set without", cure


def choosable(tags: Iterable[str]) -> list[str]:
    """Those of the features that an author may want to turn on, sorted."""
    return sorted(set(tags) - AUTOMATIC - _INTERNAL)
