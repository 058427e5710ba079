"""Values of fields that are worked out by expressions, such as ``weapon: "{{ pile }}"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.diagnostics import error
from pnp.load.expression import NoValue, is_expression
from pnp.load.field_value import Reader, Unfit, absent
from pnp.load.yaml_node import Node, Scalar, Sequence
from pnp.model import FieldDeclaration, Sides, Term, Text, Value

_WANTED = {
    "number": "a whole number",
    "flag": "true or false",
    "term": "a term",
    "terms": "a list of terms",
    "icon": "the name of an icon",
    "picture": "the path of a picture",
    "sides": "sides",
    "list": "a list of texts and numbers",
}
_WORDY = ("icon", "picture", "term")
_SEVERAL = ("terms", "list")


def has_expression(field: FieldDeclaration, node: Node) -> bool:
    """Whether the value of a field other than a text, or a member of its list, is worked out by an expression."""
    if isinstance(node, Scalar):
        return "{{" in node.text
    return isinstance(node, Sequence) and field.kind in _SEVERAL and any(map(_is_braced, node.items))


def _is_braced(node: Node) -> bool:
    return isinstance(node, Scalar) and "{{" in node.text


def worked_out(
    reader: Reader, field: FieldDeclaration, node: Node, names: Mapping[str, Any], piece: str
) -> Value:
    """What the expressions of a value come to, as the field's kind: those of a list member by member.

    Raises:
        Unfit: One has no value, or one that the field cannot hold; the fault was noted.
    """
    if isinstance(node, Scalar):
        return _whole(reader, field, node, names, piece)
    members: list[Any] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar) and _is_braced(item):
            members += _member(reader, field, item, names, piece)
        else:
            members.append(reader.member(field, item))
    return tuple(members)


def _member(
    reader: Reader, field: FieldDeclaration, node: Scalar, names: Mapping[str, Any], piece: str
) -> tuple[Any, ...]:
    """A member of a list, or several where its expression comes to a list."""
    if field.kind == "list" and not is_expression(node):
        try:
            return (reader.expressions.words(reader.document, node, names, piece),)
        except NoValue:
            raise Unfit from None
    found = _whole(reader, field, node, names, piece, member=True)
    return found if isinstance(found, tuple) else (found,)


def _whole(
    reader: Reader,
    field: FieldDeclaration,
    node: Scalar,
    names: Mapping[str, Any],
    piece: str,
    *,
    member: bool = False,
) -> Value:
    """What the expression in braces comes to, as the field's kind.

    Fields that hold a name may mix words and expressions, as in ``art/{{ pile.id }}.png``; all others take one
    expression and nothing else. Codes: M101, M102, M110, M112, M113, and those of expressions.

    Raises:
        Unfit: It has no value, or one that the field cannot hold; the fault was noted.
    """
    try:
        if not is_expression(node):
            if field.kind not in _WORDY:
                raise reader.wrong(field, node, _WANTED[field.kind], "write one '{{ }}' and nothing else")
            return _fitting(
                reader, field, reader.expressions.words(reader.document, node, names, piece), node
            )
        value = reader.expressions.value(reader.document, node, names, piece)
        if member and isinstance(value, str | int | Text) and field.kind == "list":
            value = [value.source if isinstance(value, Text) else value]
        return _fitting(reader, field, value, node)
    except NoValue:
        raise Unfit from None


def _fitting(reader: Reader, field: FieldDeclaration, value: Any, node: Scalar) -> Value:
    if isinstance(value, Text):
        value = value.source  # the words of a term's data, where a name is wanted
    if value is None:
        if field.optional:
            return absent(field)
        raise reader.refuse(
            error(
                "M101",
                f"'{field.name}' works out to nothing",
                node.span,
                "let it come to something, or declare the field with '?'",
            )
        )
    fitted = _FITTERS[field.kind](reader, field, value, node)
    if fitted is None:
        message = f"'{field.name}' takes {_WANTED[field.kind]}, and '{node.text}' works out to something else"
        raise reader.refuse(error("M102", message, node.span, f"let it come to {_WANTED[field.kind]}"))
    return fitted


def _number(reader: Reader, field: FieldDeclaration, value: Any, node: Scalar) -> Value:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return reader.in_range(field, value, node)


def _flag(_reader: Reader, _field: FieldDeclaration, value: Any, _node: Scalar) -> Value:
    return value if isinstance(value, bool) else None


def _term(reader: Reader, field: FieldDeclaration, value: Any, node: Scalar) -> Term | None:
    if isinstance(value, Term) and value.vocabulary != field.vocabulary:
        message = f"'{field.name}' takes a {field.vocabulary}, found the {value.vocabulary} '{value.id}'"
        raise reader.refuse(error("M112", message, node.span, f"name a {field.vocabulary}"))
    if isinstance(value, str):
        return reader.named(field, value, node.span)
    return value if isinstance(value, Term) else None


def _terms(reader: Reader, field: FieldDeclaration, value: Any, node: Scalar) -> Value:
    items = [value] if isinstance(value, Term) else value
    if not isinstance(items, list | tuple):
        return None
    terms = [_term(reader, field, item, node) for item in items]
    known = tuple(term for term in terms if term is not None)
    return known if len(known) == len(terms) else None


def _name(_reader: Reader, field: FieldDeclaration, value: Any, _node: Scalar) -> Value:
    if isinstance(value, Term):
        return value.icon if field.kind == "icon" else None
    return value if isinstance(value, str) else None


def _sides(_reader: Reader, _field: FieldDeclaration, value: Any, _node: Scalar) -> Value:
    return value if isinstance(value, Sides) else None


def _list(_reader: Reader, _field: FieldDeclaration, value: Any, _node: Scalar) -> Value:
    if not isinstance(value, list | tuple):
        return None
    fits = all(isinstance(item, str | int) and not isinstance(item, bool) for item in value)
    return tuple(value) if fits else None


_FITTERS: Mapping[str, Callable[[Reader, FieldDeclaration, Any, Scalar], Value]] = {
    "number": _number,
    "flag": _flag,
    "term": _term,
    "terms": _terms,
    "icon": _name,
    "picture": _name,
    "sides": _sides,
    "list": _list,
}
