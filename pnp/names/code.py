"""The names in expressions: in YAML, in ``{{ }}`` of texts, and in the code of layouts.

All three are written alike, so one reader of words and symbols serves them. It knows the place of every word,
which the syntax tree of a layout does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from pnp.names.name import KnownNames, Name
from pnp.rules.scope import GROUPS

_TOKEN = re.compile(
    r"""(?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
      | (?P<name>[^\W\d]\w*)
      | (?P<number>\d[\w.]*)
      | (?P<sign>==|!=|<=|>=|\*\*|//|[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)
_OPEN, _CLOSE = "([{", ")]}"
_OF_FIELDS = frozenset({"distinct", "copies_by", "map", "groupby", "selectattr", "rejectattr", "sum", "by"})
"""Helpers and filters that take the name of a field in quotes."""
_BY_ARGUMENT = dict.fromkeys(("unreachable_share", "turned_share"), ("kind", "edges"))
"""Helpers with arguments that name fields in quotes."""
_BY_VALUE = frozenset({"count", "every"})
"""Helpers that take fields as names of arguments."""
_PIECES = frozenset({*GROUPS, "pieces"})
_OTHERS = frozenset({"game", "lang", "loop", "players", "ink", "full", "self", "seeds"})
"""Names whose members are no names of the game."""

Type = Literal["piece", "term", "set", ""]
"""Types of the values of names in code; empty where the type is not known."""


class CodeToken(NamedTuple):
    """A word or symbol of code, with its offset."""

    kind: str
    text: str
    start: int

    @property
    def stop(self) -> int:
        """The offset just after it."""
        return self.start + len(self.text)

    @property
    def inner(self) -> str:
        """A string without its quotes."""
        return self.text[1:-1]


class FoundName(NamedTuple):
    """A name in a text: offset and length of its word, and whether it is a word of code, without quotes."""

    name: Name
    start: int
    length: int
    bare: bool = False


class Chain(NamedTuple):
    """A name with its members.

    Attributes:
        root: The first token; None where something else than a name has the members.
        members: Tokens of members, by name or in quotes; None for one that is computed.
        first: Number of the first token.
        last: Number of the last token.
    """

    root: CodeToken | None
    members: tuple[CodeToken | None, ...]
    first: int
    last: int


def tokens(code: str) -> list[CodeToken]:
    """The words and symbols of code, without white space."""
    return [CodeToken(match.lastgroup or "", match[0], match.start()) for match in _TOKEN.finditer(code)]


def names_in_code(code: str, known: KnownNames, fields: Collection[str] = ()) -> list[FoundName]:
    """The names in an expression or in the code of a layout, in order.

    Args:
        code: The code alone.
        known: Of the game.
        fields: Those that may be named alone, without a piece before them.
    """
    reader = _CodeReader(tokens(code), known, fields)
    return sorted(set(reader.read()), key=lambda found: found.start)


class _CodeReader:
    def __init__(self, listed: list[CodeToken], known: KnownNames, fields: Collection[str]) -> None:
        self._tokens = listed
        self._known = known
        self._fields = fields
        self._types: dict[str, Type] = {"piece": "piece", "set": "set"}
        self._chains = list(self._all_chains())
        self._ends = {chain.last: chain for chain in self._chains}
        self._begins = {chain.first: chain for chain in self._chains}

    def read(self) -> Iterator[FoundName]:
        self._note_variables()
        for chain in self._chains:
            yield from self._of_chain(chain)
        for number, token in enumerate(self._tokens):
            if token.kind == "string":
                yield from self._of_string(number, token)

    def _all_chains(self) -> Iterator[Chain]:
        number = 0
        while number < len(self._tokens):
            token = self._tokens[number]
            after_dot = number > 0 and self._tokens[number - 1].text == "."
            if token.kind == "name" and not after_dot:
                members, last = self._members(number + 1)
                yield Chain(token, tuple(members), number, last)
            elif token.text in (")", "]") and self._text(number + 1) == ".":
                members, last = self._members(number + 1)
                yield Chain(None, tuple(members), number, last)
            number += 1

    def _members(self, number: int) -> tuple[list[CodeToken | None], int]:
        """The members that begin at a token, and the number of the last token."""
        members: list[CodeToken | None] = []
        while True:
            if self._text(number) == "." and self._kind(number + 1) == "name":
                members.append(self._tokens[number + 1])
                number += 2
            elif (
                self._text(number) == "["
                and self._kind(number + 1) == "string"
                and self._text(number + 2) == "]"
            ):
                members.append(self._tokens[number + 1])
                number += 3
            elif self._text(number) == "[":
                end = self._partner(number)
                if end is None or self._text(end + 1) not in (".", "["):
                    return members, number - 1
                members.append(None)
                number = end + 1
            else:
                return members, number - 1

    def _note_variables(self) -> None:
        """Note the types of variables that ``for x in …`` and ``set x = …`` define."""
        for number, token in enumerate(self._tokens):
            if token.text == "for" and self._text(number + 2) == "in" and self._kind(number + 1) == "name":
                chain = self._begins.get(number + 3)
                if chain is not None:
                    self._types[self._tokens[number + 1].text] = self._members_of(chain)
            elif token.text == "set" and self._text(number + 2) == "=" and self._kind(number + 1) == "name":
                chain = self._begins.get(number + 3)
                if chain is not None:
                    self._types[self._tokens[number + 1].text] = self._type(chain)

    def _members_of(self, chain: Chain) -> Type:
        """The type of the members of a list."""
        root, words = _words(chain)
        if root in _PIECES or (root == "sets" and len(words) == 1) or words[-1:] == ["pieces"]:
            return "piece"
        if root == "sets" or root == "set":
            return ""
        if root == "terms" and len(words) == 1:
            return "term"
        return self._type(chain)

    def _type(self, chain: Chain) -> Type:
        """The type of the value of a chain; of a list, that of its members."""
        root, words = _words(chain)
        if root == "terms":
            return "term"
        if not words:
            bare = self._types.get(root, "")
            return "term" if not bare and root in self._fields and self._known.fields.get(root) else bare
        return "term" if self._known.fields.get(words[-1] or "") else ""

    def _of_chain(self, chain: Chain) -> Iterator[FoundName]:
        root, _ = _words(chain)
        named = [each for each in chain.members if each is not None]
        first = named[0] if named and chain.members[0] is not None else None
        if root == "facts" and first is not None:
            yield _found(Name("fact", _plain(first)), first)
            if len(chain.members) > 1 and chain.members[1] is not None:
                fact = _plain(first)
                keyed = self._known.keyed
                yield from self._term(keyed[fact], chain.members[1]) if fact in keyed else ()
        elif root == "terms" and first is not None:
            yield from self._of_terms(chain, first)
        elif root == "sets" and first is not None:
            yield _found(Name("set", _plain(first)), first)
            yield from self._field_of(named[1:])
        elif chain.root is not None and root not in _OTHERS:
            yield from self._of_variable(chain, chain.root, first)
        elif chain.root is None:
            yield from self._field_of(named[:1])

    def _of_terms(self, chain: Chain, first: CodeToken) -> Iterator[FoundName]:
        id_ = _plain(first)
        if id_ in self._known.terms:
            yield _found(Name("vocabulary", id_), first)
            if len(chain.members) > 1 and chain.members[1] is not None:
                yield from self._term(id_, chain.members[1])
        else:
            yield from self._term(None, first)

    def _of_variable(self, chain: Chain, root: CodeToken, first: CodeToken | None) -> Iterator[FoundName]:
        known, type_ = self._known, self._types.get(root.text, "")
        called = self._text(chain.first + 1) == "("
        argument = self._text(chain.first + 1) == "=" and self._text(chain.first - 1) in ("(", ",")
        if argument:
            if root.text in known.fields and self._caller(chain.first) in _BY_VALUE:
                yield _found(Name("field", root.text), root)
            return
        if root.text in self._fields and root.text in known.fields and not called and not type_:
            yield _found(Name("field", root.text), root)
            return
        if first is None or type_ == "term":
            return
        word = _plain(first)
        if word in known.fields and (type_ == "piece" or (not type_ and word not in known.parts)):
            yield _found(Name("field", word), first)

    def _field_of(self, named: list[CodeToken]) -> Iterator[FoundName]:
        """The first member that is a field and no part of a term."""
        for each in named:
            if _plain(each) in self._known.fields and _plain(each) not in self._known.parts:
                yield _found(Name("field", _plain(each)), each)
                return

    def _term(self, vocabulary: str | None, token: CodeToken) -> Iterator[FoundName]:
        name = self._known.term(vocabulary, _plain(token))
        if name is not None:
            yield _found(name, token)

    def _of_string(self, number: int, token: CodeToken) -> Iterator[FoundName]:
        word = token.inner
        if any(
            number == chain.last - 1 for chain in self._chains if chain.members and chain.members[-1] == token
        ):
            return  # a member, seen before
        name = self._term_of_string(number, word)
        if name is not None:
            yield _found(name, token)
        elif "-" in word and word in self._known.layouts:
            yield _found(Name("layout", word), token)
        elif word in self._known.fields and self._names_field(number):
            yield _found(Name("field", word), token)
        elif "/" in word and any(word == piece.key for piece in self._known.game.pieces()):
            id_ = word.partition("/")[2]
            yield FoundName(Name("piece", word), token.stop - 1 - len(id_), len(id_))
        elif (piece := self._known.piece_ids.get(word)) is not None and self._is_id(number):
            yield _found(piece, token)
        else:
            yield _found(Name("text", word), token)

    def _term_of_string(self, number: int, word: str) -> Name | None:
        """The term that a text in quotes means by what it is compared with, or listed among."""
        if self._text(number - 1) == "=" and self._kind(number - 2) == "name":
            return self._known.term_of_field(self._tokens[number - 2].text, word)
        for chain in (self._compared_before(number), self._compared_after(number)):
            if chain is not None:
                field = self._field_in(chain)
                if field:
                    return self._known.term_of_field(field, word)
                if _words(chain)[1][-1:] == ["id"]:
                    return self._known.lone.get(word)
        strings, before = self._listed(number)
        if before is not None and (field := self._field_in(before)):
            return self._known.term_of_field(field, word)
        vocabulary = self._known.vocabulary_of(strings) if len(strings) > 1 else None
        return self._known.term(vocabulary, word) if vocabulary else None

    def _field_in(self, chain: Chain) -> str:
        """The field of terms that a chain ends in, ``id`` aside; empty without one."""
        root, words = _words(chain)
        path = [each for each in (root, *words) if each]
        if path[-1:] == ["id"]:
            path.pop()
        return path[-1] if path and self._known.fields.get(path[-1]) else ""

    def _compared_before(self, number: int) -> Chain | None:
        if self._text(number - 1) in ("==", "!="):
            return self._ends.get(number - 2)
        return None

    def _compared_after(self, number: int) -> Chain | None:
        if self._text(number + 1) in ("==", "!=", "in"):
            return self._begins.get(number + 2)
        return None

    def _listed(self, number: int) -> tuple[list[str], Chain | None]:
        """The texts between the brackets around one, keys alone in braces, and what is looked for in them."""
        depth, begin = 0, number - 1
        while begin >= 0 and not (depth == 0 and self._text(begin) in _OPEN):
            if self._text(begin) == ";":
                return [], None
            depth += (self._text(begin) in _CLOSE) - (self._text(begin) in _OPEN)
            begin -= 1
        if begin < 0 or (
            self._text(begin) == "(" and self._kind(begin - 1) == "name" and self._text(begin - 1) != "in"
        ):
            return [], None
        end = self._partner(begin)
        if end is None:
            return [], None
        inside = [
            each
            for at, each in enumerate(self._tokens[begin + 1 : end], begin + 1)
            if each.kind == "string" and self._depth(begin, at) == 1
        ]
        keys = [each for each in inside if self._text(self._tokens.index(each) + 1) == ":"]
        chosen = keys if keys and self._text(number + 1) == ":" else [] if keys else inside
        before = self._ends.get(begin - 2) if self._text(begin - 1) == "in" else None
        return [each.inner for each in chosen], before

    def _depth(self, begin: int, at: int) -> int:
        return sum((each.text in _OPEN) - (each.text in _CLOSE) for each in self._tokens[begin:at])

    def _is_id(self, number: int) -> bool:
        """Whether a text is compared with ``id``, or listed with other ids of pieces."""
        chains = (self._compared_before(number), self._compared_after(number))
        compared = [_words(chain) for chain in chains if chain is not None]
        if any([root, *words][-1] == "id" for root, words in compared):
            return True
        strings, _ = self._listed(number)
        return all(each in self._known.piece_ids for each in strings) and bool(strings)

    def _names_field(self, number: int) -> bool:
        """Whether a text in quotes is the argument of a helper that takes the name of a field."""
        caller = self._caller(number)
        if caller in _BY_ARGUMENT:
            return self._text(number - 1) == "=" and self._text(number - 2) in _BY_ARGUMENT[caller]
        return caller in _OF_FIELDS

    def _caller(self, number: int) -> str:
        """The name of the function in whose brackets a token is."""
        depth, at = 0, number - 1
        while at >= 0 and self._text(at) != ";":
            text = self._text(at)
            if text in _CLOSE:
                depth += 1
            elif text in _OPEN:
                if depth == 0:
                    return self._text(at - 1) if text == "(" and self._kind(at - 1) == "name" else ""
                depth -= 1
            at -= 1
        return ""

    def _partner(self, begin: int) -> int | None:
        """The number of the bracket that closes another."""
        depth = 0
        for number in range(begin, len(self._tokens)):
            text = self._tokens[number].text
            depth += (text in _OPEN) - (text in _CLOSE)
            if depth == 0:
                return number
        return None

    def _text(self, number: int) -> str:
        return self._tokens[number].text if 0 <= number < len(self._tokens) else " "

    def _kind(self, number: int) -> str:
        return self._tokens[number].kind if 0 <= number < len(self._tokens) else ""


def _words(chain: Chain) -> tuple[str, list[str]]:
    """The root of a chain, and its members as words; empty for one that is computed."""
    return (
        "" if chain.root is None else chain.root.text,
        ["" if each is None else _plain(each) for each in chain.members],
    )


def _plain(token: CodeToken) -> str:
    return token.inner if token.kind == "string" else token.text


def _found(name: Name, token: CodeToken) -> FoundName:
    quote = 1 if token.kind == "string" else 0
    return FoundName(name, token.start + quote, len(token.text) - 2 * quote, not quote)
