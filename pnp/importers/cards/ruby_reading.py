"""Values of the literal parts of a Ruby script.

Ruby is not run. Names, texts, numbers, lists, hashes, tables and the usual methods on them have values here;
whatever else a script does is an ``UnknownValue``. A host says what the words of its own language do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pnp.importers.cards.marks import has_slot, slot
from pnp.importers.cards.ruby_methods import (
    Enumerator,
    fits,
    frame_method,
    hash_method,
    item,
    list_method,
    nothing_method,
    operated,
)
from pnp.importers.cards.ruby_node import (
    Leave,
    PassedBlock,
    RubyBlock,
    RubyMethod,
    RubyNode,
    Scope,
    bind,
    draws,
)
from pnp.importers.cards.ruby_value import (
    ColumnValues,
    DataFrame,
    LibraryIcon,
    NotLiteral,
    RowCount,
    RubyPattern,
    UnknownValue,
    as_text,
    is_true,
    number_method,
    text_method,
)
from pnp.importers.limits import DEEPEST_CALLS, MOST_ITEMS, MOST_ROUNDS, MOST_STEPS, MOST_TEXT

_FAILURES = (NotLiteral, ArithmeticError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""Exceptions of Python where Ruby would work out something else."""
_OF_ANY = frozenset({
    "is_a?", "kind_of?", "respond_to?", "instance_of?", "tap", "then", "send", "public_send", "instance_eval",
})  # fmt: skip
_OF_LISTS = frozenset({"map", "collect", "each", "select", "reject", "each_with_index"})
_OF_TEXTS = frozenset({"gsub", "strip", "downcase", "force_encoding"})


class RubyCall(NamedTuple):
    """One call with its values.

    Attributes:
        name: Of the method.
        arguments: By place.
        options: By name.
        block: That is passed on; None without one.
        line: In the script.
    """

    name: str
    arguments: list[Any]
    options: dict[str, Any]
    block: BlockCall | None
    line: int


class RubyHost(Protocol):
    """The words that a script uses and Ruby does not have."""

    def call(self, call: RubyCall) -> Any:
        """The value of a call without a receiver; ``NotImplemented`` for one that means nothing here."""

    def constant_call(self, constant: str, call: RubyCall) -> Any:
        """The value of a call on a constant, such as ``Squib.csv``; ``NotImplemented`` likewise."""

    def skipped(self, line: int, why: str) -> None:
        """A statement that was not understood."""

    def exhausted(self, line: int) -> None:
        """The scripts take too many steps: nothing more is read of them."""

    def defined(self, name: str, method: RubyMethod) -> None:
        """The script that is being read defines a method."""


@dataclass(frozen=True, slots=True)
class BlockCall:
    """A block that can be called.

    Attributes:
        reading: The script's reader.
        block: The block.
        scope: Where it is written.
    """

    reading: RubyReading
    block: RubyBlock
    scope: Scope

    def __call__(self, *arguments: Any) -> Any:
        """The value of the body."""
        inner = Scope({}, self.scope, self.scope.myself)
        parameters = self.block.parameters
        if len(parameters) > 1 and len(arguments) == 1 and isinstance(arguments[0], list):
            arguments = tuple(arguments[0])
        bind(inner, parameters, arguments)
        if not parameters and arguments:
            inner.names.update({"it": arguments[0], "_1": arguments[0]})
        try:
            return self.reading.value(self.block.body, inner)
        except Leave as leave:
            if leave.word == "next":
                return leave.value
            raise


