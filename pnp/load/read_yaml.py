"""One YAML file of a game to nodes."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.load.decode import blanked, decode, is_readable
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Mapping, Scalar
from pnp.source import Span

_GLUED = re.compile(r"[^\W\d][\w-]*:(?=[^\s:/\\])")


class Read(NamedTuple):
    """A file once read: its text for excerpts, its root when that is a mapping, and its faults."""

    text: str
    root: Mapping | None
    found: list[Diagnostic]


def read_yaml(data: bytes, file: str) -> Read:
    """The root mapping of a data file.

    Args:
        data: The file's content.
        file: Its name as shown to the author.
    """
    text, found = decode(data, file)
    if not is_readable(found):
        return Read(text, None, found)
    node, faults = compose(blanked(text), file)
    found = [*found, *faults]
    if isinstance(node, Mapping):
        return Read(text, node, found)
    if node is None or (isinstance(node, Scalar) and node.value is None):
        if not found:
            found.append(error("Y209", "the file is empty", Span(file), "write 'key: value' lines into it"))
    elif not found:
        what = "a list" if not isinstance(node, Scalar) else "a single text"
        message = f"the file holds {what}, not 'key: value' lines"
        cure = "give every value a key, such as 'name: …'"
        if isinstance(node, Scalar) and not node.style and _GLUED.match(node.text):
            cure = "put a space after ':'"
        found.append(error("Y211", message, node.span, cure))
    return Read(text, None, found)
