"""Languages: tags, plurals, numbers, fixed labels, alphabetical order, files of translations."""

from typing import TYPE_CHECKING

from pnp.i18n.number import label, number_words
from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.i18n.catalogue import Catalogue, Entry, TextKey, merge
    from pnp.i18n.language import (
        LanguageTagError,
        base_of,
        capital,
        lower,
        normalise_tag,
        sort_key,
        title,
        upper,
    )
    from pnp.i18n.number import (
        Labels,
        category_examples,
        format_date,
        format_number,
        has_number_words,
        label_languages,
        numerals,
        plural_category,
        typed_numbers,
        whole_number_categories,
    )
    from pnp.i18n.po_file import read_catalogue, write_catalogue
    from pnp.i18n.typography import (
        MAY_BE_RETYPED,
        Retyping,
        lone_quote,
        quote_marks,
        retypings,
        unjoined_letters,
    )

__getattr__ = lazy(__name__)