class RubyReading:
    """Gives the values of a script's literal parts.

    Args:
        host: What the script's other words do.

    Attributes:
        constants: By name, without the modules that they are in.
        methods: Those that scripts define, by name.
    """

    def __init__(self, host: RubyHost):
        self._host = host
        self.constants: dict[str, Any] = {}
        self.methods: dict[str, RubyMethod] = {}
        self._globals: dict[str, Any] = {}
        self._steps = 0
        self._depth = 0

    def value(self, node: RubyNode | None, scope: Scope) -> Any:
        """The value of a part; ``UnknownValue`` where it cannot be known."""
        if node is None:
            return None
        self._steps += 1
        self._depth += 1
        try:
            if self._steps == MOST_STEPS + 1:
                self._host.exhausted(node.line)
            if self._steps > MOST_STEPS or self._depth > DEEPEST_CALLS * 4:
                return UnknownValue("too many steps", node.line)
            found = self._value(node, scope)
            if isinstance(found, (str, list)) and len(found) > MOST_TEXT:
                raise NotLiteral
            return found
        except _FAILURES:
            return UnknownValue("", node.line)
        finally:
            self._depth -= 1

    def _value(self, node: RubyNode, scope: Scope) -> Any:
        parts = node.parts
        match node.kind:
            case "literal":
                return parts[0]
            case "text":
                return self._joined(parts[0], scope)
            case "array":
                return self._items(parts[0], scope)
            case "hash":
                return self._hash(parts[0], scope)
            case "pair":
                return {self.value(parts[0], scope): self.value(parts[1], scope)}
            case "range":
                return self._range(node, scope)
            case "regex":
                return RubyPattern(*parts[0])
            case "name":
                return self._name(parts[0], node.line, scope)
            case "const":
                return self._constant(parts[0], node.line)
            case "sequence":
                found: Any = None
                for each in parts[0]:
                    found = self.value(each, scope)
                return found
            case "assign":
                return self._assign(node, scope)
            case "operator":
                return self._operator(node, scope)
            case "not":
                value = self.value(parts[0], scope)
                return value if isinstance(value, UnknownValue) else not is_true(value)
            case "if":
                return self._if(node, scope)
            case "case":
                return self._case(node, scope)
            case "call":
                return self._call(node, scope)
            case "index":
                keys = [self.value(each, scope) for each in parts[1]]
                if parts[0].kind == "const" and parts[0].parts[0] == "Hash" and len(keys) == 1:
                    return keys[0] if isinstance(keys[0], dict) else dict(keys[0])
                return item(self.value(parts[0], scope), keys, node.line)
            case "define":
                method = RubyMethod(parts[1], parts[2])
                self.methods[parts[0]] = method
                self._host.defined(parts[0], method)
                return None
            case "module":
                return self.value(parts[1], Scope({}, None, scope.myself))
            case "for":
                return self._for(node, scope)
            case "lambda":
                return BlockCall(self, parts[0], scope)
            case "leave":
                raise Leave(parts[0], self.value(parts[1], scope))
            case "unknown":
                self._host.skipped(node.line, parts[0])
        return UnknownValue("what is not understood", node.line)

    def _joined(self, parts: list[Any], scope: Scope) -> Any:
        found: list[str] = []
        for part in parts:
            value = part if isinstance(part, str) else self.value(part, scope)
            if isinstance(value, UnknownValue):
                return value
            found.append(value if isinstance(value, str) else as_text(value))
        if sum(map(len, found)) > MOST_TEXT:
            raise NotLiteral
        return "".join(found)

    def _items(self, nodes: list[RubyNode], scope: Scope) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            value = self.value(node.parts[0] if node.kind == "splat" else node, scope)
            if node.kind == "splat" and isinstance(value, list) and len(found) + len(value) <= MOST_ITEMS:
                found += value
            else:
                found.append(value)
        return found

    def _hash(self, pairs: list[RubyNode], scope: Scope) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for pair in pairs:
            if pair.kind == "splat":
                value = self.value(pair.parts[0], scope)
                if isinstance(value, dict):
                    found.update(value)
                continue
            key = self.value(pair.parts[0], scope)
            if isinstance(key, (str, int, float, bool, type(None))):
                found[key] = self.value(pair.parts[1], scope)
        return found

    def _range(self, node: RubyNode, scope: Scope) -> Any:
        low, high = (self.value(each, scope) for each in node.parts[:2])
        if isinstance(low, str) and isinstance(high, str) and len(low) == len(high) == 1:
            return [chr(code) for code in range(ord(low), ord(high) + (not node.parts[2]))]
        if isinstance(low, (int, type(None))) and isinstance(high, (int, type(None))):
            if high is None or low is None or high < 0:
                return slice(low, high if high is None or node.parts[2] else (high + 1) or None)
            if high - low > MOST_ITEMS:
                raise NotLiteral
            return list(range(low, high + (not node.parts[2])))
        raise NotLiteral

    def _name(self, name: str, line: int, scope: Scope) -> Any:
        if name == "self":
            return scope.myself
        if name[0] == "$":
            return self._globals.get(name, UnknownValue(name, line))
        holder = scope.holder(name)
        if holder is not None:
            return holder.names[name]
        if name[0] == "@":
            return self._globals.get(name, UnknownValue(name, line))
        return self._call(RubyNode("call", line, (None, name, [], None)), scope)

    def _constant(self, name: str, line: int) -> Any:
        last = name.rpartition("::")[2]
        if last in self.constants:
            return self.constants[last]
        value = self._host.constant_call(name, RubyCall("", [], {}, None, line))
        return UnknownValue(name, line) if value is NotImplemented else value

    # Statements.

    def _assign(self, node: RubyNode, scope: Scope) -> Any:
        targets, sign, value_node = node.parts
        value = self.value(value_node, scope)
        if len(targets) > 1:
            values = value if isinstance(value, list) else [value]
            for at, target in enumerate(targets):
                self._set(target, values[at] if at < len(values) else None, scope)
            return value
        target = targets[0]
        if sign != "=":
            value = self._combined(self.value(target, scope), sign[:-1], value)
        self._set(target, value, scope)
        return value

    def _combined(self, old: Any, sign: str, value: Any) -> Any:
        if sign == "||":
            return value if isinstance(old, UnknownValue) or not is_true(old) else old
        if sign == "&&":
            return value if is_true(old) else old
        return operated(sign, old, value)

    def _set(self, target: RubyNode, value: Any, scope: Scope) -> None:
        if target.kind == "name":
            name = target.parts[0]
            if name[0] in "@$":
                self._globals[name] = value
            else:
                (scope.holder(name) or scope).names[name] = value
        elif target.kind == "const":
            self.constants[target.parts[0]] = value
        elif target.kind == "index":
            holder = self.value(target.parts[0], scope)
            keys = [self.value(each, scope) for each in target.parts[1]]
            if isinstance(holder, DataFrame) and isinstance(keys[0], str):
                holder.columns[keys[0]] = (
                    ColumnValues(value, holder, slot(keys[0])) if isinstance(value, list) else value
                )
            elif isinstance(holder, dict) and isinstance(keys[0], (str, int)):
                holder[keys[0]] = value
            elif isinstance(holder, list) and isinstance(keys[0], int) and 0 <= keys[0] < MOST_ITEMS:
                holder.extend([None] * (keys[0] + 1 - len(holder)))
                holder[keys[0]] = value
                if isinstance(holder, ColumnValues):
                    holder.template = None

    def _if(self, node: RubyNode, scope: Scope) -> Any:
        condition = self.value(node.parts[0], scope)
        if isinstance(condition, UnknownValue):
            if draws(node):
                self._host.skipped(
                    node.line, f"what is done only if {condition.why or 'a condition of Ruby'} says so"
                )
            return condition
        return self.value(node.parts[1] if is_true(condition) else node.parts[2], scope)

    def _case(self, node: RubyNode, scope: Scope) -> Any:
        subject_node, branches, otherwise = node.parts
        subject = self.value(subject_node, scope)
        for tests, body in branches:
            for test in tests:
                wanted = self.value(test, scope)
                if isinstance(subject, UnknownValue) or isinstance(wanted, UnknownValue):
                    if draws(node):
                        self._host.skipped(node.line, "what is done only in some cases")
                    return UnknownValue("a case that only Ruby can work out", node.line)
                if fits(subject, wanted) if subject_node is not None else is_true(wanted):
                    return self.value(body, scope)
        return self.value(otherwise, scope)

    def _for(self, node: RubyNode, scope: Scope) -> Any:
        names, over, body = node.parts
        values = self.value(over, scope)
        if not isinstance(values, list):
            self._host.skipped(node.line, "a loop over what is not known")
            return None
        for value in values:
            bind(scope, names, value if len(names) > 1 and isinstance(value, list) else [value])
            try:
                self.value(body, scope)
            except Leave as leave:
                if leave.word == "break":
                    break
                if leave.word == "return":
                    raise
        return values

    # Operators.

    def _operator(self, node: RubyNode, scope: Scope) -> Any:
        sign, left_node, right_node = node.parts
        left = self.value(left_node, scope)
        if sign in ("||", "&&"):
            if isinstance(left, UnknownValue):
                return left
            return left if is_true(left) == (sign == "||") else self.value(right_node, scope)
        right = self.value(right_node, scope)
        result = operated(sign, left, right)
        if sign == "<<" and isinstance(left, str) and left_node.kind == "name":
            self._set(left_node, result, scope)
        return result

    # Calls.

    def _call(self, node: RubyNode, scope: Scope) -> Any:
        receiver_node, name, argument_nodes, block_node = node.parts
        receiver = self.value(receiver_node, scope) if receiver_node is not None else None
        if receiver_node is not None and isinstance(receiver, UnknownValue) and receiver_node.kind != "const":
            if name in ("nil?", "empty?", "to_s", "each") or block_node is None or not draws(block_node.body):
                return receiver
            self._host.skipped(node.line, "a loop over what only Ruby can work out")
            return receiver
        arguments: list[Any] = []
        options: dict[str, Any] = {}
        block: BlockCall | None = BlockCall(self, block_node, scope) if block_node else None
        for each in argument_nodes:
            if each.kind == "block-argument":
                block = self._as_block(each.parts[0], scope) or block
                continue
            value = self.value(each.parts[0] if each.kind == "splat" else each, scope)
            if each.kind == "splat":
                arguments += value if isinstance(value, list) else []
                options.update(value if isinstance(value, dict) else {})
            elif each.kind == "hash" and each is argument_nodes[-1]:
                options.update(value)
            else:
                arguments.append(value)
        call = RubyCall(name, arguments, options, block, node.line)
        if receiver_node is None:
            return self._plain_call(call, scope)
        if receiver_node.kind == "const":
            found = self._host.constant_call(receiver_node.parts[0], call)
            if found is not NotImplemented:
                return found
            if isinstance(receiver, UnknownValue) and name in self.methods:
                return self._own(call, scope.myself)
            if isinstance(receiver, UnknownValue):
                return UnknownValue(f"{receiver_node.parts[0]}.{name}", node.line)
        return self.send(receiver, call)

    def _as_block(self, node: RubyNode, scope: Scope) -> BlockCall | None:
        """``&:upcase``, or a block that was passed on."""
        if node.kind == "literal" and isinstance(node.parts[0], str):
            line = node.line
            body = RubyNode("call", line, (RubyNode("name", line, ("it",)), node.parts[0], [], None))
            return BlockCall(self, RubyBlock(("it",), body), scope)
        value = self.value(node, scope)
        return value if isinstance(value, BlockCall) else None

    def _plain_call(self, call: RubyCall, scope: Scope) -> Any:
        name, arguments, options, block, line = call
        if isinstance(scope.myself, (list, str)) and not (name in self.methods or arguments or options):
            return self.send(scope.myself, call)
        if isinstance(scope.myself, list) and name in _OF_LISTS:
            return self.send(scope.myself, call)
        found = self._host.call(call)
        if found is not NotImplemented:
            return found
        if name in self.methods:
            return self._own(call, scope.myself)
        if name == "yield" and (given := scope.holder("&block")):
            return given.names["&block"](*arguments)
        if name in ("lambda", "proc") and block:
            return block
        if name == "loop":
            self._host.skipped(line, "a loop without an end")
            return None
        if block is not None and draws(block.block.body):
            self._host.skipped(line, f"the drawing in the block of '{name}', which is not known")
        return UnknownValue(name, line)

    def run(self, name: str, method: RubyMethod) -> None:
        """Call a method without arguments, even if a later script defines another of its name."""
        self.methods[name] = method
        self._own(RubyCall(name, [], {}, None, 0), None)

    def _own(self, call: RubyCall, myself: Any) -> Any:
        name, arguments, options, block, _ = call
        method = self.methods[name]
        method.called = True
        scope = Scope({}, None, myself)
        bind(scope, method.parameters, arguments)
        for at, parameter in enumerate(method.parameters):
            if isinstance(parameter, tuple) and len(parameter) == 3:
                key, default, is_key = parameter
                if is_key and key in options:
                    scope.names[key] = options[key]
                elif (is_key or at >= len(arguments)) and isinstance(default, RubyNode):
                    scope.names[key] = self.value(default, scope)
            elif isinstance(parameter, PassedBlock):
                scope.names[parameter.name] = block
        if block is not None:
            scope.names["&block"] = block
        try:
            return self.value(method.body, scope)
        except Leave as leave:
            return leave.value

    def send(self, receiver: Any, call: RubyCall) -> Any:
        """The value of a method of a value."""
        name, arguments, options, block, line = call
        if hasattr(receiver, "receive"):
            return receiver.receive(name, arguments, options, line)
        if options and not isinstance(receiver, (LibraryIcon, DataFrame)):
            arguments = [*arguments, options]
        if any(isinstance(value, UnknownValue) for value in arguments) and not isinstance(receiver, list):
            return next(value for value in arguments if isinstance(value, UnknownValue))
        if name in _OF_ANY:
            return self._of_any(receiver, name, arguments, block, line)
        if name == "nil?":
            return receiver is None
        if name in self.methods and isinstance(receiver, (list, str, int, float)):
            return self._own(call._replace(arguments=arguments), receiver)
        if isinstance(receiver, DataFrame):
            return frame_method(receiver, name, arguments)
        if isinstance(receiver, LibraryIcon):
            return LibraryIcon(receiver.name, as_text(options.get("fg", receiver.colour)))
        if isinstance(receiver, BlockCall):
            return receiver(*arguments)
        if isinstance(receiver, (list, Enumerator)):
            return self._list_method(receiver, name, arguments, block)
        if isinstance(receiver, dict):
            return hash_method(receiver, name, arguments, block)
        if isinstance(receiver, str):
            return text_method(receiver, name, arguments, block)
        if isinstance(receiver, bool) or receiver is None:
            return nothing_method(receiver, name)
        if isinstance(receiver, (int, float)):
            if name in ("times", "upto", "downto", "step") and isinstance(receiver, int):
                return self._counted(receiver, name, arguments, block, line)
            return number_method(receiver, name, arguments)
        raise NotLiteral

    def _of_any(
        self, receiver: Any, name: str, arguments: list[Any], block: BlockCall | None, line: int
    ) -> Any:
        if name in ("tap", "then") and block:
            found = block(receiver)
            return receiver if name == "tap" else found
        if name == "respond_to?" and arguments:
            return isinstance(receiver, str) and arguments[0] in _OF_TEXTS
        if name in ("send", "public_send") and arguments and isinstance(arguments[0], str):
            return self.send(receiver, RubyCall(arguments[0], arguments[1:], {}, block, line))
        raise NotLiteral

    def _counted(
        self, start: int, name: str, arguments: list[Any], block: BlockCall | None, line: int
    ) -> Any:
        last = start if name == "times" else arguments[0]
        if name == "step" or not isinstance(last, int):
            raise NotLiteral
        first = 0 if name == "times" else start
        rounds = {"times": last, "upto": last - first + 1, "downto": first - last + 1}[name]
        if rounds > MOST_ROUNDS:
            self._host.skipped(line, f"a loop of {rounds:,} rounds")
            return UnknownValue(name, line)
        numbers = list(range(first, first + rounds) if name != "downto" else range(first, last - 1, -1))
        return self._list_method(numbers, "each", [], block)

    def _list_method(self, values: Any, name: str, arguments: list[Any], block: BlockCall | None) -> Any:
        found = list_method(values, name, arguments, block)
        source = values.values if isinstance(values, Enumerator) else values
        if isinstance(source, ColumnValues) and name in ("size", "length", "count") and not block:
            return RowCount.of(source.frame, len(source))
        if isinstance(source, ColumnValues) and isinstance(found, list) and len(found) == len(source):
            template: str | None = None
            if (
                name.rstrip("!") in ("map", "collect")
                and block is not None
                and source.template is not None
                and not isinstance(values, Enumerator)
            ):
                template = self._template(source.template, block)
            elif name in ("dup", "to_a", "clone", "each"):
                template = source.template
            if name in ("map!", "collect!"):
                own = next((title for title, each in source.frame.columns.items() if each is source), None)
                source[:] = found
                source.template = template if own is None else slot(own)
                return source
            return ColumnValues(found, source.frame, template)
        return found

    def _template(self, template: str, block: BlockCall) -> str | None:
        try:
            made = block(template)
        except (NotLiteral, Leave):
            return None
        return made if has_slot(made) else None


def frame_of(rows: Mapping[str, list[Any]], frame: DataFrame) -> DataFrame:
    """The table with its columns, which know their titles."""
    frame.columns = {title: ColumnValues(values, frame, slot(title)) for title, values in rows.items()}
    return frame
