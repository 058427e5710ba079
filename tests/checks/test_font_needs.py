"""Styles that ask for letters that their family does not have."""

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.fonts import FeatureError, parse_features
from tests.load.folder import write


def found(folder, styles, codes=("T220", "T221")):
    workshop = open_workshop(write(folder, {"game.yaml": f"name: G\nstyles:\n{styles}"}), folder)
    return [item for item in check_workshop(workshop).diagnostics if item.code in codes]


@pytest.mark.parametrize(
    ("style", "what"),
    [
        ("{font: Anton, weight: 700}", "bold"),
        ("{font: Anton, italic: true}", "italic"),
        ("{font: Anton, weight: 900}", "bold"),
    ],
)
def test_a_bold_or_slanted_style_of_a_family_with_one_font_is_reported(tmp_path, style, what):
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


@pytest.mark.parametrize("features", ["smcp, liga=0", "[smcp, liga=0]"])
def test_a_feature_that_a_family_lacks_is_reported_and_one_turned_off_is_not(tmp_path, features):
    (warning,) = found(tmp_path, f"  body:\n    font: Bebas Neue\n    features: {features}\n")
    assert (warning.code, warning.span.line, warning.severity.name) == ("T221", 5, "WARNING")
    assert warning.message == "'Bebas Neue' has no feature 'smcp', so the style 'body' is set without"


@pytest.mark.parametrize(
    ("features", "cure"),
    [
        ("small-caps", "write 'smcp'"),
        (
            "smcp onum",
            "write tags of four letters with commas between, such as 'smcp, onum'; 'pnp fonts' lists them",
        ),
    ],
)
def test_words_that_are_no_features_are_reported_with_the_tag(tmp_path, features, cure):
    (fault,) = found(tmp_path, f"  body: {{features: {features}}}\n", ("M103",))
    assert fault.message.endswith("is no OpenType feature")
    assert fault.help == (cure,)


def test_hundreds_of_features_are_refused():
    with pytest.raises(FeatureError, match="more than 32"):
        parse_features(", ".join(f"ss{number:02}" for number in range(99)))
