"""What the manual says about rule sheets, held against the code."""

import re
from pathlib import Path

from pnp.model import STANDARD_STYLES
from pnp.rulebook import DIRECTIVES

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "docs/rulebook.md").read_text("utf-8")


def test_the_manual_names_every_directive_with_its_body_and_options():
    rows = {
        match[1]: [cell.strip() for cell in match[2].split("|")]
        for match in re.finditer(r"^\| `:::(\w+)` \|(.*)\|$", MANUAL, re.MULTILINE)
    }
    assert sorted(rows) == sorted(DIRECTIVES)
    for name, grammar in DIRECTIVES.items():
        body, _, words, options = rows[name]
        assert (body == "yes") == grammar.body
        assert (words == "–") == (grammar.most == 0)
        known = [option for option in re.findall(r"`([\w-]+)`", options) if option in _ALL_OPTIONS]
        assert {*known} == {*grammar.options}


_ALL_OPTIONS = {option for grammar in DIRECTIVES.values() for option in grammar.options}


def test_the_manual_names_every_style_of_rule_sheets():
    sheet = {name for name in STANDARD_STYLES if name.startswith("rulebook-")}
    assert sheet <= set(re.findall(r"`([\w-]+)`", MANUAL))


def test_every_code_of_rule_sheets_and_fonts_is_documented():
    codes = ROOT / "pnp/diagnostics/codes"
    emitted = {
        code
        for folder in ("rulebook", "fonts")
        for file in (ROOT / "pnp" / folder).glob("*.py")
        for code in re.findall(r'"([RA]\d{3})"', file.read_text("utf-8"))
    }
    assert len(emitted) > 15
    assert sorted(code for code in emitted if not (codes / f"{code}.md").exists()) == []
