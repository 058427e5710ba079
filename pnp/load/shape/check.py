"""Checking nodes against a shape, with every fault in our words and at its place."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as MappingABC
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest
from pnp.load.findings import Findings
from pnp.load.yaml_node import Mapping, Node, Scalar, Sequence, plain
from pnp.source import Span

S = TypeVar("S", bound=BaseModel)

_PASSES = 8
_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "list_type": "a list",
    "model_type": "a mapping",
    "float_type": "a number",
}
_SAMPLES = {"text": "some words", "a whole number": "3", "true or false": "true", "a number": "1.2"}


def checked(
    model: type[S], node: Mapping, findings: Findings, fallback: MappingABC[str, Any] | None = None
) -> S:
    """What is sound of ``node`` as the model, after every fault was noted.

    Faulty values are taken out and the rest is kept, so that one mistake doesn't hide or make others.

    Args:
        model: The shape.
        node: The mapping in the file.
        findings: Where the faults go. Codes M100 to M106 and M121.
        fallback: What stands for the model's required keys, by their name in the file, once their lack was noted.
    """
    data = plain(node)
    told: set[tuple[Any, ...]] = set()
    for turn in range(_PASSES):
        try:
            return model.model_validate(data)
        except ValidationError as refused:
            targets: list[tuple[Any, ...]] = []
            faults = refused.errors(include_url=False, include_input=False)
            meant = set(_meant(model, faults))
            for item in faults:
                path = tuple(part for part in item["loc"] if part != "[key]")
                # A key that was taken out for its own fault is missing in the next pass: that is no news.
                if path not in told and not (item["type"] == "missing" and path in meant):
                    findings.add(_diagnostic(model, node, item, path))
                told.add(path)
                if item["type"] == "missing" and len(path) == 1:
                    data[path[0]] = (fallback or {})[str(path[0])]
                    continue
                target = path[:-1] if item["type"] == "missing" else _existing(data, path)
                targets.append(target if turn < _PASSES // 2 else target[:1])
            for target in sorted(set(targets), key=_order, reverse=True):
                told.update(target[:end] for end in range(1, len(target) + 1))
                _take_out(data, target)
    raise AssertionError(f"{model.__name__} stays unsound without its faulty keys")


def _meant(model: type[BaseModel], faults: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Paths of the keys that unknown ones were most likely meant to be: their lack needs no telling of its own."""
    for item in faults:
        if item["type"] == "extra_forbidden":
            path = item["loc"]
            meant = nearest(str(path[-1]), _known(model, path[:-1]))
            if meant is not None:
                yield (*path[:-1], meant)


def _too_far_left(root: Mapping, path: tuple[Any, ...]) -> str:
    """The cure for a mapping that stands beside the key that it belongs to, which has nothing of its own then."""
    entry = root.entries.get(str(path[0])) if len(path) == 1 else None
    if entry is None or not isinstance(entry[1], Mapping):
        return ""
    above = ""
    for key, (_, value) in root.entries.items():
        if key == path[0]:
            break
        above = key if isinstance(value, Scalar) and value.value is None else above
    return f"if it belongs to '{above}', indent it further than '{above}:'" if above else ""


def _order(path: tuple[Any, ...]) -> tuple[int, tuple[tuple[bool, int, str], ...]]:
    """Longer paths and later items sort last, so that taking them out first moves no other."""
    return len(path), tuple(
        (isinstance(part, str), part if isinstance(part, int) else 0, str(part)) for part in path
    )


def _existing(data: Any, path: tuple[Any, ...]) -> tuple[Any, ...]:
    """The longest start of the path that leads to something: unions add parts of their own to it."""
    done: list[Any] = []
    for part in path:
        in_list = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if not in_list and not (isinstance(data, dict) and part in data):
            break
        data = data[part]
        done.append(part)
    return tuple(done)


def _take_out(data: Any, path: tuple[Any, ...]) -> None:
    for part in path[:-1]:
        data = data[part] if _existing(data, (part,)) else {}
    if isinstance(data, dict):
        data.pop(path[-1], None)
    elif isinstance(data, list) and isinstance(path[-1], int) and path[-1] < len(data):
        del data[path[-1]]


def _diagnostic(model: type[BaseModel], root: Mapping, item: Any, path: tuple[Any, ...]) -> Diagnostic:
    kind, context = item["type"], item.get("ctx", {})
    if kind == "missing":
        return _missing(root, path)
    if kind == "extra_forbidden":
        key = str(path[-1])
        span = _key_span(root, path)
        known = _known(model, path[:-1])
        return error(
            "M100",
            f"unknown key '{key}'",
            span,
            _too_far_left(root, path) or did_you_mean(key, known, "keys"),
        )
    span = _key_span(root, path) if "[key]" in item["loc"] else _value_span(root, path)
    if kind.startswith("pnp_"):
        return _OWN[kind](context["message"], span, context["cure"])
    name = next(
        (part for part in reversed(path) if isinstance(part, str) and not part.startswith("list[")), ""
    )
    if kind == "literal_error":
        return _choice(model, path, span, _found(root, path))
    if kind in _TYPES:
        found = _found(root, path)
        cure = _spelt_out(model, path, found) or _type_cure(_TYPES[kind], found, name)
        return error("M102", f"'{name}' takes {_TYPES[kind]}, found {found}", span, cure)
    message = str(item["msg"]).replace("Input should be", "should be")
    return error(
        "M103",
        f"'{name}' {message[:1].lower()}{message[1:]}",
        span,
        "pnp schema lets an editor tell what fits",
    )


