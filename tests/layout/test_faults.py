"""Every fault of a layout: its code, its place, its cure."""

from unittest import mock

import pytest
from jinja2 import Environment

from pnp.layout_source.limits import CODE
from tests.layout.game import codes, compose, composer, game, text

GALLERY = [
    ("L100", 3, "the layout cannot be read: unexpected end of template", '<face>\n{% if piece.art %}\n</face>'),
    ("L101", 1, "unknown layout 'pnp/cards.xml'", '{% from "pnp/cards.xml" import title %}<face/>'),
    ("L102", 2, "unknown filter 'uper'", "<face>\n<text>{{ piece.name | uper }}</text></face>"),
    ("L110", 2, "unknown name 'pieces'", "<face>\n<text>{{ pieces.name }}</text></face>"),
    ("L111", 2, "a piece of 'weapons' has no 'nmae'", "<face>\n<text>{{ piece.nmae }}</text></face>"),
    ("L110", 2, "unknown name 'of'", "<face>\n<text>{{ piece.name-of-war }}</text></face>"),
    ("L111", 2, "a piece of 'weapons' has no 'nmae'", "<face>\n<text>{{ piece.nmae | round }}</text></face>"),
    ("L111", 2, "a piece of 'weapons' has no 'nmae'", "<face>\n{% for i in range(piece.nmae) %}x{% endfor %}</face>"),
    ("L111", 2, "a piece of 'weapons' has no 'nmae'", "<face>\n<text>{{ [1, 2][piece.nmae] }}</text></face>"),
    ("L112", 2, "there is nothing to take 'colour' from", '<face>\n<rect fill="{{ none.colour }}"/></face>'),
    ("L113", 2, "an expression of the layout failed", "<face>\n<text>{{ 1 + piece.name }}</text></face>"),
    ("L120", 2, "the layout takes more than", "<face>\n{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}</face>"),
    ("L120", 2, "the layout makes a text of more than", '<face>\n<text>{{ "x" * 1000000000 }}</text></face>'),
    ("L120", 2, "'**' makes a number beyond", "<face>\n<text>{{ 10 ** 9999 }}</text></face>"),
    ("L120", 2, "the filter 'int' makes a number beyond", "<face>\n<text>{{ ('v' * 9000) | int(0, 32) }}</text></face>"),
    ("L120", 2, "the filter 'int' makes a number beyond", "<face>\n<rect x=\"{{ ('v' * 9000) | int(0, 32) }}\"/></face>"),
    ("L120", 1, "call one another without end", "{% macro a() %}{{ a() }}{% endmacro %}<face>{{ a() }}</face>"),
    ("L121", 2, "'format' is not allowed in a layout", '<face>\n<text>{{ "{}".format(1) }}</text></face>'),
    ("L121", 2, "'%' on a text is not allowed", '<face>\n<text>{{ "%99999999999d" % 1 }}</text></face>'),
    ("L200", 2, "'<g>' is not closed before '</face>'", "<face>\n<g>\n</face>"),
    ("L200", 2, "the layout's XML is broken", "<face>\n<text>Stones & bones</text></face>"),
    ("L200", 2, "'<text>' is not closed", "<face>\n<text>"),
    ("L200", 1, "the layout draws nothing", "{# nothing #}"),
    ("L201", 1, "a layout has no document type", "<!DOCTYPE face []><face/>"),
    ("L202", 1, "a layout is one '<face>', not '<rect>'", "<rect/>"),
    ("L203", 2, "unknown element 'rectangle'", "<face>\n<rectangle/></face>"),
    ("L204", 2, "'<text>' has no attribute 'min-size'", '<face>\n<text min-size="7pt">a</text></face>'),
    ("L205", 1, "'<face>' holds no text", "<face>{{ piece.name }}</face>"),
    ("L205", 2, "'<td>' cannot be in '<face>'", "<face>\n<td>a</td></face>"),
    ("L205", 2, "'<rect>' cannot be in '<text>'", "<face>\n<text>a <rect/></text></face>"),
    ("L206", 2, "'font-size' of '<text>': '8.5' is not a type size", '<face>\n<text font-size="8.5">a</text></face>'),
    ("L206", 2, "'fill' of '<rect>': 'redd' is not a colour", '<face>\n<rect fill="redd"/></face>'),
    ("L206", 2, "'x' of '<rect>': '4,5' is not a distance", '<face>\n<rect x="4,5"/></face>'),
    ("L206", 2, "'x' of '<rect>': '1000cm' is not a distance, or out of bounds", '<face>\n<rect x="1000cm"/></face>'),
    ("L206", 2, "'x' of '<rect>': '5.cm' is not a distance, or out of bounds", '<face>\n<rect x="5.cm"/></face>'),
    ("L207", 2, "'<polygon>' needs the attribute 'points'", "<face>\n<polygon/></face>"),
    ("L208", 2, "a flag has no words", "<face>\n<text>{{ piece.flying }}</text></face>"),
    ("L209", 2, "'stroke-width' of '<rect>' does nothing here", '<face>\n<rect fill="white" stroke-width="2"/></face>'),
    ("L209", 2, "'dash' of '<path>' does nothing here", '<face>\n<path d="M0 0 L9 9" dash="2"/></face>'),
    ("L209", 2, "'focus' of '<image>' does nothing here", '<face>\n<image optional="true" src="" fit="contain" focus="0 0"/></face>'),
    ("L209", 2, "'size' of '<icon>' does nothing here", '<face>\n<icon name="trophy" size="4" width="5" height="6"/></face>'),
    ("L209", 2, "'stroke' of '<table>' does nothing here", '<face>\n<table rule="0" stroke="white"><tr><td>a</td></tr></table></face>'),
    ("L209", 2, "'x' of '<rect>' does nothing in a row", '<face>\n<row><rect x="2"/></row></face>'),
    ("L209", 2, "'center' of '<text>' does nothing in a column", '<face>\n<column><text center="0 0">a</text></column></face>'),
    ("L210", 2, "'<rect>' is placed by 'inset' and by another attribute", '<face>\n<rect inset="4" x="2"/></face>'),
    ("L210", 2, "'<rect>' has an inset on both sides and a size", '<face>\n<rect inset="4" width="2"/></face>'),
    ("L210", 2, "'<circle>' has 'cx' and 'inset', which contradict each other", '<face>\n<circle cx="10" inset="4"/></face>'),
    ("L210", 2, "'<hex>' has 'r' and 'width', which contradict each other", '<face>\n<hex r="10" center="50% 50%" width="9"/></face>'),
    ("L211", 2, "'<rect>' has no room", '<face>\n<rect inset="50 4 40 4"/></face>'),
    ("L220", 2, "the elements of '<row>' need 24 mm, it has 20 mm", '<face>\n<row width="20"><rect width="12"/><rect width="12"/></row></face>'),
    ("L220", 2, "'<grid>' has 1 cell for 2 elements", '<face>\n<grid columns="1" rows="1"><rect/><rect/></grid></face>'),
    ("L220", 2, "the rows of '<table>' need", '<face>\n<table height="3"><tr><td>a</td></tr></table></face>'),
    ("L221", 2, "'<table>' has 1 column and 'columns' names 2", '<face>\n<table columns="1* 1*"><tr><td>a</td></tr></table></face>'),
    ("L230", 2, "'<image>' has no picture", '<face>\n<image src="{{ piece.art }}"/></face>'),
    ("L231", 2, "'<icon>' has no name", '<face>\n<icon name="{{ piece.art }}"/></face>'),
    ("L232", 2, "'<qr>' cannot be made", f'<face>\n<qr text="{"x" * 5000}"/></face>'),
    ("L240", 2, "unknown style 'bdoy'", '<face>\n<text style="bdoy">a</text></face>'),
    ("M124", 2, "the least size, 9pt, is above the size, 6pt", '<face>\n<text font-size="6pt" min-font-size="9pt">a</text></face>'),
    ("M124", 2, "the least size, 30pt, is above the size", '<face>\n<text min-font-size="30pt">a</text></face>'),
    ("M124", 2, "the least size, 9pt, is above the size, 6pt", '<face>\n<table><tr><td font-size="6pt" min-font-size="9pt">a</td></tr></table></face>'),
    ("L241", 2, "unknown font family 'Barlw'", '<face>\n<text font="Barlw">a</text></face>'),
    ("L300", 2, "draws more than 5000 elements", "<face>\n{% for i in range(9000) %}<g/>{% endfor %}</face>"),
    ("L301", 2, "more than 30 deep", "<face>\n" + "<g>" * 40 + "</g>" * 40 + "</face>"),
    ("L330", 2, "unknown piece 'weapons/bwo'", '<face>\n<face-of piece="weapons/bwo"/></face>'),
    ("L331", 2, "shows 'weapons/bow' inside itself", '<face>\n<face-of piece="weapons/bow"/></face>'),
    ("L332", 2, "'weapons/bow' has no back", '<face>\n<face-of piece="weapons/bow" side="back"/></face>'),
    ("A100", 2, "unknown icon 'trophi'", '<face>\n<icon name="trophi"/></face>'),
    ("A210", 2, "there is no file 'art/bow.png'", '<face>\n<image src="art/bow.png"/></face>'),
]  # fmt: skip


