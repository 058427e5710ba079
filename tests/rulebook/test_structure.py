"""The structure of rule sheets: what their parts are to readers that do not see them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.draw import Document, Group, StructureElement, Tag, path_box, structure_tree
from pnp.draw.document import TreeNode
from pnp.draw.item import without_tags
from pnp.impose import face_pages
from pnp.pdf import write_pdf
from pnp.rulebook import ComposedRulebook
from tests.pdf.tagged import Checked, read_aloud
from tests.pdf.ua import RULES, broken
from tests.rulebook.sample import make_game

EVERYTHING = """\
---
title: Rules
subtitle: A fight
---

# Aim

Collect :fire: [Field](tile.field) tokens and keep a fire :fire: on. Then win the game with so many words that the line
has to be broken at least twice in its narrow column.

- one
- two
  1. deep
  2. deeper

### Skipped

| kind | number |
|------|:------:|
| sword |       |
| tile | few |

| | |
|---|---|
| :heart: Health | how long you live |

> A remark, :heart: too.

:::piece swords/long tiles/start {scale=0.3 caption="Two pieces"}

:::hand swords/long swords/short {scale=0.2}

:::callouts swords/long {marks=numbers}
- 5,5: The corner
- 40,60: The middle
:::

:::steps
- swords/long: First
- swords/short: Second
:::

:::setup {caption="The table"}

:::components

:::example
An example.
:::

---

:::index {terms=all}

