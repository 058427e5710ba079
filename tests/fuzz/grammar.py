"""Grammars that broken and strange input is grown from: one way of saying a thing after the other, chosen by dice.

``{name}`` in an alternative stands for another rule of the same grammar, or of ``COMMON``; every ``{tag}`` of one
alternative is the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache

from pnp.layout.element import ELEMENTS
from pnp.load.field import FIELD_KINDS

Grammar = Mapping[str, tuple[str, ...]]
_DEEP = 7
_RULE = re.compile(r"\{([a-z-]+)\}")

FIELD_SAMPLES = tuple(text for kind in FIELD_KINDS.values() for text in (*kind.forms, *kind.samples))
"""Declarations of fields, and values for them."""

COMMON: Grammar = {
    "id": ("worker", "soldier", "queen", "x", "Kůň", "../x", "a b", "", "CON", "nil"),
    "int": ("0", "1", "2", "-1", "007", "999", "1000", "99999999999999999999", "2147483648", "1e9"),
    "number": ("{int}", "0.5", "-0", ".5", "1e-9", "1,5", "nan", "inf", "-1e308"),
    "length": ("{number}mm", "{number}cm", "{number}pt", "{number}%", "{number}", "{number} in", "mm"),
    "text": ("", "x", "Dva žlutí koně", "**b** *i* :broadsword: [w](worker)", "e\u0301\u0327\u0323", "\u202eabc\u202c", "👨‍👩‍👧 🇨🇿", "a\u00adb\u200bc",
             "العربية", "W" * 300, "fi ﬁ ßẞ", "10 mm – 2 – 4", "\\*\\:\\[", "[a](b](c)", ":no-such:", "**a*b**c*"),
    "hole": ("{{ {expr} }}", "{{ {expr} | {filter} }}", "{{ }}", "{{ {expr}", "{{{{ {expr} }}}}"),
    "filter": ("upper", "plural(one='a', few='b', other='c')", "number", "capital", "reads", "form('pl')", "join(', ')", "nosuch", "plural()", "sort"),
    "expr": ("facts.hand", "n", "{int}", "'{id}'", "[{expr}, {expr}]", "{expr} + {expr}", "{expr} * {expr}", "{expr} ** {int}", "-{expr}", "not {expr}",
             "{expr} if {expr} else {expr}", "[c for c in {expr} if {expr}]", "{helper}({expr})", "{helper}({expr}, {expr})", "{expr}.{id}", "{expr}[{expr}]",
             "{expr} in {expr}", "{expr} == {expr} < {expr}", "{'a': {expr}, **{expr}}", "{{expr}}", "f'{n}'", "lambda: {expr}", "(yield)", "x := 1",
             "{expr} | {filter}", "c.__class__", "cards", "terms.caste", "players", "'a' * {int}", "range({int})", "({expr},)", "{expr}[{int}:{int}:{int}]"),
    "helper": ("n", "sum", "all", "every", "count", "min", "max", "sorted", "unique", "odds", "len", "range", "set", "places", "lay", "str", "print"),
}  # fmt: skip

GRAMMARS: Mapping[str, Grammar] = {
    "yaml": {
        "start": ("{entry}", "{entry}\n{entry}", "- {value}\n", "{value}", "---\n{entry}", "{key}:\n  {entry}", "{key}:\n- {value}\n- {value}", "%YAML 1.1\n---\n{entry}"),
        "entry": ("{key}: {value}", "{key}: {value}\n{key}: {value}", "? {value}\n: {value}", "<<: {value}", "{key} : {value} # {text}", "\"{key}\": {value}"),
        "key": ("id", "name", "kind", "size", "fields", "pieces", "for", "where", "copies", "extends", "terms", "facts", "claims", "sets", "styles", "print",
                "languages", "players", "layout", "back", "text", "columns", "rows", "max-dpi", "on", "~", "{id}", "1", "*a", "[a]", "sizes", "data", "caste", "players"),
        "value": ("{text}", "'{text}'", "\"{text}\"", "{number}", "{length}", "[{value}, {value}]", "{{key}: {value}}", "{{key}: {value}, {key}: {value}}", "&a {value}", "*a",
                  "!!str {value}", "!!python/name:os.system x", "|\n    {text}\n    {hole}", ">-\n    {text}", "~", "yes", "2024-02-30", "0x1F", "1_000", "{hole}", "'{hole}'",
                  "\"\\u{int}\"", "[", "{", "- - -", "{expr}", "{length} {length}", "poker", "card", "number 0..9?", "term caste", *FIELD_SAMPLES, "{int}x{int}mm", "hex-flat {length}", "circle {length}"),
    },
    "layout": {
        "start": ("{element}", "{element}{element}", "<{tag} {attribute} {attribute}>", "{block}", "{hole}", "</{tag}>"),
        "element": (*(element.sample for element in ELEMENTS), "<{tag} {attribute}/>", "<{tag} {attribute} {attribute} {attribute}/>", "<{tag} {attribute}>{inside}</{tag}>", "<{tag} {attribute}>{element}{element}</{tag}>"),
        "inside": ("{text}", "{hole}", "{element}", "{block}", "<br/>", "&lt;&#x{int};&amp;", "<![CDATA[{text}]]>"),
        "tag": (*(element.tag for element in ELEMENTS), "stack", "x"),
        "attribute": ("{name}=\"{setting}\"", "{name}=\"{hole}\"", "{name}='{length}'", "x=\"{length}\" y=\"{length}\"", "width=\"{length}\" height=\"{length}\"", "inset=\"{length} {length}\""),
        "name": (*dict.fromkeys(name for element in ELEMENTS for name in element.attributes), "rotate", "span", "grow"),
        "setting": ("{length}", "{number}", "{text}", "#B3202C", "#12345678", "none", "linear(0 0, 5 5, red, blue)", "{length} {length} {length} {length}", "M0 0L{number} {number}A1 1 0 0 1 2 2z",
                    "rotate({number})", "translate({number} {number}) scale({number})", "cover", "center", "deck/worker", "weapons/p1", "0,0 {number},{number} 5,{number}", "true", "body", "broadsword"),
        "hole": ("{{ {jinja} }}", "{{ {jinja} | {jfilter} }}", "{{ {jinja}", "{{ piece.name }}", "{{- piece.text -}}"),
        "jinja": ("piece.name", "piece.nosuch", "piece", "{int}", "'{text}'", "{jinja} ~ {jinja}", "{jinja} * {jinja}", "{jinja} ** {jinja}", "range({int})", "[{jinja}]", "{jinja} if {jinja}", "loop.index",
                  "piece.__class__", "self", "namespace(a=1)", "{jinja}.{id}", "{jinja}[{jinja}]", "facts.hand", "set.total", "terms", "dict(a={jinja})", "{jinja}({jinja})", "cycler(1, 2).next()", "lipsum()"),
        "jfilter": ("upper", "length", "join", "sort", "center({int})", "replace('a', '{text}')", "default({jinja})", "batch({int})", "list", "first", "safe", "e", "format({jinja})", "round", "map('upper')", "groupby('a')",
                    "tojson", "wordwrap({int})", "indent({int})", "truncate({int})", "nosuch", "attr('__class__')"),
        "block": ("{% for a in {jinja} %}{element}{% endfor %}", "{% if {jinja} %}{element}{% else %}{inside}{% endif %}", "{% set x = {jinja} %}", "{% macro m(a) %}{element}{{ m(a) }}{% endmacro %}{{ m(1) }}",
                  "{% include '{id}' %}", "{% extends 'card' %}", "{% import 'main' as m %}", "{% call m() %}{inside}{% endcall %}", "{% filter upper %}{inside}{% endfilter %}", "{% raw %}{{{% endraw %}", "{% block a %}{inside}{% endblock %}",
                  "{# {text} #}", "{% endfor %}", "{% for a in {jinja} recursive %}{{ loop(a) }}{% endfor %}", "{% with a={jinja} %}{{ a }}{% endwith %}"),
    },
    "markdown": {
        "start": ("{md}\n", "{md}\n\n{md}\n", "\n\n{md}\n\n", "{inline}"),
        "md": ("# {inline}", "#### {inline} {#{id}}", "{inline}", "- {inline}\n  - {inline}\n    1. {inline}", "1. {inline}\n7. {inline}", "> {inline}\n> > {inline}", "| {inline} | {inline} |\n|:-:|--:|\n| {inline} | {inline} |",
               "| a |\n|---|\n| {inline} | b | c |", ":::{directive} {word} {{key}={length}}\n{inline}\n:::", ":::{directive}\n:::{directive} {word}\n{md}\n:::\n:::", ":::{directive} {word}", ":::", "```\n{text}\n```", "***", "<div>{inline}</div>", "    {text}",
               "---\ntitle: {text}\npages: {int}\ncolumns: {int}\nsize: {length}\n---", "![{text}]({word})", "[a]: {word} 'x'", "Term\n: {inline}", "{inline}  \n{inline}\\\n{inline}"),
        "inline": ("{text}", "**{inline}**", "*{inline}*", "[{inline}]({word})", "`{text}`", ":{word}:", "{hole}", "<b>{text}</b>", "&nbsp;&#0;&amp;", "~~{text}~~", "![{text}]({word} \"{text}\")", "{inline} {inline}", "[{text}](#{id})", "https://a.example/{text}"),
        "directive": ("break", "columns", "components", "credits", "piece", "pieces", "setup", "example", "full", "note", "x", "picture"),
        "word": ("{id}", "deck/worker", "weapons/bow", "3", "{int}", "broadsword", "../../x", "worker", "page", "art/x.png", "http://127.0.0.1/"),
        "key": ("size", "scale", "side", "columns", "x", "rows", "width", "seed"),
    },
    "po": {
        "start": ("\n{item}\n", "{item}\n\n{item}\n", "{line}\n"),
        "item": ("{before}msgid \"{string}\"\nmsgstr \"{string}\"", "{before}msgctxt \"{context}\"\nmsgid \"{string}\"\nmsgstr \"{string}\"", "msgid \"{string}\"\nmsgid_plural \"{string}\"\nmsgstr[{int}] \"{string}\"\nmsgstr[0] \"{string}\"",
                 "msgid \"\"\nmsgstr \"\"\n\"{header}\\n\"\n\"{header}\\n\"", "#~ msgid \"{string}\"\n#~ msgstr \"{string}\"", "msgid \"\"\n\"{string}\"\n\"{string}\"\nmsgstr \"\"\n\"{string}\""),
        "before": ("", "#, fuzzy\n", "#. {text}\n", "#: cards/deck.yaml:{int}\n", "#| msgid \"{string}\"\n", "#, python-format, {text}\n", "#\n"),
        "line": ("msgid", "msgstr \"{string}", "\"{string}\"", "msgstr[{int}] \"{string}\"", "msgctxt \"{context}\"", "#~", "# {text}", "msgid_plural \"{string}\"", "domain \"x\""),
        "context": ("card.name", "card.text", "{id}", "", "term"),
        "string": ("Worker", "Carry **one** crumb :broadsword: to the [workers](worker).", "{text}", "{hole}", "\\n\\t\\\"\\\\", "\\x{int}\\u12", "\\", "=1+1", "{string} {string}", "Guard {{ facts.hand }}", "{{ facts.hand | plural(one='a') }}"),
        "header": ("Language: {id}", "Content-Type: text/plain; charset={charset}", "Plural-Forms: nplurals={int}; plural=({expr});", "X: {text}", "{text}", ": :", "Language: cs"),
        "charset": ("UTF-8", "utf-16", "cp1250", "rot13", "base64", "CHARSET", "{text}", "idna"),
    },
    "svg": {
        "start": ("{element}", "{element}{element}", "<{tag} {attribute}>"),
        "element": ("<{tag} {attribute} {attribute}/>", "<{tag} {attribute}>{element}{element}</{tag}>", "<style>{text}{css}</style>", "<!--{text}-->", "<?xml-stylesheet href=\"file:///x\"?>"),
        "tag": ("g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "use", "symbol", "defs", "clipPath", "mask", "linearGradient", "radialGradient", "stop", "pattern", "image", "text", "svg", "a", "switch", "style", "script", "foreignObject"),
        "attribute": ("id=\"{id}\"", "href=\"#{id}\"", "xlink:href=\"{id}\"", "x=\"{length}\"", "width=\"{length}\"", "height=\"{length}\"", "r=\"{length}\"", "rx=\"{length}\"", "d=\"M{number} {number}{segments}\"", "points=\"{number},{number} {number}\"",
                      "transform=\"{transform}{transform}\"", "viewBox=\"{number} {number} {number} {number}\"", "fill=\"{paint}\"", "stroke=\"{paint}\"", "stroke-width=\"{length}\"", "style=\"{css}\"", "class=\"a b\"", "clip-path=\"url(#{id})\"", "opacity=\"{number}\"",
                      "offset=\"{number}%\"", "gradientUnits=\"userSpaceOnUse\"", "preserveAspectRatio=\"xMidYMid slice\"", "stroke-dasharray=\"{length} {length}\"", "onload=\"x()\""),
        "segments": ("", "l{number} {number}{segments}", "c{number} 0 1 {number} 2-2{segments}", "a{number} {number} {number} 1 0 {number} {number}{segments}", "z{segments}", "h{number}v{number}{segments}", "t1 1s1 1 2 2{segments}"),
        "transform": ("translate({number} {number})", "scale({number})", "rotate({number} {number} {number})", "skewX({number})", "matrix({number} {number} {number} {number} 0 0)", "x"),
        "paint": ("red", "#{int}", "#B3202C", "url(#{id})", "none", "currentColor", "rgb({number},{number},{number})", "hsl(1,2%,3%)", "url(http://x/) red"),
        "css": ("fill:{paint};stroke:{paint}", ".a{fill:{paint}}", "#{id}{opacity:{number}}", "@import 'x';", "g > .a, *{}", "fill:{paint}!important", "{", "}"),
    },
    "expression": {"start": ("{{ {expr} }}", "{expr}", "{hole}", "{{ {expr} | {filter} }}{text}")},
    "markup": {"start": ("{text}", "**{start}**", "*{start}*", "[{start}]({id})", "- {start}\n", ":{id}:", "\\{text}", "{start} {start}", "\n\n{start}")},
    "csv": {
        "start": ("{cell}{sep}{cell}\n", "{cell}{sep}{cell}{sep}{cell}\r\n", "{sep}{sep}{sep}\n", "sep={sep}\n"),
        "cell": ("{text}", "\"{text}\"", "\"{text}\n{text}\"", "\"\"\"{text}", "{number}", "=1+1", "id", "name", "copies", "cost", "{int}x", *FIELD_SAMPLES),
        "sep": (",", ";", "\t", "|"),
    },
    "legacy": {"start": ("{line}\n", "{line}\n{line}\n")
               , "line": ("{text}", "* {text}", "  - {text}", "1.{int} {text}", "======", "{text}\n-----", "\t{text}", "_{text}_", "| {text} |", "[{text}]", "+----+", "# {text}", "> {text}", "![a]({id})")},
}  # fmt: skip


def grown(grammar: str, dice: random.Random) -> str:
    """A text of the grammar; deep down the first alternatives are taken, which end soon."""
    return _grown(GRAMMARS[grammar], "start", dice, 0)


def _grown(grammar: Grammar, rule: str, dice: random.Random, depth: int) -> str:
    choices = grammar.get(rule) or COMMON.get(rule)
    if choices is None:
        return f"{{{rule}}}"
    plain = [choice for choice in choices if not _RULE.search(choice)] if depth > _DEEP else []
    choice = dice.choice(plain or (choices[:1] if depth > _DEEP else choices))
    if depth > 2 * _DEEP:
        return _RULE.sub("", choice)
    tag = _grown(grammar, "tag", dice, depth + 1) if "{tag}" in choice else ""

    def part(match: re.Match[str]) -> str:
        return tag if match[1] == "tag" else _grown(grammar, match[1], dice, depth + 1)

    return _RULE.sub(part, choice)


@cache
def _tokens(text: bytes) -> tuple[tuple[int, int], ...]:
    return tuple(
        match.span()
        for match in re.finditer(rb"\"[^\"\n]*\"|'[^'\n]*'|[\w.-]+|<[^<>\n]*>|[^\w\s]|\n[ ]*", text)
    )


def regrown(data: bytes, grammar: str, dice: random.Random) -> bytes:
    """The data with one to four tokens or lines replaced by, or followed by, something grown."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        new = grown(grammar, dice).encode("utf-8", "surrogatepass")
        spans = _tokens(data)
        start, end = dice.choice(spans) if spans else (0, 0)
        kind = dice.randrange(4)
        if kind == 0:
            data = data[:start] + new + data[end:]
        elif kind == 1:
            data = data[:end] + new + data[end:]
        else:
            data = _line(data, start, new, replace=kind == 2)
    return data[:100_000]


def _line(data: bytes, at: int, new: bytes, *, replace: bool) -> bytes:
    """The data with ``new``, indented alike, in place of the line around ``at`` or after it."""
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at)
    end = len(data) if end < 0 else end
    line = data[start:end]
    indent = line[: len(line) - len(line.lstrip(b" "))]
    shifted = b"\n".join(indent + each for each in new.split(b"\n"))
    return data[:start] + shifted + data[end:] if replace else data[:end] + b"\n" + shifted + data[end:]