@pytest.mark.parametrize(("code", "line", "message", "body"), GALLERY)
def test_each_fault_is_reported_with_its_line(code: str, line: int, message: str, body: str) -> None:
    composed = compose(body, {"id": "bow", "name": text("luk"), "flying": True})
    (finding,) = composed.diagnostics
    assert (finding.code, message in finding.message) == (code, True), finding
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("layouts/main.xml", line)
    assert finding.piece == "weapons/bow"
    assert not finding.message.endswith(".")


def test_a_layout_that_takes_a_part_of_a_missing_value_names_the_line_of_the_piece() -> None:
    body = '<face>\n<rect fill="{{ piece.art.colour }}"/></face>'
    (finding,) = compose(body, {"id": "bow", "name": text("luk"), "flying": True}).diagnostics
    assert (finding.code, finding.span and finding.span.file) == ("L112", "cards/weapons.yaml")
    assert [(span.file, span.line) for span, _ in finding.related] == [("layouts/main.xml", 2)]
    assert finding.help == (
        "give the piece a value for 'art', or test first, as in '{% if … %}', that it is there",
    )


@pytest.mark.parametrize(
    ("body", "cure"),
    [
        ("<face><text>{{ pieces.name }}</text></face>", "did you mean 'piece'?"),
        ("<face>{% endfor %}</face>", "take it out, or begin what it belongs to: '{% for … %}'"),
        ("<face><text>{{ piece.nmae }}</text></face>", "did you mean 'name'?"),
        ("<face>{% set shade = 1 %}<text>{{ shadee }}</text></face>", "did you mean 'shade'?"),
        ('{% from "pnp/card.xml" import cornre %}<face>{{ cornre("a") }}</face>', "did you mean 'corner'?"),
        ('{% import "pnp/card.xml" as card %}<face>{{ card.cornre("a") }}</face>', "did you mean 'corner'?"),
        ("<face><text>{{ piece.name | uper }}</text></face>", "did you mean 'upper'?"),
        ("<face><text>{{ piece.name-of-war }}</text></face>", "if 'name-of-war' is one name, write piece['name-of-war']"),
        ("<face><text>{{ piece.night-name }}</text></face>", "did you mean ['night-name']? A name with '-' is written in brackets, without the point"),
        ("<face><text>{{ '%02d' | format(1) }}</text></face>", "join texts with '~'; for zeros in front of a number write n | digits(2)"),
        ("<face><text>{{ '%02d' % 1 }}</text></face>", "join texts with '~'; for zeros in front of a number write n | digits(2)"),
        ("<face><text>{{ piece.nightname }}</text></face>", "did you mean ['night-name']? A name with '-' is written in brackets, without the point"),
        ("<face>{{ set.pieces[9] }}</face>", "it has 1 member, counted from 0"),
        ("<face>{{ 1 + piece.art }}</face>", "test first, as in '{% if … %}', that it is there"),
        ("<face>{{ piece.name + 1 }}</face>", "'~' joins texts"),
        ("<face>{{ piece.name() }}</face>", "leave '( )' behind it out"),
        ('<face><rect x="1" rx=3 y="2"/></face>', 'write rx="3"'),
        ('<face><rect rx={{ 1 + 2 }} y="2"/></face>', 'write rx="…"'),
        ('<face><rect x="1"rx="3"/></face>', "put one between the attributes"),
        ("<face><text>{ piece.name }}</text></face>", "open it with '{{'"),
        ("<face><text>{{ piece.name }}</text>%}</face>", "open it with '{%'"),
        ("<face><text>A & B</text></face>", "in texts of a layout write '&amp;' for '&' and '&lt;' for '<'"),
        ("<face><rectangle/></face>", "did you mean 'rect'?"),
        ('<face><rect fil="black"/></face>', "did you mean 'fill'?"),
        ('<face><text style="bdoy">a</text></face>', "did you mean 'body'?"),
        ('<face><text font="Barlw">a</text></face>', "did you mean 'Barlow'?"),
        ('<face><text align="centre">a</text></face>', "did you mean 'center'?"),
        ('<face><text font-size="8.5">a</text></face>', "write '8.5pt'"),
        ('<face><rect fill="B3202C"/></face>', "write '#B3202C'"),
        ('<face><rect fill="gold"/></face>', "write '#FFD700'"),
        ('<face><rect x="4,5"/></face>', "write '4.5'"),
        ('<face><icon name="trophi"/></face>', "did you mean 'trophy'?"),
        ('<face><face-of piece="weapons/bwo"/></face>', "did you mean 'weapons/bow'?"),
        ("<face><text>a&nbsp;b</text></face>", "write '&#160;'"),
        ("<face><text>2 &times; 3</text></face>", "type '×' itself"),
        ("<face><text>R&D; x</text></face>", "write '&amp;' for '&'"),
        ("<face><text><b>a</b></text></face>", "write **…** around the words"),
        ("<face><text><em>a</em></text></face>", "write *…* around the words"),
        ("<face><p/></face>", "write '<text>'"),
        ("<face><img src='a.png'/></face>", "write '<image>'"),
        ("<face><text>{{ piece.name | e }}</text></face>", "leave it out: what comes from the data is never treated as markup"),
        ("<face>{% if piece is defned %}<g/>{% endif %}</face>", "did you mean 'defined'?"),
    ],
)  # fmt: skip
def test_a_mistake_is_answered_with_what_was_meant(body: str, cure: str) -> None:
    composed = compose(body, {"id": "bow", "name": text("luk"), "night-name": text("noc")})
    assert [finding.help[0] for finding in composed.diagnostics] == [cure]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ('<face>\n<rect x="1" radius="3"/></face>', (2, 13, 19)),
        ('<face>\n<rect\n  x="1"\n  rx="a"/></face>', (4, 3, 5)),
        ('<face>\n<rect fill="{{ "#FFF" if 2 > 1 else "" }}" rx="1,5"/></face>', (2, 44, 46)),
        ('<face>\n<text style="bdoy">x</text></face>', (2, 7, 12)),
        ('<face>\n<rect x="1" rx=3 y="2"/></face>', (2, 13, 15)),
        ('<face>\n<rect x="1"rx="3"/></face>', (2, 12, 14)),
        ('<face>\n<icon size="3" name="trophi"/></face>', (2, 16, 20)),
        ('<face>\n<image src="{{ piece.art }}"/></face>', (2, 1, 6)),
        ('<face>\n<g><rect/></g><rect {% if true %}rx="a"{% endif %}/></face>', (2, 34, 36)),
    ],
)
def test_a_wrong_attribute_is_pointed_at_and_not_the_element(body: str, place: tuple[int, int, int]) -> None:
    (finding,) = compose(body).diagnostics
    assert finding.span is not None
    assert (finding.span.line, finding.span.column, finding.span.end_column) == place


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("range(piece.name) | list", "a text is no whole number"),
        ("1 + piece.art", "'+' does not take a number and a missing value"),
        ("piece.art < 3", "'<' does not compare a missing value with a number"),
        ("piece.name | abs", "'abs' does not take a text"),
        ("piece.art | round", "'round' does not take a missing value"),
        ("piece.art | join", "a missing value has no members to go through"),
        ("3 | length", "a number has no length"),
        ("-piece.name", "'-' does not take a text"),
        ("'a' * piece.name", "'*' does not take a text"),
        ("[1] | unique(by=1) | list", "'unique' takes no 'by'"),
        ("[1] | sort(foo=1)", "'sort' takes no 'foo'"),
        ("'a' | truncate(long=1)", "'truncate' takes no 'long'"),
        ("polar(1, 2, turn=3).x", "'polar' takes no 'turn'"),
        ("[1, 2] | unique(1, 2, 3, 4) | list", "'unique' is given too many values"),
        ("'a'.upper(3)", "'upper' is given too many values"),
        ("range(1, 2, 3, 4) | list", "'range' is given too many values"),
        ("'a' | replace", "'replace' needs 'old' and 'new'"),
        ("polar(1).x", "'polar' needs 'angle'"),
        ("5 is divisibleby", "'divisibleby' needs 'num'"),
        ("range() | list", "'range' is given too few values"),
    ],
)
def test_a_failed_expression_is_reported_without_names_of_python(expression: str, reason: str) -> None:
    (finding,) = compose(f"<face>{{{{ {expression} }}}}</face>", {"name": text("luk")}).diagnostics
    assert (finding.code, finding.message) == ("L113", f"an expression of the layout failed: {reason}")
    assert finding.span is not None
    assert finding.span.end_column > finding.span.column


