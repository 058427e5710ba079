"""Every word of the shipped games is in the dictionary of its language, or a real exception."""

import subprocess
from pathlib import Path

import pytest

from tests.games.box import load
from tests.spelling.words import printed_words

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "data").glob("*/game.yaml"))
DICTIONARIES = {"cs": "cs_CZ", "pl": "pl_PL", "fr": "fr_FR", "en": "en_GB"}

pytestmark = pytest.mark.system


def exceptions(language: str) -> set[str]:
    """Names, sounds and words of the hobby that no dictionary has; ``#`` begins a remark."""
    lines = (Path(__file__).parent / f"exceptions-{language}.txt").read_text(encoding="utf-8").splitlines()
    return {line.partition("#")[0].strip() for line in lines} - {""}


def unknown(words: list[str], language: str) -> list[str]:
    command = ["hunspell", "-i", "utf-8", "-d", DICTIONARIES[language], "-l"]
    result = subprocess.run(
        command, input="\n".join(words), encoding="utf-8", capture_output=True, check=True
    )
    return [word for word in result.stdout.split("\n") if word]


def cases() -> list[tuple[Path, str]]:
    return [
        (folder, language)
        for folder in GAMES
        for language in load(folder.name).languages
        if language in DICTIONARIES
    ]


@pytest.mark.parametrize(("folder", "language"), cases(), ids=lambda value: getattr(value, "name", value))
def test_no_unexplained_word(folder: Path, language: str) -> None:
    places = {}
    for word, span in printed_words(folder, language):
        places.setdefault(word.replace("’", "'"), span)
    found = unknown(list(places), language)
    known = exceptions(language)
    left = {word: str(places.get(word, "")) for word in found if word not in known}
    assert not left, "mend them, or add real exceptions to tests/spelling"


@pytest.mark.parametrize("language", DICTIONARIES)
def test_a_mistake_is_found(language: str) -> None:
    slips = {"cs": "zbrraň", "pl": "kafellek", "fr": "monsstre", "en": "monsstre"}
    assert unknown([slips[language]], language) == [slips[language]]


@pytest.mark.parametrize("language", DICTIONARIES)
def test_exceptions_are_no_words_of_the_dictionary(language: str) -> None:
    words = sorted(exceptions(language))
    assert sorted(unknown(words, language)) == words
