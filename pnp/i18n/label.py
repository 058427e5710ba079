"""Fixed labels of sheets, layouts and rulebooks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pnp.i18n.format import format_number, plural_category

FALLBACK = "en"
"""For languages without a catalogue."""
_CATALOGUES = Path(__file__).parent / "labels"


def label_languages() -> list[str]:
    """Languages that have a catalogue of labels."""
    return sorted(entry.stem for entry in _CATALOGUES.glob("*.json"))


class Labels:
    """The labels of one language; English where the language has no catalogue.

    Attributes:
        language: As it was asked for; numbers are formatted by it.
        found: The language of the catalogue that is used.
    """

    def __init__(self, language: str) -> None:
        known = label_languages()
        base = language.replace("_", "-").split("-")[0].lower()
        self.language = language
        self.found = base if base in known else FALLBACK
        catalogue = (_CATALOGUES / f"{self.found}.json").read_text(encoding="utf-8")
        self._texts: Mapping[str, str | Mapping[str, str]] = json.loads(catalogue)

    def names(self) -> list[str]:
        """All keys, in the catalogue's order."""
        return list(self._texts)

    def text(self, key: str, **values: str | int) -> str:
        """The label with its values filled in; whole numbers are written in the language's format.

        Labels with plural forms choose by the value ``n``: ``players`` gives ``3 hráči``, ``card`` gives ``karty``;
        a range chooses by its end, ``high``.

        Raises:
            KeyError: There is no such label, or a value is missing. Both are faults of the program.
        """
        template = self._texts[key]
        if not isinstance(template, str):
            template = _chosen(template, values["n" if "n" in values else "high"], self.found)
        shown = {
            name: format_number(value, self.found) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return template.format(**shown)


def _chosen(forms: Mapping[str, str], n: str | int, language: str) -> str:
    category = plural_category(int(n), language)
    return forms.get(category) or forms[list(forms)[-1]]


def label(key: str, language: str, **values: str | int) -> str:
    """One fixed label; to read many of a language, keep a ``Labels``.

    Raises:
        KeyError: There is no such label, or a value is missing. Both are faults of the program.
    """
    return Labels(language).text(key, **values)
