"""Numbers with what they count."""

import re
from pathlib import Path

import pytest

from pnp import diagnostics
from pnp.diagnostics import times


def test_other_plurals_and_numbers():
    assert [times(count, "copy", "copies") for count in (1, 2)] == ["1 copy", "2 copies"]
    assert [times(count, "minute") for count in (1.0, 0.5, 2.0)] == ["1 minute", "0.5 minutes", "2 minutes"]
    assert [times(count, "byte", thousands=",") for count in (1, 1234)] == ["1 byte", "1,234 bytes"]
    assert times(1234, "byte") == "1234 bytes"


@pytest.mark.parametrize(("count", "words"), [(0, "0 sheets"), (1, "1 sheet"), (2, "2 sheets")])
def test_one_thing_is_told_in_the_singular(count, words):
    assert times(count, "sheet") == words


def test_reports_said_one_words():
    """A number before a plural that is written out says ``1 words`` sooner or later; ``times`` knows better."""
    package = Path(diagnostics.__file__).parent.parent
    numbers = r"len\([^{}]*\)|[a-z_.]*(?:counts?|copies|cards|items|lines|placed|lost|changed|number)"
    things = "cards|claims|columns|faces|files|games|languages|lines|pages|pieces|places|rows|sets|sheets|texts|words"
    counted = re.compile(
        rf"\{{(?:{numbers})(?::,)?\}} [a-z]+s\b|\{{[a-z][^{{}}]*\}} (?:more )?(?:{things})\b"
    )
    # What stands in these is never one thing, or a number with its form.
    exempt = {"filters.py", "imposing.py", "view.py"}
    found = []
    for path in sorted(package.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if counted.search(line) and path.name not in exempt:
                found.append(f"{path.relative_to(package).as_posix()}:{number} {line.strip()}")
    assert found == []
