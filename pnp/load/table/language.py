"""Columns and tables that hold texts in one language, recognised by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.i18n import LanguageTagError, normalise_tag

_CODES = frozenset(
    re.findall(
        r"\w+",
        "ar bg ca cn cs cz da de dk el en es et eu fa fi fr gl gr he hr hu id is it ja jp ko kr lt lv nb nl nn no "
        "pl pt ro ru sk sl sr sv th tr ua uk vi zh",
    )
)
"""Codes that titles end with; others, such as ``so``, are more often words. A few are countries."""
_WORDS = {
    "cs": "czech|čeština|česky",
    "de": "german|deutsch",
    "el": "greek|ελληνικά",
    "en": "english|angličtina|anglais|englisch|inglés|inglese|anglicky",
    "es": "spanish|español|espanol|castellano",
    "fr": "french|français|francais|francouzsky",
    "hu": "hungarian|magyar",
    "it": "italian|italiano",
    "ja": "japanese|日本語",
    "ko": "korean|한국어",
    "nl": "dutch|nederlands",
    "pl": "polish|polski|polsky|po polsku",
    "pt": "portuguese|português|portugues",
    "ru": "russian|русский",
    "sk": "slovak|slovenčina|slovensky",
    "sv": "swedish|svenska",
    "uk": "ukrainian|українська",
    "zh": "chinese|中文",
}
_TAG_OF_WORD = {word: tag for tag, words in _WORDS.items() for word in words.split("|")}
_CODE = "(?P<code>[a-z]{2})(?:[-_](?P<region>[a-z]{2}|hans|hant))?"
_WORD = "(?P<word>" + "|".join(map(re.escape, sorted(_TAG_OF_WORD, key=len, reverse=True))) + ")"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<name>.+?)\s*[(\[]{_CODE}[)\]]",
        rf"(?P<name>.+?)[\s_.:/-]+{_CODE}",
        rf"{_CODE}[_.:/-]+\s*(?P<name>.+)",
        rf"(?P<name>.+?)(?:\s*[(\[]|[\s_.:/-]+){_WORD}[)\]]?",
        rf"{_WORD}[\s_.:/-]+(?P<name>.+)",
    )
)


_USUAL_WORDS = re.compile(r".+[\s_.:/-](?:id|no)|(?:id|no)[_.:/-].+", re.IGNORECASE)
"""Titles such as ``group_id`` and ``Card No``, whose codes are words unless other columns name languages."""


class LanguageTitle(NamedTuple):
    """A name that says a language: ``name_fr``, ``Name (FR)``, ``fr.name`` or ``French name``.

    Attributes:
        name: Without the language, in small letters with one space between words.
        language: BCP 47 tag.
    """

    name: str
    language: str


def language_title(title: str) -> LanguageTitle | None:
    """The name and its language; None for a name that says no language."""
    title = title.strip()
    for shape in _SHAPES:
        match = shape.fullmatch(title)
        if match is None:
            continue
        written = match.groupdict()
        if "word" in written:
            tag = _TAG_OF_WORD.get(written["word"].casefold(), "")
        elif written["code"].casefold() in _CODES:
            tag = _tag("-".join(filter(None, (written["code"], written["region"]))))
        else:
            tag = ""
        if tag:
            return LanguageTitle(folded(match["name"]), tag)
    return None


def language_of(name: str) -> str:
    """The tag of a name that is nothing but a language, such as ``en_us`` or ``zhhant``; empty for others."""
    name = re.sub(r"^zh(?=han[st]$)", "zh-", name)
    match = re.fullmatch(_CODE, name.strip(), re.IGNORECASE)
    return _tag(name) if match and match[1].lower() in _CODES else ""


def _tag(written: str) -> str:
    try:
        return normalise_tag(written)
    except LanguageTagError as fault:
        return fault.suggestion or ""


def folded(title: str) -> str:
    """The title as it is compared: in small letters, with one space between words, whatever parts them."""
    return re.sub(r"[\s_-]+", " ", title).strip().casefold()


def language_columns(titles: Sequence[str], language: str) -> dict[str, dict[str, str]]:
    """Columns that hold one text in several languages.

    Args:
        titles: Of all columns.
        language: Of the game.

    Returns:
        By the title without its language, such as ``name`` of ``name_en`` and ``name_cs``: titles by
        language, that of the game first. A column without a language is that of the game. Two languages are
        needed, and that of the game is one of them.
    """
    found = _grouped((title, language_title(title)) for title in titles)
    for title in titles:
        columns = found.get(folded(title))
        if columns is not None and language not in columns:
            if all(map(_USUAL_WORDS.fullmatch, columns.values())):
                continue
            columns[language] = title
    # A single `x_en` is no translation, unless others show that these endings are languages.
    kept = {name: columns for name, columns in found.items() if language in columns and len(columns) > 1}
    return {name: {language: columns[language], **columns} for name, columns in kept.items()}


def _grouped(titles: Iterable[tuple[str, LanguageTitle | None]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for title, named in titles:
        if named is not None:
            found.setdefault(named.name, {}).setdefault(named.language, title)
    return found


def language_files(paths: Iterable[str], language: str) -> Mapping[str, Mapping[str, str]]:
    """Files that hold the same in several languages: ``cards_de.csv``, ``de/cards.csv``.

    Args:
        paths: Of all files.
        language: Of the game.

    Returns:
        By the path of the file in the game's language: paths of the others by language. A file without a
        language, such as ``cards.csv`` beside ``cards_de.csv``, is that of the game.
    """
    paths = list(paths)
    groups: dict[str, dict[str, str]] = {}
    for path in paths:
        for key, tag in _file_keys(path):
            groups.setdefault(key, {}).setdefault(tag, path)
            break
    for path in paths:
        if path in groups and language not in groups[path]:
            groups[path][language] = path
    return {
        by_tag[language]: {tag: path for tag, path in by_tag.items() if tag != language}
        for by_tag in groups.values()
        if len(by_tag) > 1 and language in by_tag
    }


def _file_keys(path: str) -> Iterable[tuple[str, str]]:
    """The path without its language, and that language, by the file's name or by one of its folders."""
    *folders, file = path.split("/")
    stem, dot, ending = file.rpartition(".")
    match = re.fullmatch(rf"(.+?)[_.-]{_CODE}", stem, re.IGNORECASE)
    if match and match[2].lower() in _CODES:
        tag = _tag("-".join(part for part in match.groups()[1:] if part))
        if tag:
            yield "/".join([*folders, match[1] + dot + ending]), tag
    for at, folder in enumerate(folders):
        if tag := language_of(folder):
            yield "/".join([*folders[:at], "*", *folders[at + 1 :], file]), tag