:::credits
"""


def groups(made: ComposedRulebook) -> Iterator[Tag]:
    for page in made.pages:
        for item in page.items:
            if isinstance(item, Group) and item.tag is not None and item.tag.element >= 0:
                yield item.tag


def outline(made: ComposedRulebook) -> list[str]:
    """Each element that holds anything, indented by its depth."""

    def lines(node: TreeNode, depth: int) -> Iterator[str]:
        element = made.elements[node.element]
        yield f"{'.' * depth}{element.kind}{f' {element.alt}' if element.alt else ''}"
        for kid in node.kids:
            if isinstance(kid, TreeNode):
                yield from lines(kid, depth + 1)

    return [line for node in structure_tree(made.elements, list(groups(made))) for line in lines(node, 0)]


def pdf(made: ComposedRulebook, context) -> bytes:
    pages = [page._replace(elements=made.elements) for page in face_pages(made.pages)]
    return write_pdf(Document("Sample – Rules", "en", pages, outline=made.outline), context.fonts)


@pytest.fixture(scope="module")
def sheet(compose) -> ComposedRulebook:
    made = compose(EVERYTHING)
    assert not [found for found in made.diagnostics if found.severity == "error"]
    return made


def test_the_title_is_above_the_headings_and_no_level_is_left_out(sheet):
    heads = [line for line in outline(sheet) if line.lstrip(".").startswith("H")]
    assert heads == ["H1", "H2", "H3"]


def test_a_logo_in_place_of_the_name_is_read_as_the_name(compose, context):
    made = compose("---\ntitle: Rules\nlogo: swords/long\n---\nWords.")
    assert outline(made)[:3] == ["P", "H1", ".Figure Sample"]
    assert not broken(pdf(made, context))


def test_a_logo_is_as_wide_as_a_narrow_column(compose):
    made = compose("---\ntitle: Rules\nlogo: swords/long\n---\nWords.", page=(60.0, 90.0))
    logo = next(item for item in made.pages[0].items if isinstance(item, Group) and item.tag and item.tag.box)
    assert logo.tag is not None
    assert logo.tag.box is not None
    (shown,) = logo.items
    assert isinstance(shown, Group)
    assert shown.clip is not None
    drawn = shown.matrix.apply_box(path_box(shown.clip.path))
    assert drawn.width == pytest.approx(logo.tag.box.width)
    assert drawn.width < 60.0


def test_lists_hold_labels_and_bodies_and_lists(compose):
    assert outline(compose("- one\n  1. deep"))[1:] == [
        *("L", ".LI", "..Lbl", "..LBody", "...P"),
        *("...L", "....LI", ".....Lbl", ".....LBody", "......P"),
    ]


def test_empty_cells_of_a_table_are_cells(compose):
    made = compose("| a | b |\n|---|---|\n| c |  |")
    assert outline(made)[1:] == ["Table", ".TR", "..TH", "..TH", ".TR", "..TD", "..TD"]


def test_a_table_without_a_head_has_its_heads_in_the_first_column(compose):
    made = compose("| | |\n|---|---|\n| c | d |")
    assert outline(made)[1:] == ["Table", ".TR", "..TH", "..TD"]
    assert [each.attribute for each in made.elements if each.kind == "TH"] == ["Row"]


def test_an_icon_is_a_figure_named_by_its_term(compose):
    assert outline(compose("Roll :fire: now."))[1:] == ["P", ".Figure Field"]


@pytest.mark.parametrize("line", [":fire: Field", ":fire: fields", ":fire: **Field**"])
def test_an_icon_beside_its_name_says_nothing_more(compose, line):
    assert outline(compose(line))[1:] == ["P"]


def test_the_text_after_an_icon_at_the_beginning_is_its_name(compose):
    made = compose(":heart: Health – how long you live.\n\nLose a :heart: now.")
    assert outline(made)[1:] == ["P", "P", ".Figure Health"]


def test_an_icon_alone_in_its_cell_is_named_by_the_next_one(compose):
    made = compose("Lose a :heart: now.\n\n| Sign | Meaning |\n|---|---|\n| :heart: | health, in tokens |")
    assert [each.alt for each in made.elements if each.kind == "Figure"] == ["health", "health"]


def test_an_icon_at_the_beginning_of_a_line_in_the_middle_of_a_paragraph_names_nothing(compose):
    made = compose(" ".join(["word"] * 13) + " :heart: and more words follow it here.")
    assert [each.alt for each in made.elements if each.kind == "Figure"] == ["heart"]


def test_an_icon_that_nothing_names_is_in_english(compose):
    made = compose("Lose a :broken-heart: now.")
    assert StructureElement("Figure", 1, "broken heart", language="") in [
        each._replace(within=1) for each in made.elements
    ]


def test_columns_of_notes_are_read_in_the_order_of_their_numbers(compose, context):
    notes = "".join(f"- {5 * at},5: Note {at}\n" for at in range(1, 8))
    made = compose(f":::full\n:::callouts swords/long {{marks=numbers scale=0.2}}\n{notes}:::\n:::")
    said = [line.strip() for line in read_aloud(Checked(pdf(made, context)))]
    assert [line for line in said if line.startswith("Lbl")] == [f"Lbl: {at}" for at in range(1, 8)]


def test_lines_that_end_at_a_space_hold_it_and_others_do_not(compose):
    made = compose(" ".join(["word"] * 30) + " extraordinarily-long " + " ".join(["word"] * 30))
    runs = [item for item in without_tags(made.pages[0].items) if hasattr(item, "spaced")]
    assert any(run.spaced for run in runs)
    assert not any(run.spaced for run in runs if run.text.endswith("-"))
    assert not runs[-1].spaced


def test_every_rule_of_the_standard_holds(sheet, context):
    assert broken(pdf(sheet, context)) == []
    assert len({rule.number for rule in RULES}) == 106


def test_a_reader_says_the_sheet_in_its_order(sheet, context):
    said = [line.strip() for line in read_aloud(Checked(pdf(sheet, context)))]
    start = said.index("H2: Aim")
    assert said[1:start] == ["P: RULES", "H1: Sample", "P: A fight"]
    assert said[start + 1].startswith("P: Collect Field tokens and keep a fire [Field] on. Then win")
    assert "the line has to be broken" in said[start + 1]
    assert (
        said.index("Figure: Card: The swords")
        < said.index("Caption: Two pieces")
        < said.index("Figure: The table")
    )


def test_the_checker_sees_what_is_wrong(sheet, context):
    """A few broken files: the structure gone, an element without its words, a heading left out."""
    pages = face_pages(sheet.pages)
    bare = write_pdf(Document("Sample", "en", pages), context.fonts)
    assert {line.split()[0] for line in broken(bare)} >= {"5-1", "6.2-1", "7.1-8", "7.1-11"}
    figures = [each._replace(alt="") for each in sheet.elements]
    heads = [each._replace(kind="H5" if each.kind == "H3" else each.kind) for each in sheet.elements]
    cells = [each._replace(attribute="") if each.kind == "TH" else each for each in sheet.elements]
    for elements, number in ((figures, "7.3-1"), (heads, "7.4.2-1"), (cells, "7.5-1")):
        changed = sheet.__class__(sheet.pages, sheet.outline, (), elements=tuple(elements))
        assert {line.split()[0] for line in broken(pdf(changed, context))} >= {number}


def test_a_sheet_of_a_paragraph_is_its_game_and_the_paragraph(compose):
    plain = compose("Words.", make_game(version=""))
    assert outline(plain) == ["H1", "P"]
