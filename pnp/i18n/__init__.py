"""Languages: tags, plurals, numbers, fixed labels, alphabetical order."""

from pnp.i18n.number import format_number
from pnp.i18n.plural import plural_category, whole_number_categories
from pnp.i18n.tag import LanguageTagError, normalise_tag

__all__ = [
    "LanguageTagError",
    "format_number",
    "normalise_tag",
    "plural_category",
    "whole_number_categories",
]
