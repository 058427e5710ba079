"""Languages: tags, plurals, numbers, fixed labels, alphabetical order, files of translations."""

from typing import TYPE_CHECKING

from pnp.i18n.format import label
from pnp.i18n.number_words import number_words
from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.i18n.capitals import capital, lower, title, upper
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

__getattr__ = lazy(__name__)