def test_an_unknown_name_is_pointed_at_to_the_letter() -> None:
    (finding,) = compose("<face>\n  <text>{{ piece.nmae }}</text></face>", {"name": text("luk")}).diagnostics
    assert finding.span is not None
    assert (finding.span.column, finding.span.end_column) == (18, 22)


def test_all_faults_of_a_layout_come_in_one_run_and_the_valid_rest_is_drawn() -> None:
    body = """<face>
<rectangle/>
<rect fill="redd" rx="a"/>
<icon name="nothing-like-it"/>
<text style="bdoy">a</text>
<rect fill="black"/>
</face>"""
    composed = compose(body)
    assert [(found.code, found.span and found.span.line) for found in composed.diagnostics] == [
        ("L203", 2),
        ("L206", 3),
        ("L206", 3),
        ("A100", 4),
        ("L240", 5),
    ]
    assert composed.face is not None
    assert len(composed.face.items) >= 1


def test_a_fault_inside_of_a_column_or_table_is_reported_at_its_own_line() -> None:
    body = """<face>
<column>
<text>a</text>
<text style="bdoy">b</text>
<table columns="1* 1*">
<tr><td>c</td>
<td style="bdoy">d</td></tr>
</table>
</column>
<row>
<text style="bdoy">e</text>
</row>
</face>"""
    composed = compose(body)
    assert [(found.code, found.span and found.span.line) for found in composed.diagnostics] == [
        ("L240", 4),
        ("L240", 7),
        ("L240", 11),
    ]
    assert composed.face is not None
    assert composed.face.items != ()


