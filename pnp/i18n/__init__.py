"""Languages: tags, plurals, numbers, fixed labels, alphabetical order."""

from pnp.i18n.label import Labels, label, label_languages
from pnp.i18n.number import format_number
from pnp.i18n.plural import plural_category, whole_number_categories
from pnp.i18n.sorting import alphabetical, sort_key
from pnp.i18n.tag import LanguageTagError, normalise_tag

__all__ = [
    "Labels",
    "LanguageTagError",
    "alphabetical",
    "format_number",
    "label",
    "label_languages",
    "normalise_tag",
    "plural_category",
    "sort_key",
    "whole_number_categories",
]
