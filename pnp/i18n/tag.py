"""Language tags: how authors write them and what they mean."""

from __future__ import annotations

import re

from pnp.diagnostics import nearest
from pnp.i18n.cldr import implied, language_data

_TAG = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?\Z")
_COUNTRY_FOR_LANGUAGE = {
    "cz": "cs",
    "dk": "da",
    "gr": "el",
    "jp": "ja",
    "kr": "ko",
    "cn": "zh",
    "ua": "uk",
    "si": "sl",
    "ee": "et",
}
"""Country codes that people write for a language; as language codes, ``si`` and ``ee`` are rare."""

_COMMON = ("cs", "pl", "fr", "en", "de", "sk", "es", "it", "hu", "uk")
"""Languages that a misspelt tag is compared with."""


class LanguageTagError(ValueError):
    """A tag that names no language. ``suggestion`` is the tag that was probably meant, or None."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.suggestion = suggestion


def base_of(tag: str) -> str:
    """The language of a tag without script and region: ``fr`` of ``fr-CA``."""
    return tag.replace("_", "-").partition("-")[0].lower()


def normalise_tag(tag: str) -> str:
    """The BCP 47 tag that ``tag`` means: ``cs_CZ`` and ``CS`` give ``cs``, ``fr_ca`` gives ``fr-CA``.

    A region is dropped where it is the one that the language implies (CLDR likely subtags), so that files
    named by either spelling meet.

    Raises:
        LanguageTagError: It names no language that CLDR knows.
    """
    match = _TAG.match(tag.strip())
    if match is None:
        raise LanguageTagError(f"'{tag}' is no language tag")
    language, script, region = match.groups()
    language = language.lower()
    if language in _COUNTRY_FOR_LANGUAGE:
        meant = _COUNTRY_FOR_LANGUAGE[language]
        raise LanguageTagError(f"'{tag}' is a country, no language", meant)
    parts = [language]
    if script:
        parts.append(script.title())
    if region:
        parts.append(region.upper())
    if language_data(language) is None:
        raise LanguageTagError(f"'{tag}' is no language that is known here", _nearest(language))
    return "-".join(_without_implied(parts))


def _without_implied(parts: list[str]) -> list[str]:
    likely = implied(parts[0])
    return [parts[0], *(part for part in parts[1:] if part not in likely)]


def _nearest(language: str) -> str | None:
    return nearest(language, _COMMON)