def test_a_fault_of_the_layout_reads_the_same_for_every_piece() -> None:
    of = game(
        {"main": "<face><text>{{ piece.flavor }}</text></face>"},
        [{"name": text(f"karta {n}", n)} for n in range(1, 30)],
    )
    composing = composer(of)
    found = [composing.compose(piece).diagnostics for piece in of.pieces()]
    assert {(one.code, one.message, one.span, one.help) for (one,) in found} == {
        (found[0][0].code, "a piece of 'weapons' has no 'flavor'", found[0][0].span, found[0][0].help)
    }
    assert [one.piece for (one,) in found] == [piece.key for piece in of.pieces()]


def test_a_fault_that_is_the_same_on_all_pieces_is_reported_for_each_of_them() -> None:
    of = game({"main": '<face><text height="1">{{ "a b" }}</text><icon name="trophi"/></face>'}, [{}, {}, {}])
    composing = composer(of)
    assert [[one.code for one in composing.compose(piece).diagnostics] for piece in of.pieces()] == [
        ["T100", "A100"]
    ] * 3


def test_a_missing_layout_is_pointed_at_in_the_piece() -> None:
    of = game({"main": "<face/>"}, [{"layout": "mian"}])
    (finding,) = composer(of).compose(of.sets[0].pieces[0]).diagnostics
    assert (finding.code, finding.span) == ("L101", of.sets[0].pieces[0].span)
    assert finding.help == ("did you mean 'main'?",)


