"""Styles that ask for letters that their family does not have."""

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from tests.load.folder import write


def found(folder, styles):
    workshop = open_workshop(write(folder, {"game.yaml": f"name: G\nstyles:\n{styles}"}), folder)
    return [item for item in check_workshop(workshop).diagnostics if item.code == "T220"]


@pytest.mark.parametrize(
    ("style", "what"),
    [
        ("{font: Anton, weight: 700}", "bold"),
        ("{font: Anton, italic: true}", "italic"),
        ("{font: Anton, weight: 900}", "bold"),
    ],
)
def test_a_bold_or_slanted_style_of_a_family_with_one_font_is_told(tmp_path, style, what):
    (warning,) = found(tmp_path, f"  body: {style}\n")
    assert warning.message == f"'Anton' has no {what} font, so the style 'body' is set without"
    assert (warning.span.line, warning.severity.name) == (3, "WARNING")
    assert warning.help


@pytest.mark.parametrize(
    "styles",
    [
        "  body: {font: Barlow, weight: 700, italic: true}\n",
        "  title: {font: Anton}\n",  # the standard style is bold, not the author
        "  body: {font: Anton, weight: 500}\n",
    ],
)
def test_a_style_whose_family_has_it_or_that_did_not_ask_is_fine(tmp_path, styles):
    assert found(tmp_path, styles) == []
