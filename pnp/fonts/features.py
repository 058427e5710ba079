"""OpenType features: as authors write them, and which of them a font has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from pnp.fonts.limits import MAX_FEATURES

AUTOMATIC = frozenset(
    "abvm blwm calt ccmp clig curs dist kern liga locl mark mkmk rclt rlig rvrn".split()  # noqa: SIM905
)
"""Features that are on wherever a font has them (HarfBuzz, as browsers); ``liga=0`` turns one off."""
_INTERNAL = frozenset(
    {"aalt", "size", "vert", "vrt2", "valt", "vhal", "vkrn", "vpal", "ssty", "math", "dtls", "flac"}
)
"""Features for menus of programs, vertical text and formulas, which texts of games have no use for."""

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


_DEFAULT_LANGUAGE = 0xFFFF


def unseen_features(
    wanted: Iterable[tuple[str, int]], tags: Collection[str], family: str, what: str
) -> list[tuple[str, str]]:
    """A message and a cure for each feature that is turned on and that the font does not have.

    Args:
        wanted: Features with their values.
        tags: All features of the font.
        family: Of the font.
        what: What is set without the feature, such as ``the text``.
    """
    has = ", ".join(choosable(tags)) or "none that can be chosen"
    cure = f"leave it out, or choose another font ('pnp fonts' lists features); this one has {has}"
    return [
        (f"'{family}' has no feature '{tag}', so {what} is set without", cure)
        for tag, value in wanted
        if value and tag not in tags
    ]


def choosable(tags: Iterable[str]) -> list[str]:
    """Those of the features that an author may want to turn on, sorted."""
    return sorted(set(tags) - AUTOMATIC - _INTERNAL)