@pytest.mark.parametrize(
    "body",
    [
        "{% for i in range(3) recursive %}<g/>{% if loop.depth < 50 %}{{ loop(range(3)) }}{% endif %}{% endfor %}",
        "{% macro a(n) %}{% for i in range(3) %}{{ a(n + 1) }}{% endfor %}{% endmacro %}<face>{{ a(0) }}</face>",
        '<face><text>{{ ["x" * 9000] * 9000 | join }}</text></face>',
        '<face><text>{{ range(50000) | map("string") | list | length }}</text></face>',
        '<face><text>{{ "a" | replace("", "b" * 100000) | replace("b", "c" * 100000) }}</text></face>',
        "<face><text>{{ [1] | batch(999999999, 0) | list | length }}</text></face>",
        "<face><text>{{ [1] | slice(999999999) | list | length }}</text></face>",
        '{% set ns = namespace(t="xxxxxxxxxx") %}{% for i in range(60) %}{% set ns.t = ns.t ~ ns.t %}{% endfor %}<face/>',
        "<face><text>{{ 9 ** 9 ** 9 ** 9 }}</text></face>",
        "{% include 'main.xml' %}",
        "{% set a = [1] * 50000 %}{% set b = [a] * 50000 %}<face/>",
        "{% set a = [1, 1] %}{% set b = [a, a] %}{% set c = [b, b] %}<face>{{ c ~ '' }}</face>",
        "{% set a = [1] %}{% set b = [a] %}<face>{% if [b] == [[[2]]] %}<g/>{% endif %}</face>",
        "{% set a = [1] %}<face><text>{{ [[a]] | max }}</text></face>",
        "{% set a = (1,) %}<face><text>{{ {((a,),): 1} }}</text></face>",
        "<face><text>{{ {1: 2}.get(((1,),)) }}</text></face>",
        "<face><text>{{ {1: 2}[((1,),)] }}</text></face>",
        "<face><text>{{ [[1]] | upper }}</text></face>",
        "<face><text>{{ [[1], [2]] | sum }}</text></face>",
        "<face><rect fill='a{{ [[1]] }}' x='{{ [[1]] }}'/></face>",
        "<face><text>{{ [[[1]]] }}</text></face>",
        "{% macro a() %}"
        + "y" * 9000
        + "{% endmacro %}{% for i in range(99999) %}{{ a() }}{% endfor %}<face/>",
        "{% set x %}{% for i in range(99999) %}" + "y" * 9000 + "{% endfor %}{% endset %}<face/>",
        "{% for i in range(99999) %}" + "y" * 9000 + "{% endfor %}",
        '{% set big = "1 " * 20000 %}<face>{% for i in range(4000) %}<polygon points="{{ big }}"/>{% endfor %}</face>',
        '{% set big = "a " * 20000 %}<face>{% for i in range(4000) %}<text>{{ big }}</text>{% endfor %}</face>',
        '{% set big = "a " * 20000 %}<face>{% for i in range(90000) %}{% set c = big.split() %}{% endfor %}</face>',
        '{% set big = "a " * 20000 %}<face>{% for i in range(90000) %}{% set c = big | list %}{% endfor %}</face>',
    ],
)
def test_no_layout_runs_for_long(body: str) -> None:
    found = compose(body).diagnostics
    assert {finding.code[0] for finding in found} == {"L"}


