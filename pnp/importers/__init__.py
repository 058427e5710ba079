"""Rulebooks as they were kept elsewhere: in, and in the old markup out again.

``import_rulebook`` reads the old ASCII markup, Markdown and plain text and gives the source of a rule sheet;
``verify_rulebook`` proves that nothing is lost; ``read_rule_sheet`` and ``legacy_text`` lead back. Everything
is a pure function of its arguments but for ``unknown_words``, which asks an installed hunspell.
"""

from pnp.importers.corrections import (
    Erratum,
    Suspicion,
    apply_errata,
    read_errata,
    suspicious_words,
    unknown_words,
)
from pnp.importers.fact_link import Linked, link_facts
from pnp.importers.legacy import legacy_text
from pnp.importers.reading import ENCODINGS, first_words, likely_encoding
from pnp.importers.rule_sheet import read_rule_sheet
from pnp.importers.rulebook import (
    KINDS,
    Imported,
    ImportOptions,
    RulebookFormat,
    Statistics,
    Verified,
    import_rulebook,
    verify_rulebook,
)
from pnp.importers.sheet import TextDocument

__all__ = [
    "ENCODINGS",
    "KINDS",
    "Erratum",
    "ImportOptions",
    "Imported",
    "Linked",
    "RulebookFormat",
    "Statistics",
    "Suspicion",
    "TextDocument",
    "Verified",
    "apply_errata",
    "first_words",
    "import_rulebook",
    "legacy_text",
    "likely_encoding",
    "link_facts",
    "read_errata",
    "read_rule_sheet",
    "suspicious_words",
    "unknown_words",
    "verify_rulebook",
]
