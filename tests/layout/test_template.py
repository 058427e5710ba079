"""What templates see and print: values keep their types, data never become markup, fields come before methods.

Their source is parsed once, and what is wrong with it is looked for once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from jinja2 import Environment

from pnp.colour import Colour
from pnp.draw import Fill, Group
from pnp.layout import fault, template
from pnp.layout_source import parsed_layout
from pnp.model import FieldDeclaration, LayoutSource, Sides
from tests.laws import examples
from tests.layout.game import codes, compose, composer, everything, game, items, term, text, words

BOX = '<face><text inset="2">%s</text></face>'


def printed(expression: str, fields: Mapping[str, Any] | None = None, **options: Any) -> str:
    composed = compose(BOX % f"[{{{{ {expression} }}}}]", fields, **options)
    assert composed.diagnostics == ()
    return words(composed)[1:-1]


def test_nothing_prints_as_nothing() -> None:
    assert printed("piece.text") == ""
    assert words(compose(BOX % "{{ piece.text }}")) == ""


def test_zero_prints_as_zero() -> None:
    assert printed("piece.cost", {"cost": 0}) == "0"


@pytest.mark.parametrize(
    "name", ["items", "copy", "keys", "get", "count", "index", "values", "pop", "format"]
)
def test_a_field_with_the_name_of_a_method_is_the_field(name: str) -> None:
    assert printed(f"piece.{name}", {name: "here"}) == "here"
    assert printed(f"facts.table.{name}", facts={"table": {name: 7}}) == "7"


def test_a_mapping_gives_its_items_where_it_has_no_such_key() -> None:
    body = BOX % "{% for n, goal in facts.target.items() %}{{ n }}={{ goal }};{% endfor %}"
    assert words(compose(body, facts={"target": {2: 10, 3: 8}})) == "2=10;3=8;"
    assert printed("facts.target[3]", facts={"target": {2: 10, 3: 8}}) == "8"


def test_numbers_print_in_the_format_of_the_language() -> None:
    assert printed("2.5") == "2,5"
    assert printed("1234567").replace("\xa0", " ") == "1 234 567"


def test_terms_print_by_their_name_and_lists_with_commas() -> None:
    bow, sword = term("weapon", "luk"), term("weapon", "meč")
    assert printed("piece.pile", {"pile": bow}) == "luk"
    assert printed("piece.piles", {"piles": (bow, sword)}) == "luk, meč"
    assert printed("piece.pile.name | upper", {"pile": bow}) == "LUK"


def test_a_text_fills_its_expressions_with_facts_and_the_piece() -> None:
    fields = {"name": text("luk"), "text": text("Zabij {{ facts.bomb }} ({{ name }})"), "cost": 3}
    assert printed("piece.text", fields, facts={"bomb": 2}) == "Zabij 2 (luk)"


def test_texts_of_other_pieces_are_filled_with_their_own_fields() -> None:
    body = BOX % "{% for other in set.pieces %}{{ other.text }};{% endfor %}"
    of = game(
        {"main": body}, [{"text": text("{{ cost }} a"), "cost": 1}, {"text": text("{{ cost }} b"), "cost": 2}]
    )
    assert words(composer(of).compose(of.sets[0].pieces[1])) == "1 a;2 b;"


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=40))
@examples(30, suppress_health_check=[HealthCheck.too_slow])
def test_data_never_become_markup(typed: str) -> None:
    body = '<face><rect inset="0"/><text inset="2" min-font-size="2pt">{{ piece.raw }}</text></face>'
    composed = compose(body, {"raw": typed})
    assert not [code for code in codes(composed) if code.startswith("L")]
    assert composed.face is not None
    assert sum(isinstance(item, Fill) for item in composed.face.items) == 1


@pytest.mark.parametrize(
    "typed", ["</text></face>", '"/><rect/>', "&amp; & &#65;", "{{ piece }}", "\ufdd00\ufdd1", "<![CDATA[x"]
)
def test_markup_in_data_is_printed_as_typed(typed: str) -> None:
    composed = compose(BOX % "{{ piece.raw }}", {"raw": typed})
    assert composed.face is not None
    assert words(composed).replace(" ", "") == "".join(c for c in typed if c not in "\ufdd0\ufdd1 ")


def test_markup_in_data_does_not_leave_an_attribute() -> None:
    composed = compose(
        '<face><icon name="{{ piece.raw }}"/><rect fill="{{ piece.raw }}"/></face>',
        {"raw": '"/><rect fill="#000'},
    )
    assert codes(composed) == ["L206", "A100"]


def test_text_joined_with_the_output_of_a_macro_stays_text() -> None:
    body = '{% macro dot() %}<circle r="1"/>{% endmacro %}<face>{{ dot() ~ "<circle r=\'2\'/>" }}</face>'
    assert codes(compose(body)) == ["L205"]


def test_values_keep_their_types() -> None:
    (fill,) = items(
        '<face><rect x="{{ 1 + 0.5 }}" y="0" width="{{ 2 }}" height="50%" fill="{{ piece.pile.colour }}"/></face>',
        {"pile": term("weapon", "bow", "#B3202C")},
    )
    assert fill == Fill((("R", 1.5, 0.0, 2.0, 40.0),), Colour(0xB3, 0x20, 0x2C))


def test_an_attribute_that_comes_to_nothing_is_as_if_not_written() -> None:
    (fill,) = items('<face><rect inset="0" fill="{{ piece.art }}"/></face>')
    assert isinstance(fill, Fill)
    assert fill.paint == Colour(0, 0, 0)


def test_sides_are_read_by_their_letters() -> None:
    sides = {"walls": Sides(n=True)}
    assert printed('"n" if piece.walls.n else "-"', sides) == "n"
    assert printed('"e" if piece.walls.e else "-"', sides) == "-"


def test_the_bound_names() -> None:
    body = (
        BOX
        % "{{ piece.number }}/{{ set.total }} {{ game.name }} {{ lang }} {{ ink }} {{ side }} {{ size.width }}×{{ size.height }} {{ size.shape }} {{ facts.hand }} {{ terms.weapon.bow.name }}"
    )
    composed = compose(body, facts={"hand": 2}, terms=[term("weapon", "bow")])
    assert words(composed) == "1/1 Demo cs full front 60×80 rectangle 2 bow"


def test_a_missing_field_may_be_tested_for() -> None:
    assert printed("'yes' if piece.flavour is defined else 'no'") == "no"
    assert printed("piece.flavour | default('none')") == "none"


def test_macros_of_other_files_see_the_piece() -> None:
    of = game(
        {
            "parts": "{% macro who() %}{{ piece.name }}{% endmacro %}",
            "main": '{% from "parts.xml" import who %}' + BOX % "{{ who() }}",
        },
        [{"name": text("luk")}, {"name": text("meč")}],
    )
    composing = composer(of)
    assert [words(composing.compose(piece)) for piece in of.pieces()] == ["luk", "meč"]


def test_what_a_file_sets_is_made_again_for_each_piece() -> None:
    of = game(
        {
            "parts": "{% set shout = piece.name | upper %}{% set block %}<circle r='{{ piece.number }}'/>{% endset %}",
            "main": '{% from "parts.xml" import shout, block %}<face>{{ block }}<text inset="0">{{ shout }}</text></face>',
        },
        [{"name": text("luk")}, {"name": text("meč")}],
    )
    composing = composer(of)
    composed = [composing.compose(piece) for piece in of.pieces()]
    assert [words(each) for each in composed] == ["LUK", "MEČ"]
    radii = [everything(each.face.items)[0] for each in composed if each.face]
    assert radii[0] != radii[1]


def test_extending_and_including() -> None:
    of = game(
        {
            "base": '<face>{% block ground %}<rect inset="0"/>{% endblock %}{% include "foot.xml" %}</face>',
            "foot": '<text inset="0">{{ piece.name }}</text>',
            "main": '{% extends "base.xml" %}{% block ground %}<rect inset="1" fill="white"/>{% endblock %}',
        },
        [{"name": text("luk")}],
    )
    composed = composer(of).compose(of.sets[0].pieces[0])
    assert words(composed) == "luk"
    assert composed.face is not None
    assert Fill((("R", 1.0, 1.0, 58.0, 78.0),), Colour(255, 255, 255)) in everything(composed.face.items)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('<face>\n{% for i in range(2) %}\n<icon name="nil"/>\n{% endfor %}</face>', 3),
        ('{% macro m() %}\n\n<icon name="nil"/>{% endmacro %}\n<face>{{ m() }}{{ m() }}</face>', 3),
        (
            "<face>\n<text>{{ '{% <a' }}</text>\n{# <b #}<!-- <c -->\n<icon name='nil'/><icon name='nil'\n/></face>",
            4,
        ),
    ],
)
def test_elements_know_their_line_through_loops_and_macros(body: str, line: int) -> None:
    found = compose(body).diagnostics
    assert [finding.code for finding in found] == ["A100", "A100"]
    assert {finding.span.line for finding in found if finding.span} == {line}


def test_elements_know_their_file_through_includes() -> None:
    of = game({"main": '<face>\n{% include "part.xml" %}</face>', "part": "\n\n<icon name='nil'/>"}, [{}])
    (finding,) = composer(of).compose(of.sets[0].pieces[0]).diagnostics
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("layouts/part.xml", 3)


def test_sorting_takes_missing_and_mixed_values() -> None:
    of = game(
        {"main": BOX % "{% for p in set.pieces | sort(attribute='cost') %}{{ p.id }} {% endfor %}"},
        [
            {"id": "x", "cost": "X"},
            {"id": "none", "cost": None},
            {"id": "two", "cost": 2},
            {"id": "one", "cost": 1},
        ],
    )
    assert words(composer(of).compose(of.sets[0].pieces[0])).split() == ["one", "two", "x", "none"]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("[2] | sum(attribute='cost')", "the filter 'sum' finds no 'cost'"),
        ("[2] | sort(attribute='cost')", "the filter 'sort' finds no 'cost'"),
        ("['a'] | sum", "the filter 'sum' adds numbers only"),
        ("piece | fields('numbers')", "'numbers' is no kind of field"),
        ("'a' | digits(2)", "the filter 'digits' takes a whole number from 0"),
        ("1.5 | digits(2)", "the filter 'digits' takes a whole number from 0"),
        ("-1 | digits(2)", "the filter 'digits' takes a whole number from 0"),
        ("3 | dictsort", "an expression of the layout failed: a number is no mapping"),
        ("3 is divisibleby(0)", "an expression of the layout failed: division by zero"),
        ("'a' | replace(1, 2)", "an expression of the layout failed: a number is in the place of a text"),
    ],
)
def test_filters_say_in_words_of_a_layout_what_they_cannot_take(expression: str, message: str) -> None:
    (found,) = compose(BOX % f"{{{{ {expression} }}}}").diagnostics
    assert (found.code, found.message) == ("L113", message)


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("'#000000' | lighter(0.5)", "#808080"),
        ("'#FFFFFF' | darker(0.5)", "#808080"),
        ("'#FFFFFF' | readable", "#000000"),
        ("'#202020' | readable", "#FFFFFF"),
        ("'#202020' | alpha(0.5)", "#20202080"),
        ("['a', none, 'b'] | join('+')", "a+b"),
        ("'příliš' | replace('ř', 'r')", "príliš"),
        ("3 | plural(one='karta', few='karty', other='karet')", "karty"),
        ("5 | plural(one='karta', few='karty', other='karet')", "karet"),
        ("[{'cost': 2}, {'cost': none}, {'cost': 3}] | sum(attribute='cost')", "5"),
        ("[2, 3] | sum(start=4)", "9"),
        ("[7 | digits(2), 0 | digits(2), 123 | digits(2), none | digits(2)] | join('+')", "07+00+123+"),
        ("piece | fields | sort(attribute='name') | map(attribute='name') | join('+')", "cost+pile+sign"),
        ("piece | fields('number') | map(attribute='name') | join", "cost"),
        ("piece | fields('number') | map(attribute='label') | join", "cost"),
        ("piece | accent", "#112233"),
        ("piece | emblem", "trophy"),
    ],
)
def test_filters(expression: str, shown: str) -> None:
    declared = [
        FieldDeclaration("cost", "number"),
        FieldDeclaration("pile", "term"),
        FieldDeclaration("sign", "icon"),
    ]
    fields = {"cost": 1, "pile": term("weapon", "bow", "#112233", "high-shot"), "sign": "trophy"}
    assert printed(expression, fields, declared=declared) == shown


@pytest.mark.parametrize(
    "expression",
    [
        "''.__class__",
        "piece.__init__",
        "piece._fields",
        "loop",
        "self._TemplateReference__context",
        "range.__globals__",
        "cycler.__init__.__globals__",
        "dict.fromkeys",
        "namespace.__class__",
    ],
)
def test_the_inside_of_python_cannot_be_reached(expression: str) -> None:
    (finding,) = compose(BOX % f"{{{{ {expression} }}}}").diagnostics
    assert finding.code in {"L110", "L111", "L112", "L121", "L208"}


def test_low_ink_is_a_theme() -> None:
    body = '<face><rect inset="0" fill="#112233" ink="full"/><g ink="low"><rect inset="1" fill="#445566"/></g></face>'
    assert [item.paint for item in everything(items(body)) if isinstance(item, Fill)] == [
        Colour(0x11, 0x22, 0x33)
    ]
    low = items(body, ink="low")
    assert [item.paint for item in everything(low) if isinstance(item, Fill)] == [Colour(0x44, 0x55, 0x66)]
    assert not any(isinstance(item, Group) and item.opacity < 1 for item in low)


def test_the_set_counts_its_printed_copies_and_names_itself_in_faults() -> None:
    of = game({"main": BOX % "{{ set.total }} {{ set.pieces | length }} {{ set.name }}"}, [{}, {}])
    assert words(composer(of).compose(of.sets[0].pieces[0])) == "2 2 Zbraně"
    (finding,) = compose(BOX % "{{ set.totl }}").diagnostics
    assert (finding.message, finding.help) == ("the set 'weapons' has no 'totl'", ("did you mean 'total'?",))


@pytest.mark.parametrize("cut", ["one()[0]", "one()[:2]", "one()[2:]", "one() | replace('0', 'x')"])
def test_the_output_of_a_macro_taken_to_bits_stops_nothing(cut: str) -> None:
    body = "{% macro one() %}{{ 1 }}{% endmacro %}" + BOX % ("{{ " + cut + " }}")
    assert codes(compose(body)) == []


@pytest.mark.parametrize("doubtful", ["{{ 1[1:] }}", "{{ 1() }}", "{{ [1, 2]['a'] }}"])
def test_what_python_finds_doubtful_in_a_layout_is_no_line_on_the_terminal(
    doubtful: str, recwarn: Any
) -> None:
    of = game({"main": f"<face>{doubtful}</face>"}, [{"name": text("a")}])
    assert composer(of).compose(of.sets[0].pieces[0]).diagnostics
    assert not recwarn.list


def layout(body: str, name: str = "main"):
    return parsed_layout(LayoutSource(name, f"layouts/{name}.xml", body))


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    calls: list[Any] = []
    real: Callable[..., Any] = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **kwargs: (calls.append(args), real(*args, **kwargs))[1])
    return calls


def test_equal_sources_are_parsed_once(monkeypatch):
    parsed = counted(monkeypatch, Environment, "parse")
    body = "<face>{# test_equal_sources #}{{ facts.hand }}</face>"
    assert layout(body) is layout(body)
    for _ in range(3):
        assert layout(body).tree is not None
        assert layout(body).names_read == {"facts"}
    assert len(parsed) == 1


def test_tags_are_found_outside_of_code_and_comments():
    body = "<face>{# <a> #}{{ '<b>' }}{% set x = '<c>' %}<!-- <d> -->\n <rect x='1'/></face>"
    assert [(tag.name, tag.offset) for tag in layout(body).tags] == [
        ("face", 0),
        ("rect", body.index("<rect")),
    ]
    assert "<a>" not in layout(body).markup
    assert len(layout(body).markup) == len(body)


@pytest.mark.parametrize(
    "code",
    [
        "{{ piece.text }}",
        "{{ '}}' }}",
        '{% if "%}" %}',
        "{{ 'it\\'s }}' }}",
        "{{ a['b'] }",
        "{{ 'open",
        '{% "\\',
    ],
)
def test_code_leaves_no_word_in_the_markup(code):
    body = f"<face>{code}"
    assert layout(body).markup == "<face>" + " " * len(code)


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("{{ facts.hand }} {{ facts['limit'] }}", {"hand", "limit"}),
        ("{{ piece.hand }}", set()),
        ("{# facts[x] #}{{ 'facts' }}", set()),
        ("{{ facts[name] }}", None),
        ("{% set all = facts %}", None),
        ("{% for name in facts %}{% endfor %}", None),
        ("{{ facts.items() }}", None),
        ("{{ show(facts) }}", None),
    ],
)
def test_facts_that_code_reads(code, facts):
    found = layout(f"<face>{code}</face>").members_read("facts")
    assert found == facts


def test_names_that_are_made_and_exported():
    body = "{% macro a(b) %}{% set inner = 1 %}{% endmacro %}{% set c = 1 %}{% for d in [1] %}{% endfor %}"
    assert layout(body).names_made >= {"a", "c", "d", "inner"}
    assert layout(body).names_exported == {"a", "c"}


@pytest.mark.parametrize(
    "body",
    [
        "<face>{{ piece.nmae }}</face>",
        "<face>{{ piece.name | uper }}</face>",
        "<face>{{ 1 + }}</face>",
        "<face>}}</face>",
        "<face>{% if 1 %}</face>",
    ],
)
def test_a_fault_is_looked_for_once_and_reported_for_each_piece(monkeypatch, body):
    parsed = counted(monkeypatch, Environment, "parse")
    compiled = counted(monkeypatch, template.LayoutEnvironment, "compile")
    looked = counted(monkeypatch, template, "other_slips")
    walked = counted(monkeypatch, fault, "find_undeclared_variables")
    body = body.replace("<face>", f"<face>{{# {body.count('x')} once #}}")
    of = game({"main": body}, [{"name": text(f"piece {number}")} for number in range(50)])
    composing = composer(of)
    found = [composing.compose(piece).diagnostics for piece in of.pieces()]
    assert {len(each) for each in found} == {1}
    assert [each[0].piece for each in found] == [piece.key for piece in of.pieces()]
    assert len({(each[0].code, each[0].message, each[0].span, each[0].related) for each in found}) == 1
    assert max(map(len, (parsed, compiled, looked, walked))) <= 1


@pytest.mark.parametrize(
    "code",
    [
        "{{ namespace(_fields=['__class__']).__class__ }}",
        "{{ namespace(_fields=['_Namespace__attrs'])._Namespace__attrs }}",
        "{{ namespace(member=dict).x }}",
        "{{ namespace(member=range)['9'] }}",
    ],
)
def test_a_namespace_gives_nothing_but_what_was_put_into_it(code):
    assert codes(compose(f"<face><text inset='1'>{code}</text></face>")) in (["L111"], ["L121"])


def test_an_output_that_is_too_long_is_a_fault_of_the_layout():
    loops = "{% for i in range(300) %}{% for j in range(300) %}<rect x='1234567890' y='1234567890'/>{% endfor %}{% endfor %}"
    assert codes(compose(f"<face>{loops}</face>")) == ["L120"]


def test_a_mark_that_a_layout_writes_itself_is_refused():
    assert codes(compose("<face><{# #}rect _at='ffffffff.1.1'/></face>")) == ["L201"]
