"""The source of a layout, parsed once for all its readers: Jinja code, XML tags and their places."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from pnp.layout_source.limits import CODE, GAME_CODE, GAME_SOURCE, SOURCE, WAY
from pnp.memo import Memo
from pnp.model import LayoutSource
from pnp.source import Span, span_in

if TYPE_CHECKING:
    from jinja2 import Environment, nodes


IN_BRACES = "inside {{ }}, {% %} and {# #}"
"""Where the code of a layout is."""

MARK = "_at"
"""The attribute that carries the place of a start tag into the output: ``file key.line.column``."""
HOLE_OPEN = "\ufdd0"
HOLE_CLOSE = "\ufdd1"
"""Around the number of a value in the output of a layout.

They are noncharacters: no text of a game may hold them, and XML allows them.
"""
HOLE = re.compile(f"{HOLE_OPEN}([0-9]{{6}}){HOLE_CLOSE}")
"""A hole, with its number."""

_MOST_LAYOUTS = 256
"""Parsed layouts in memory."""

# Strings inside Jinja's constructs may hold '}}'. What is never closed reaches to the end, so no part ever
# fails, nothing is tried in another way, and this is one pass whatever the layout holds. Jinja reports what
# is not closed.
_PIECES = re.compile(
    r"""(?P<code>\{\#.*?(?:\#\}|\Z)
          | \{\{(?:[^"'}]++|"(?:[^"\\]++|\\(?:.|\Z))*(?:"|\Z)|'(?:[^'\\]++|\\(?:.|\Z))*(?:'|\Z)|(?!\}\}).)*(?:\}\}|\Z)
          | \{%(?:[^"'%]++|"(?:[^"\\]++|\\(?:.|\Z))*(?:"|\Z)|'(?:[^'\\]++|\\(?:.|\Z))*(?:'|\Z)|(?!%\}).)*(?:%\}|\Z))
      | (?P<remark><!--.*?(?:-->|\Z))
      | <(?P<tag>[A-Za-z_][\w.\-]*)""",
    re.DOTALL | re.VERBOSE,
)


_MARKED = re.compile(r"([0-9a-f]{1,8})\.([0-9]{1,9})\.([0-9]{1,9})")


class SourceFault(NamedTuple):
    """Why a layout cannot be read: Jinja's words, without a full stop at the end, and the line."""

    message: str
    line: int


class StartTag(NamedTuple):
    """A start tag: its name, and the offset of its ``<``."""

    name: str
    offset: int


class LabelsRead(NamedTuple):
    """Fields whose labels are asked for.

    Attributes:
        kinds: All declared fields of these kinds.
        all_kinds: Whether declared fields of any kind are among them.
        names: Fields of these names.
    """

    kinds: frozenset[str] = frozenset()
    all_kinds: bool = False
    names: frozenset[str] = frozenset()


class ParsedLayout:
    """A layout with the answers to all questions about its source.

    Each is worked out when it is first asked for.

    Args:
        source: The layout.

    Attributes:
        source: As given.
    """

    def __init__(self, source: LayoutSource) -> None:
        self.source = source

    @cached_property
    def _pieces(self) -> tuple[re.Match[str], ...]:
        return tuple(_PIECES.finditer(self._text))

    @property
    def _text(self) -> str:
        """The text; empty where it is longer than a layout may be, so that nobody looks through it."""
        return self.source.text if len(self.source.text) <= SOURCE else ""

    @cached_property
    def tags(self) -> tuple[StartTag, ...]:
        """All start tags in order, outside of code and XML comments."""
        found = self._pieces
        return tuple(StartTag(piece["tag"], piece.start()) for piece in found if piece["tag"] is not None)

    @cached_property
    def markup(self) -> str:
        """The text with spaces for code and comments, so that places and lines stay."""
        parts, last = [], 0
        for piece in self._pieces:
            if piece["tag"] is None:
                parts += [self._text[last : piece.start()], _blank(piece[0])]
                last = piece.end()
        return "".join((*parts, self._text[last:]))

    @cached_property
    def code(self) -> str:
        """The code alone: spaces for all else and semicolons for its braces, so that places stay."""
        parts, last = [], 0
        for piece in self._pieces:
            code = piece["code"] or ""
            if code[:2] in ("{{", "{%") and code[-2:] in ("}}", "%}"):
                parts += [_blank(self._text[last : piece.start()]), f"; {code[2:-2]} ;"]
                last = piece.end()
        return "".join((*parts, _blank(self._text[last:])))

    @property
    def code_length(self) -> int:
        """Characters of code with its braces, Jinja's comments included."""
        return sum(len(piece["code"] or "") for piece in self._pieces)

    @cached_property
    def lines(self) -> list[str]:
        """The text by lines."""
        return self.source.text.split("\n")

    @cached_property
    def _parsed(self) -> nodes.Template | SourceFault:
        return _parse(self)

    @property
    def fault(self) -> SourceFault | None:
        """Why the code cannot be read; None when it can."""
        return self._parsed if isinstance(self._parsed, SourceFault) else None

    @property
    def tree(self) -> nodes.Template | None:
        """The code as Jinja reads it, rewritten by ``Counting``; read-only. None when it cannot be parsed."""
        return None if isinstance(self._parsed, SourceFault) else self._parsed

    @cached_property
    def _nodes(self) -> list[nodes.Node]:
        """All nodes of the tree but its root; walking it takes longer than looking at them."""
        from jinja2 import nodes

        return [] if self.tree is None else list(self.tree.find_all(nodes.Node))

    @cached_property
    def names_read(self) -> frozenset[str]:
        """Names that the code reads, its own ones included."""
        from jinja2 import nodes

        return frozenset(
            [each.name for each in self._nodes if isinstance(each, nodes.Name) and each.ctx == "load"]
        )

    @cached_property
    def names_made(self) -> frozenset[str]:
        """Names of macros and blocks, and those that ``set`` and ``for`` give values."""
        from jinja2 import nodes

        made = {each.name for each in self._nodes if isinstance(each, nodes.Macro | nodes.Block)}
        return frozenset(
            made | {each.name for each in self._nodes if isinstance(each, nodes.Name) and each.ctx == "store"}
        )

    @cached_property
    def names_exported(self) -> frozenset[str]:
        """Names that other layouts can import."""
        from jinja2 import nodes

        found = set()
        for node in self.tree.body if self.tree is not None else ():
            if isinstance(node, nodes.Macro):
                found.add(node.name)
            elif isinstance(node, nodes.Assign | nodes.AssignBlock) and isinstance(node.target, nodes.Name):
                found.add(node.target.name)
        return frozenset(found)

    @cached_property
    def constants(self) -> frozenset[str]:
        """All texts in the code: names of other layouts are among them, unless they are put together."""
        from jinja2 import nodes

        found = [each.value for each in self._nodes if isinstance(each, nodes.Const)]
        return frozenset([value for value in found if isinstance(value, str)])

    def members_read(self, name: str) -> frozenset[str] | None:
        """Names that the code reads from ``facts`` or the like, such as fact ids; None if it may read any."""
        members, elsewhere = self._members_read
        return None if elsewhere[name] else frozenset(members[name])

    @cached_property
    def _members_read(self) -> tuple[defaultdict[str, set[str]], Counter[str]]:
        """The members that the code takes from each name, and how often it reads the name in another way."""
        from jinja2 import nodes

        members: defaultdict[str, set[str]] = defaultdict(set)
        elsewhere: Counter[str] = Counter()
        for node in self._nodes:
            if isinstance(node, nodes.Name):
                elsewhere[node.name] += node.ctx == "load"
            if not isinstance(node, nodes.Getattr | nodes.Getitem):
                continue
            member, owner = member_of(node)
            if isinstance(owner, nodes.Name) and member not in _OF_MAPPINGS:
                members[owner.name].add(member)
                elsewhere[owner.name] -= owner.ctx == "load"
        return members, elsewhere

    @cached_property
    def labels_read(self) -> LabelsRead:
        """Fields whose labels the code asks for."""
        if self.tree is None or "label" not in self.source.text:
            return LabelsRead()
        return labels_read(self.tree)

    def place(self, line: int, pattern: str, used: Collection[int] = ()) -> tuple[int, int] | None:
        """Offset and length of group 1 of the first match from a line on whose offset is not in ``used``."""
        start = sum(len(each) + 1 for each in self.lines[: line - 1])
        found = re.compile(pattern).finditer(self.source.text, start)
        match = next((each for each in found if each.start(1) not in used), None)
        return None if match is None else (match.start(1), match.end(1) - match.start(1))

    def span(self, offset: int, length: int) -> Span:
        """A stretch of the text as a place of the file."""
        return span_in(self.source.text, self.source.file, offset, length)

    def marked(self) -> str:
        """The text with the mark in every start tag; lines stay where they are."""
        text = self.source.text.replace(HOLE_OPEN, "\ufffd").replace(HOLE_CLOSE, "\ufffd")
        file = file_key(self.source.file)
        parts, last, line = [], 0, 1
        for tag in self.tags:
            line += text.count("\n", last, tag.offset)
            column = tag.offset - text.rfind("\n", 0, tag.offset)
            end = tag.offset + 1 + len(tag.name)
            parts.append(f'{text[last:end]} {MARK}="{file}.{line}.{column}"')
            last = end
        return "".join((*parts, text[last:]))


_PARSED: Memo[LayoutSource, ParsedLayout] = Memo(ParsedLayout, _MOST_LAYOUTS)
_OF_MAPPINGS = frozenset({"", "get", "items", "keys", "values"})


def parsed_layout(source: LayoutSource) -> ParsedLayout:
    """The layout parsed; the same object for the same source."""
    return _PARSED[source]


def labels_printed(name: str, layouts: Mapping[str, LayoutSource]) -> LabelsRead:
    """The fields whose labels a layout prints, itself or by what it draws in.

    What goes through arguments of macros is not seen, and a layout that cannot be read labels nothing.

    Args:
        name: Of the layout.
        layouts: All that there are, by name.
    """
    found = LabelsRead()
    waiting, known = [name], {name}
    while waiting:
        source = layouts.get(waiting.pop())
        if source is not None:
            layout = parsed_layout(source)
            own = layout.labels_read
            found = LabelsRead(
                found.kinds | own.kinds, found.all_kinds or own.all_kinds, found.names | own.names
            )
            named = {text.removesuffix(".xml") for text in layout.constants} & layouts.keys()
            waiting += named - known
            known |= named
    return found


def excess(sources: Sequence[LayoutSource]) -> tuple[int, str] | None:
    """Which layout of a game, in order, goes beyond the limits of all together, and why; None for none."""
    if sum(len(source.text) for source in sources) <= GAME_CODE:
        return None
    length = code = 0
    for number, source in enumerate(sources):
        length += len(source.text)
        if length > GAME_SOURCE:
            return number, f"more than {GAME_SOURCE:,} characters"
        code += parsed_layout(source).code_length
        if code > GAME_CODE:
            return number, f"more than {GAME_CODE:,} characters {IN_BRACES}"
    return None


def file_key(file: str) -> str:
    """The key of a file in marks: short, and free of characters that Jinja or XML might read."""
    return f"{crc32(file.encode('utf-8', 'replace')):x}"


def marked_place(mark: str, length: int, files: Mapping[str, str]) -> Span | None:
    """The place of a mark, ``length`` characters long; None for a mark that is not ours.

    Args:
        mark: As ``ParsedLayout.marked`` wrote it.
        length: In characters.
        files: Files by their ``file_key``.
    """
    found = _MARKED.fullmatch(mark)
    if found is None or found[1] not in files:
        return None
    line, column = int(found[2]), int(found[3])
    return Span(files[found[1]], line, column, line, column + length)


def _parse(layout: ParsedLayout) -> nodes.Template | SourceFault:
    from jinja2 import Environment, TemplateSyntaxError

    from pnp.layout_source.counting import Counting

    source = layout.source
    if len(source.text) > SOURCE:
        return SourceFault(f"it has more than {SOURCE:,} characters", 1)
    if layout.code_length > CODE:
        return SourceFault(f"it has more than {CODE:,} characters {IN_BRACES}", 1)
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    for sign, line in _stray_signs(source.text, environment):
        return SourceFault(f"'{sign}' closes nothing", line)
    try:
        tree = environment.parse(layout.marked(), source.name, source.file)
        return Counting(environment).visit(tree)  # type: ignore[no-any-return]
    except TemplateSyntaxError as fault:
        return SourceFault((fault.message or "cannot be read").rstrip("."), fault.lineno)
    except Exception:  # the parser runs out of stack
        return SourceFault(TOO_DEEP, 1)


TOO_DEEP = "it is nested too deeply"
"""Brackets, lists and blocks can be nested deeper than the parser and Python's compiler follow."""


def _stray_signs(text: str, environment: Environment) -> Iterator[tuple[str, int]]:
    """Ends of values and tags that nothing has begun, each with its line; they would be printed literally."""
    from jinja2 import TemplateSyntaxError

    if text.count("{{") >= text.count("}}") and text.count("{%") >= text.count("%}"):
        return
    try:
        tokens = list(environment.lex(text))
    except TemplateSyntaxError:
        return  # reported by the parser
    for line, kind, words in tokens:
        if kind == "data":
            for found in re.finditer(r"\}\}|%\}", words):
                yield found[0], line + words.count("\n", 0, found.start())


def _blank(text: str) -> str:
    """As many spaces, with the line breaks."""
    return "\n".join(" " * len(line) for line in text.split("\n"))


def names_in(node: nodes.Node) -> Iterator[str]:
    """The names that a piece of code reads."""
    from jinja2 import nodes

    if isinstance(node, nodes.Name) and node.ctx == "load":
        yield node.name
    for name in node.find_all(nodes.Name):
        if name.ctx == "load":
            yield name.name


def member_of(node: nodes.Node) -> tuple[str, nodes.Node | None]:
    """The name of a member and what it is taken from; None when the code takes no member by a fixed name."""
    from jinja2 import nodes

    if isinstance(node, nodes.Getattr):
        return node.attr, node.node
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        return (node.arg.value, node.node) if isinstance(node.arg.value, str) else ("", None)
    return "", None


def labels_read(tree: nodes.Template) -> LabelsRead:
    """The fields whose labels a layout asks for."""
    look = _Look()
    look.at(tree)
    return LabelsRead(frozenset(look.kinds), look.all_kinds, frozenset(look.names))


class _Look:
    """A look through the code of a layout.

    Attributes:
        kinds: Of fields whose labels are asked for.
        all_kinds: Whether fields of any kind may be among them.
        names: Of fields whose labels are asked for.
    """

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.all_kinds = False
        self.names: set[str] = set()
        self._values: dict[str, nodes.Node] = {}
        """Values of names at the present place of the walk."""

    def at(self, node: nodes.Node) -> None:
        """Record the labels that a piece of code asks for."""
        from jinja2 import nodes

        member, owner = member_of(node)
        if owner is not None:
            if member == "label":
                self._add_kinds(owner)
            elif self._is_labels(owner):
                self.names.add(member)
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            self._values[node.target.name] = node.node
        looped = (
            node.target.name if isinstance(node, nodes.For) and isinstance(node.target, nodes.Name) else ""
        )
        before = self._values.get(looped)
        if isinstance(node, nodes.For) and looped:
            self._values[looped] = node.iter
        for child in node.iter_child_nodes():
            self.at(child)
        if looped:
            self._values.pop(looped)
        if before is not None:
            self._values[looped] = before

    def _way(self, node: nodes.Node) -> Iterator[nodes.Node]:
        """The code, and what it picks from or stands for, as far back as is sensible."""
        from jinja2 import nodes

        way: nodes.Node | None = node
        for _ in range(WAY):
            if way is None:
                break
            yield way
            if isinstance(way, nodes.Name):
                way = self._values.get(way.name)
            elif isinstance(way, nodes.Call) and isinstance(way.node, nodes.EnvironmentAttribute):
                way = way.args[0]  # values of a loop, which are counted
            else:
                way = way.node if isinstance(way, nodes.Filter | nodes.Getitem) else None

    def _add_kinds(self, node: nodes.Node) -> None:
        """Record the kinds of fields that a value holds, or is one of."""
        from jinja2 import nodes

        for each in self._way(node):
            if isinstance(each, nodes.Filter) and each.name == "fields":
                words = [word.value if isinstance(word, nodes.Const) else "" for word in each.args]
                if words and "" not in words:
                    self.kinds.update(words)
                else:
                    self.all_kinds = True
                return

    def _is_labels(self, node: nodes.Node) -> bool:
        """Whether a value is ``set.labels``."""
        from jinja2 import nodes

        found = [member_of(each) for each in self._way(node)]
        return any(
            member == "labels" and isinstance(owner, nodes.Name) and owner.name == "set"
            for member, owner in found
        )
