"""The tree of a Ruby script, as far as scripts of card decks use the language; nothing is run.

What is not understood becomes a node of the kind ``unknown``, and reading goes on with the next statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.importers.cards.ruby_node import PassedBlock, RubyBlock, RubyNode
from pnp.importers.cards.ruby_tokens import (
    BINARY_OPERATORS,
    Interpolated,
    RubyFault,
    RubyToken,
    TokenCursor,
    ruby_tokens,
)
from pnp.importers.limits import DEEPEST_NESTING

_ASSIGNMENTS = frozenset(["=", "||=", "&&=", "+=", "-=", "*=", "/=", "<<=", "**=", "%="])
_STARTS = frozenset(["name", "const", "number", "text", "symbol", "label", "words", "variable", "regex"])
_VALUE_KEYWORDS = frozenset(["nil", "true", "false", "self", "not", "case", "yield"])


def read_ruby(text: str, line: int = 1) -> RubyNode:
    """The script as a ``sequence``.

    Raises:
        RubyFault: It cannot be parted into tokens, or is nested too deeply.
    """
    return _Syntax(ruby_tokens(text, line)).script()


class _Syntax(TokenCursor):
    def __init__(self, tokens: list[RubyToken]):
        super().__init__(tokens)
        self._depth = 0
        self._locals: set[str] = set()

    def script(self) -> RubyNode:
        found: list[RubyNode] = []
        while self._token.kind != "end":
            found += self._statements().parts[0]
            if self._token.kind != "end":  # an `end` or a bracket too many
                self._at += 1
        return RubyNode("sequence", 1, (found,))

    # Statements.

    def _statements(self, *ends: str) -> RubyNode:
        line = self._token.line
        found: list[RubyNode] = []
        while True:
            self._skip_lines()
            if self._token.kind == "end" or self._is("end", "}", *ends):
                return RubyNode("sequence", line, (found,))
            start = self._at
            try:
                found.append(self._statement())
            except RubyFault as fault:
                found.append(RubyNode("unknown", self._tokens[start].line, (str(fault),)))
                self._at = max(self._at, start)
                self._recover(start)
            if self._at == start:
                self._at += 1

    def _statement(self) -> RubyNode:
        node = self._expression_statement()
        while True:
            line = self._token.line
            if self._take("if"):
                node = RubyNode("if", line, (self._expression_statement(), node, None))
            elif self._take("unless"):
                node = RubyNode("if", line, (self._expression_statement(), None, node))
            elif self._take("while", "until", "rescue"):
                self._expression_statement()
            else:
                return node

    def _expression_statement(self) -> RubyNode:
        node = self._not()
        while self._is("and", "or"):
            word = "&&" if self._token.value == "and" else "||"
            line = self._token.line
            self._at += 1
            self._skip_lines()
            node = RubyNode("operator", line, (word, node, self._not()))
        return node

    def _not(self) -> RubyNode:
        line = self._token.line
        return RubyNode("not", line, (self._not(),)) if self._take("not") else self._expression()

    # Expressions.

    def _expression(self) -> RubyNode:
        self._depth += 1
        try:
            if self._depth > DEEPEST_NESTING:
                raise RubyFault("expressions are nested too deeply", self._token.line)
            return self._assignment()
        finally:
            self._depth -= 1

    def _assignment(self) -> RubyNode:
        line = self._token.line
        left = self._ternary()
        if left.kind in ("name", "index", "call", "const") and self._is(",") and self._is_many():
            targets = [left]
            while self._take(","):
                targets.append(self._ternary())
            self._need("=")
            for target in targets:
                self._note(target)
            self._skip_lines()
            values = self._listed(self._expression)
            value = values[0] if len(values) == 1 else RubyNode("array", line, (values,))
            return RubyNode("assign", line, (targets, "=", value))
        if (
            self._token.kind == "op"
            and self._token.value in _ASSIGNMENTS
            and left.kind in ("name", "index", "call", "const")
        ):
            sign = self._next().value
            self._note(left)
            self._skip_lines()
            value = self._expression()
            if self._is(",") and sign == "=" and left.kind == "name" and self._depth == 1:
                self._take(",")
                self._skip_lines()
                value = RubyNode("array", line, ([value, *self._listed(self._expression)],))
            if self._take("rescue"):
                self._expression()
            return RubyNode("assign", line, ([left], sign, value))
        return left

    def _note(self, target: RubyNode) -> None:
        if target.kind == "name":
            self._locals.add(target.parts[0])

    def _is_many(self) -> bool:
        """Whether ``a, b = …`` goes on from here."""
        if self._depth > 1:
            return False
        for token in self._tokens[self._at : self._at + 12]:
            if token.kind == "op" and token.value == "=":
                return True
            if not (token.kind in ("name", "variable") or token.value in (",", "*")):
                return False
        return False

    def _ternary(self) -> RubyNode:
        condition = self._range()
        line = self._token.line
        if not self._take("?"):
            return condition
        self._skip_lines()
        yes = self._ternary()
        self._skip_lines()
        if self._token.kind == "symbol" and not self._token.spaced:  # `a ? b :c`
            raise RubyFault("':' is missing", line)
        self._need(":")
        self._skip_lines()
        return RubyNode("if", line, (condition, yes, self._ternary()))

    def _range(self) -> RubyNode:
        left = self._binary(0)
        line = self._token.line
        if self._is("..", "..."):
            sign = self._next().value
            ends = self._token.kind == "newline" or self._is(")", "]", "then")
            right = RubyNode("literal", line, (None,)) if ends else self._binary(0)
            return RubyNode("range", line, (left, right, sign == "..."))
        return left

    def _binary(self, level: int) -> RubyNode:
        if level == len(BINARY_OPERATORS):
            return self._unary()
        left = self._binary(level + 1)
        while self._token.kind == "op" and self._token.value in BINARY_OPERATORS[level]:
            sign = self._next()
            self._skip_lines()
            left = RubyNode("operator", sign.line, (sign.value, left, self._binary(level + 1)))
        return left

    def _unary(self) -> RubyNode:
        line = self._token.line
        if self._take("!"):
            return RubyNode("not", line, (self._unary(),))
        if self._take("-"):
            return RubyNode("operator", line, ("-", RubyNode("literal", line, (0,)), self._unary()))
        if self._take("+", "~"):
            return self._unary()
        left = self._postfix(self._primary())
        if self._take("**"):
            left = RubyNode("operator", line, ("**", left, self._unary()))
        return left

    # Calls.

    def _postfix(self, node: RubyNode) -> RubyNode:
        while True:
            line = self._token.line
            if self._is(".", "&.") or self._goes_on():
                self._at += 1
                self._skip_lines()
                node = self._method(node, line)
            elif self._is("::"):
                self._at += 1
                word = str(self._next().value)
                if (
                    node.kind == "const"
                    and word[:1].isupper()
                    and not (self._is("(") and not self._token.spaced)
                ):
                    node = RubyNode("const", line, (f"{node.parts[0]}::{word}",))
                else:
                    node = self._call(node, word, line)
            elif not self._token.spaced and self._take("["):
                node = RubyNode("index", line, (node, self._items("]")))
            else:
                return node

    def _method(self, node: RubyNode, line: int) -> RubyNode:
        token = self._token
        if token.kind == "op" and token.value == "(":  # `f.(x)`
            return self._call(node, "call", line)
        self._at += 1
        return self._call(node, str(token.value), line)

    def _call(self, receiver: RubyNode | None, name: str, line: int) -> RubyNode:
        arguments: list[RubyNode] = []
        bracketed = not self._token.spaced and self._take("(")
        if bracketed:
            arguments = self._items(")")
        elif self._begins_argument(receiver is not None):
            arguments = self._collected(self._listed(self._argument))
        block = self._block()
        plain = not (arguments or block or bracketed)
        if receiver is None and plain and name[0].islower() and name[-1] not in "?!":
            return RubyNode("name", line, (name,))
        return RubyNode("call", line, (receiver, name, arguments, block))

    def _begins_argument(self, is_method: bool) -> bool:
        token = self._token
        if not token.spaced:
            return False
        if token.kind in _STARTS:
            return True
        if token.kind == "keyword":
            return token.value in _VALUE_KEYWORDS
        if token.kind != "op":
            return False
        if token.value in ("[", "->", "::", "("):
            return True
        return (
            token.value in ("-", "*", "&", "**", "!")
            and token.tight
            and not (is_method and token.value == "-")
        )

    def _listed(self, read: Callable[[], RubyNode]) -> list[RubyNode]:
        """Parts with commas between them."""
        found = [read()]
        while self._take(","):
            self._skip_lines()
            found.append(read())
        return found

    def _items(self, closing: str) -> list[RubyNode]:
        """The items between brackets; goes on after the closing one."""
        found: list[RubyNode] = []
        depth, self._depth = self._depth, max(self._depth, 1) + 1
        if self._depth > DEEPEST_NESTING:
            raise RubyFault("brackets are nested too deeply", self._token.line)
        self._skip_lines()
        while not self._take(closing):
            if self._token.kind == "end":
                raise RubyFault(f"'{closing}' is missing", self._token.line)
            found.append(self._argument())
            self._skip_lines()
            if not self._take(","):
                self._skip_lines()
                self._need(closing)
                break
            self._skip_lines()
        self._depth = depth
        return self._collected(found)

    def _argument(self) -> RubyNode:
        token = self._token
        if token.kind == "label":
            self._at += 1
            self._skip_lines()
            short = self._is(",", ")") or self._token.kind == "end"
            value = RubyNode("name", token.line, (token.value,)) if short else self._no_pairs()
            return RubyNode("pair", token.line, (RubyNode("literal", token.line, (token.value,)), value))
        if token.kind == "op" and token.value in ("*", "**", "&"):
            self._at += 1
            kind = "block-argument" if token.value == "&" else "splat"
            return RubyNode(kind, token.line, (self._expression(),))
        node = self._no_pairs()
        if self._take("=>"):
            self._skip_lines()
            return RubyNode("pair", token.line, (node, self._no_pairs()))
        return node

    def _no_pairs(self) -> RubyNode:
        self._depth += 1  # a comma ends it
        try:
            return self._not()
        finally:
            self._depth -= 1

    def _collected(self, items: list[RubyNode]) -> list[RubyNode]:
        """Pairs at the end as one hash."""
        pairs = [item for item in items if item.kind == "pair"]
        others = [item for item in items if item.kind != "pair"]
        if not pairs:
            return items
        splats = [item for item in others if item.kind == "splat"]
        kept = [item for item in others if item.kind != "splat"]
        return [*kept, RubyNode("hash", pairs[0].line, ([*splats, *pairs],))]

    def _block(self) -> RubyBlock | None:
        if not self._is("{", "do"):
            return None
        closing = "}" if self._is("{") else "end"
        self._at += 1
        depth, self._depth = self._depth, 0
        self._skip_lines()
        parameters: tuple[Any, ...] = ()
        if not self._take("||") and self._take("|"):
            parameters = self._parameters("|")
        body = self._statements("rescue", "ensure")
        self._skip_rescues()
        if not self._take(closing):
            raise RubyFault("a block has no end", self._token.line)
        self._depth = depth
        return RubyBlock(parameters, body)

    def _skip_rescues(self) -> None:
        while self._is("rescue", "ensure", "else"):
            self._at += 1
            while self._token.kind not in ("newline", "end"):
                self._at += 1
            self._statements("rescue", "ensure", "else")

    def _parameters(self, closing: str) -> tuple[Any, ...]:
        found: list[Any] = []
        while not self._take(closing):
            if self._token.kind == "end":
                raise RubyFault(f"'{closing}' is missing", self._token.line)
            if self._take("("):
                found.append(self._parameters(")"))
            elif self._token.kind in ("name", "label"):
                name = str(self._token.value)
                is_key = self._token.kind == "label"
                passed = self._tokens[self._at - 1].value == "&"
                self._at += 1
                self._locals.add(name)
                if passed:
                    found.append(PassedBlock(name))
                    continue
                default = None
                if self._take("=") or (is_key and not self._is(",", closing)):
                    default = self._unary() if closing == "|" else self._no_pairs()
                found.append((name, default, is_key) if default is not None or is_key else name)
            else:
                self._at += 1  # commas, `*`, `&` before a name, `;`
        return tuple(found)

    # Values.

    def _primary(self) -> RubyNode:
        token = self._next()
        match token.kind:
            case "number" | "symbol":
                return RubyNode("literal", token.line, (token.value,))
            case "text":
                return self._text(token)
            case "words":
                words = [RubyNode("literal", token.line, (word,)) for word in token.value]  # type: ignore[attr-defined]
                return RubyNode("array", token.line, (words,))
            case "regex":
                return RubyNode("regex", token.line, (token.value,))
            case "variable":
                return RubyNode("name", token.line, (token.value,))
            case "const":
                if (self._is("(") and not self._token.spaced) or (
                    self._token.kind == "text" and self._token.spaced
                ):
                    return self._call(None, str(token.value), token.line)
                return RubyNode("const", token.line, (token.value,))
            case "name":
                if token.value in self._locals and not (self._is("(") and not self._token.spaced):
                    return RubyNode("name", token.line, (token.value,))
                return self._call(None, str(token.value), token.line)
            case "label":
                self._at -= 1
                raise RubyFault(f"'{token.value}:' stands alone", token.line)
            case "keyword":
                return self._keyword(token)
            case "op":
                return self._bracket(token)
        raise RubyFault("a value is missing", token.line)

    def _text(self, token: RubyToken) -> RubyNode:
        parts: list[Any] = []
        while True:
            parts += [
                read_ruby(part.source, part.line) if isinstance(part, Interpolated) else part
                for part in token.value  # type: ignore[attr-defined]
            ]
            if self._token.kind != "text":  # texts side by side are one
                break
            token = self._next()
        if all(isinstance(part, str) for part in parts):
            return RubyNode("literal", token.line, ("".join(parts),))
        return RubyNode("text", token.line, (parts,))

    def _bracket(self, token: RubyToken) -> RubyNode:
        if token.value == "[":
            return RubyNode("array", token.line, (self._items("]"),))
        if token.value == "{":
            return RubyNode("hash", token.line, (self._pairs(),))
        if token.value == "(":
            depth, self._depth = self._depth, 0
            body: list[RubyNode] = []
            self._skip_lines()
            while not self._take(")"):
                if self._token.kind == "end":
                    raise RubyFault("')' is missing", token.line)
                body.append(self._statement())
                self._skip_lines()
            self._depth = depth
            return body[0] if len(body) == 1 else RubyNode("sequence", token.line, (body,))
        if token.value == "->":
            parameters = self._parameters(")") if self._take("(") else ()
            block = self._block()
            if block is None:
                raise RubyFault("a lambda has no body", token.line)
            return RubyNode("lambda", token.line, (RubyBlock(parameters or block.parameters, block.body),))
        if token.value == "::":
            return self._primary()
        if token.value in ("..", "..."):
            start = RubyNode("literal", token.line, (None,))
            return RubyNode("range", token.line, (start, self._binary(0), token.value == "..."))
        raise RubyFault(f"'{token.value}' is not understood here", token.line)

    def _pairs(self) -> list[RubyNode]:
        items = self._items("}")
        if not items:
            return []
        if len(items) == 1 and items[0].kind == "hash":
            return list(items[0].parts[0])
        raise RubyFault("a hash is not understood", items[0].line)

    def _keyword(self, token: RubyToken) -> RubyNode:
        line = token.line
        match token.value:
            case "nil":
                return RubyNode("literal", line, (None,))
            case "true" | "false":
                return RubyNode("literal", line, (token.value == "true",))
            case "self":
                return RubyNode("name", line, ("self",))
            case "if" | "unless":
                return self._if(line, negative=token.value == "unless")
            case "case":
                return self._case(line)
            case "def":
                return self._define(line)
            case "class" | "module":
                return self._module(line)
            case "begin":
                body = self._statements("rescue", "ensure")
                self._skip_rescues()
                self._need("end")
                return body
            case "while" | "until":
                self._expression_statement()
                self._take("do")
                self._statements()
                self._need("end")
                return RubyNode("unknown", line, (f"a loop with '{token.value}'",))
            case "for":
                return self._for(line)
            case "next" | "break" | "return":
                ends = self._token.kind in ("newline", "end") or self._is("if", "unless", "end", "}")
                value = RubyNode("literal", line, (None,)) if ends else self._expression()
                return RubyNode("leave", line, (token.value, value))
            case "yield":
                return self._call(None, "yield", line)
        self._at -= 1
        raise RubyFault(f"'{token.value}' is not understood here", line)

    def _if(self, line: int, *, negative: bool) -> RubyNode:
        condition = self._expression_statement()
        self._take("then")
        yes = self._statements("else", "elsif")
        if self._is("elsif"):
            no: RubyNode | None = self._if(self._next().line, negative=False)
        else:
            no = self._statements() if self._take("else") else None
            self._need("end")
        return RubyNode("if", line, (condition, no, yes) if negative else (condition, yes, no))

    def _case(self, line: int) -> RubyNode:
        subject = None if self._token.kind == "newline" else self._expression_statement()
        self._skip_lines()
        branches: list[tuple[list[RubyNode], RubyNode]] = []
        while self._take("when"):
            tests = self._listed(self._no_pairs)
            self._take("then")
            branches.append((tests, self._statements("when", "else")))
        otherwise = self._statements() if self._take("else") else None
        self._need("end")
        return RubyNode("case", line, (subject, branches, otherwise))

    def _define(self, line: int) -> RubyNode:
        name = str(self._next().value)
        if self._take("."):
            name = str(self._next().value)
        parameters: tuple[Any, ...] = ()
        if self._take("("):
            self._skip_lines()
            parameters = self._parameters(")")
        elif self._token.kind in ("name", "label"):
            start = self._at
            while self._token.kind not in ("newline", "end"):
                self._at += 1
            names = {
                at: str(self._tokens[at].value)
                for at in range(start, self._at)
                if self._tokens[at].kind == "name"
            }
            parameters = tuple(
                PassedBlock(name) if self._tokens[at - 1].value == "&" else name for at, name in names.items()
            )
            self._locals.update(names.values())
        depth, self._depth = self._depth, 0
        body = self._statements("rescue", "ensure")
        self._skip_rescues()
        self._need("end")
        self._depth = depth
        return RubyNode("define", line, (name, parameters, body))

    def _module(self, line: int) -> RubyNode:
        words: list[str] = []
        while self._token.kind not in ("newline", "end"):
            words.append(str(self._token.value))
            self._at += 1
        body = self._statements()
        self._need("end")
        return RubyNode("module", line, (words[0] if words and words[0] != "<<" else "", body))

    def _for(self, line: int) -> RubyNode:
        names: list[str] = []
        while not self._take("in"):
            if self._token.kind == "newline":
                raise RubyFault("'in' is missing", line)
            if self._token.kind == "name":
                names.append(str(self._token.value))
            self._at += 1
        self._locals.update(names)
        over = self._expression_statement()
        self._take("do")
        body = self._statements()
        self._need("end")
        return RubyNode("for", line, (names, over, body))