_OWN: dict[str, Callable[[str, Span | None, str], Diagnostic]] = {
    "pnp_text": lambda message, span, cure: error("M102", message, span, cure),
    "pnp_value": lambda message, span, cure: error("M103", message, span, cure),
    "pnp_length": lambda message, span, cure: error("M104", message, span, cure),
    "pnp_colour": lambda message, span, cure: error("M105", message, span, cure),
    "pnp_size": lambda message, span, cure: error("M121", message, span, cure),
    "pnp_name": lambda message, span, cure: error("M106", message, span, cure),
}


def _missing(root: Mapping, path: tuple[Any, ...]) -> Diagnostic:
    name = path[-1]
    holder, _ = _walk(root, path[:-1])
    empty = holder.get(str(name)) if isinstance(holder, Mapping) else None
    if isinstance(empty, Scalar):  # written, but with nothing behind the colon or a word that means nothing
        span = empty.span if empty.text else _key_span(root, path)
        cure = (
            f'quote it if the word is meant: "{empty.text}"'
            if empty.text
            else f"write '{name}: …', or leave the line out"
        )
        return error("M101", f"'{name}' has no value", span, cure)
    if len(path) > 1:
        return error("M101", f"'{path[-2]}' has no '{name}'", _key_span(root, path[:-1]), f"add '{name}: …'")
    return error("M101", f"the key '{name}' is missing", root.span, f"add '{name}: …'")


_COMPARED = {"=": "==", "=>": ">=", "≥": ">=", "=<": "<=", "≤": "<=", "<>": "!=", "≠": "!=", "=/=": "!="}
"""How comparisons are written elsewhere; by letters alone ``=>`` is as near to ``>`` as to ``>=``."""


def _choice(model: type[BaseModel], path: tuple[Any, ...], span: Span | None, found: str) -> Diagnostic:
    choices = [str(choice) for choice in get_args(_literal(_annotation(model, path)))]
    word = found.strip("'")
    meant = _COMPARED.get(word, "")
    close = meant if meant in choices else nearest(word, choices)
    cure = f"did you mean '{close}'?" if close else "write " + ", ".join(choices[:-1]) + f" or {choices[-1]}"
    return error("M103", f"{found} is no value for '{path[-1]}'", span, cure)


def _spelt_out(model: type[BaseModel], path: tuple[Any, ...], found: str) -> str:
    """The cure for a value that stands where a mapping is wanted with that value under a key of its own."""
    shape = _strip(_annotation(model, path))
    if not (isinstance(shape, type) and issubclass(shape, BaseModel) and found.startswith("'")):
        return ""
    needed = [name for name, field in shape.model_fields.items() if field.is_required()]
    return f"write {path[-1]}: {{{needed[0]}: {found.strip(chr(39))}}}" if len(needed) == 1 else ""


def _type_cure(wanted: str, found: str, name: str) -> str:
    if wanted == "a mapping" and found == "a list":
        return f"write 'id: …' lines under '{name}' instead of '- …'"
    if wanted == "a mapping":
        return f"write 'key: value' lines under '{name}'"
    if wanted == "a list":
        return "put a space behind each '-'" if found.startswith("'-") else f"write {name}: [one, two]"
    return f"write {name}: {_SAMPLES[wanted]}"


def _walk(root: Node, path: tuple[Any, ...]) -> tuple[Node, Scalar | None]:
    """The node at the path, or the last one on the way to it, and the node of its key."""
    node, key = root, None
    for part in path:
        if isinstance(node, Mapping) and (found := node.entries.get(str(part))):
            key, node = found
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
            key, node = None, node.items[part]
        else:
            break
    return node, key


def _value_span(root: Mapping, path: tuple[Any, ...]) -> Span:
    node, key = _walk(root, path)
    if isinstance(node, Scalar) and not node.text and not node.style and key is not None:
        return key.span
    return node.span


def _key_span(root: Mapping, path: tuple[Any, ...]) -> Span:
    node, key = _walk(root, path)
    return key.span if key is not None else node.span


def _found(root: Mapping, path: tuple[Any, ...]) -> str:
    """What stands at the path, in words."""
    node, _ = _walk(root, path)
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    text = node.text.replace("\n", " ")
    return f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'" if text else "nothing"


def _known(model: type[BaseModel], path: tuple[Any, ...]) -> list[str]:
    holder = _strip(_annotation(model, path))
    if isinstance(holder, type) and issubclass(holder, BaseModel):
        return [field.alias or name for name, field in holder.model_fields.items()]
    return []


def _annotation(model: type[BaseModel], path: tuple[Any, ...]) -> Any:
    """The type that the model declares at the path."""
    found: Any = model
    for part in path:
        holder = _strip(found)
        if isinstance(holder, type) and issubclass(holder, BaseModel):
            fields = {field.alias or name: field.annotation for name, field in holder.model_fields.items()}
            found = fields.get(str(part), Any)
        elif get_origin(holder) in (dict, list, MappingABC):
            found = get_args(holder)[-1]
        else:
            return Any
    return found


def _strip(annotation: Any) -> Any:
    """The type without ``Annotated`` and without ``None``."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, types.UnionType):
            parts = [part for part in get_args(annotation) if part is not type(None)]
            if len(parts) != 1:
                return annotation
            annotation = parts[0]
        else:
            return annotation


_literal = _strip
