"""Languages: tags, plurals, numbers, fixed labels, alphabetical order, files of translations."""

from typing import TYPE_CHECKING

from pnp.i18n.format import label
from pnp.i18n.number_words import number_words
from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.i18n.catalogue import Catalogue, Entry, Key, merge
    from pnp.i18n.format import (
        Labels,
        category_examples,
        format_date,
        format_number,
        label_languages,
        plural_category,
        whole_number_categories,
    )
    from pnp.i18n.number_words import has_number_words, numerals, typed_numbers
    from pnp.i18n.po_file import read_catalogue, write_catalogue
    from pnp.i18n.sorting import sort_key
    from pnp.i18n.tag import LanguageTagError, base_of, normalise_tag
    from pnp.i18n.typography import (
        Retyping,
        lone_quote,
        may_be_retyped,
        quote_marks,
        retypings,
        unjoined_letters,
    )

__all__ = [
    "Catalogue",
    "Entry",
    "Key",
    "Labels",
    "LanguageTagError",
    "Retyping",
    "base_of",
    "category_examples",
    "format_date",
    "format_number",
    "has_number_words",
    "label",
    "label_languages",
    "lone_quote",
    "may_be_retyped",
    "merge",
    "normalise_tag",
    "number_words",
    "numerals",
    "plural_category",
    "quote_marks",
    "read_catalogue",
    "retypings",
    "sort_key",
    "typed_numbers",
    "unjoined_letters",
    "whole_number_categories",
    "write_catalogue",
]

__getattr__ = lazy(
    __name__,
    {
        "Catalogue": "catalogue",
        "Entry": "catalogue",
        "Key": "catalogue",
        "Labels": "format",
        "label_languages": "format",
        "format_date": "format",
        "merge": "catalogue",
        "format_number": "format",
        "has_number_words": "number_words",
        "numerals": "number_words",
        "typed_numbers": "number_words",
        "plural_category": "format",
        "category_examples": "format",
        "whole_number_categories": "format",
        "read_catalogue": "po_file",
        "write_catalogue": "po_file",
        "sort_key": "sorting",
        "LanguageTagError": "tag",
        "base_of": "tag",
        "normalise_tag": "tag",
        "Retyping": "typography",
        "lone_quote": "typography",
        "may_be_retyped": "typography",
        "quote_marks": "typography",
        "retypings": "typography",
        "unjoined_letters": "typography",
    },
)