def test_quotes_that_never_close_take_one_pass():
    source = '<face><text>{{ piece.name ~="7"}</text></face>\n' * 3_000
    assert [item.code for item in compose(source).diagnostics] == ["L100"]
    source = "<face>{{ '" + "\\'\\" * 60_000
    assert [item.code for item in compose(source).diagnostics] == ["L100"]


def test_a_layout_has_a_greatest_length():
    (found,) = compose(f"<face>{' ' * 200_000}</face>").diagnostics
    assert found.message == "the layout cannot be read: it has more than 200,000 characters"


def test_a_layout_of_too_much_code_is_refused_before_it_is_compiled():
    with mock.patch.object(Environment, "parse") as parse:
        (found,) = compose("<face>" + "{{ 1 }}" * (CODE // 7 + 1) + "</face>").diagnostics
    assert found.code == "L100"
    assert "more than 50,000 characters inside {{ }}, {% %} and {# #}" in found.message
    assert parse.call_count == 0


MACROS = '{% from "pnp/card.xml" import title %}\n'


@pytest.mark.parametrize(
    ("layout", "place", "message", "cure"),
    [
        (
            "<face>\n{{ title(piece.name, color) }}</face>",
            "3:22",
            "unknown name 'color'",
            "did you mean 'colour'?",
        ),
        ("<face>\n{{ title(piece.name, 7) }}</face>", "3:1", "the filter 'readable' needs a colour", ""),
        (
            "<face>\n{{ ground('#123456') }}</face>",
            "3:4",
            "unknown name 'ground'",
            'import it: {% from "pnp/card.xml"',
        ),
        (
            "<face>{% for i in [1] %}{% set far = i %}{% endfor %}\n{{ far }}</face>",
            "3:4",
            "'far'",
            "set it before",
        ),
        ("<face>\n{% st x = 1 %}</face>", "3:1", "unknown tag 'st'", "did you mean 'set'?"),
        (
            "<face>\n<text>{{ piece.name }</text></face>",
            "3:1",
            "unexpected '}'",
            "values are written in '{{ … }}'",
        ),
        ("<face>\n{{ title(piece.name colour) }}</face>", "3:1", "expected token ','", "put a ','"),
        ("<face>\n{% if piece.art %}</face>", "3:1", "unexpected end", "write '{% endif %}'"),
    ],
)
def test_a_fault_in_a_layout_names_the_author_s_line_and_a_cure(
    layout: str, place: str, message: str, cure: str
) -> None:
    [fault] = [found for found in compose(MACROS + layout).diagnostics if found.severity.name == "ERROR"][:1]
    assert fault.span is not None
    assert f"{fault.span.line}:{fault.span.column}" == place, fault
    assert message in fault.message
    assert cure in " ".join(fault.help)


def test_names_that_do_not_exist_in_a_list_are_reported_for_every_piece() -> None:
    listed = "{{ ['ab'] | map(attribute='cs') | list if piece.number > 1 else 2 }}"
    body = f"<face><rect inset='2' rx='{listed}'/><text inset='2'>{{{{ piece.number }}}}</text></face>"
    of = game({"main": body}, [{"name": text("a")}] * 3)
    made = composer(of)
    assert [codes(made.compose(piece)) for piece in of.sets[0].pieces] == [[], ["L206"], ["L206"]]


def test_all_mistakes_of_a_layout_are_reported_with_the_first() -> None:
    body = (
        "<face>\n<text>{{ piece.nmae }} {{ peice.name }}</text>\n{% if piece.flavor is defined %}<g/>{% endif %}\n"
        "<text>{{ facts.hnad }} {{ shade }} {{ piece.nmae }} {{ piece.note | default('') }}</text></face>"
    )
    (finding,) = compose(body, {"name": text("luk")}, facts={"hand": 2}).diagnostics
    assert (finding.code, str(finding.span)) == ("L111", "layouts/main.xml:2:16")
    assert [(span.line, span.column, what) for span, what in finding.related] == [
        (2, 27, "unknown name 'peice'"),
        (4, 16, "'facts' has no 'hnad'"),
        (4, 27, "unknown name 'shade'"),
        (4, 45, "'piece' has no 'nmae'"),
    ]


def test_all_unknown_filters_of_a_layout_are_reported_with_the_first() -> None:
    body = "<face>\n<text>{{ piece.name | uper }}</text>\n<text>{{ piece.name | lowre | uper }}</text></face>"
    (finding,) = compose(body, {"name": text("luk")}).diagnostics
    assert (finding.code, finding.message) == ("L102", "unknown filter 'uper'")
    assert [(span.line, span.column, what) for span, what in finding.related] == [
        (3, 23, "unknown filter 'lowre'"),
        (3, 31, "unknown filter 'uper'"),
    ]
