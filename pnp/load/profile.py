"""Print profiles: those that ship with pnp, the user's and a game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import did_you_mean
from pnp.load.document import DataFile, read_yaml
from pnp.load.findings import Findings
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.print_file import PrintOptions, ProfileFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping, Node
from pnp.model import PrintSettings
from pnp.model.print import PRINT_OPTIONS
from pnp.source import Span

_SHIPPED = Path(__file__).with_name("profiles")


class Profiles(MappingABC[str, PrintSettings]):
    """Profiles by name, the shipped ones after the given ones; those are read when one of them is asked for.

    Most runs name no profile, and reading eight files takes longer than loading a small game.
    """

    def __init__(self, given: MappingABC[str, PrintSettings]) -> None:
        self._given = given
        self._all: dict[str, PrintSettings] | None = None

    def __getitem__(self, name: str) -> PrintSettings:
        return self._given[name] if name in self._given else self._whole()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def _whole(self) -> dict[str, PrintSettings]:
        if self._all is None:
            self._all = {**shipped_profiles(), **self._given}
        return self._all


def shipped_profiles() -> dict[str, PrintSettings]:
    """The profiles that ship with pnp, by name."""
    findings = Findings()
    documents = {}
    for path in sorted(_SHIPPED.glob("*.yaml")):
        document = read_yaml(path.read_bytes(), path.name).document(path.name)
        assert document is not None, path
        documents[path.stem] = document
    found = profiles_of(documents, dict, findings)
    assert not findings.all(), "shipped profiles are valid"
    return {name: replace(profile, file="", places={}) for name, profile in found.items()}


def profiles_of(
    documents: MappingABC[str, DataFile],
    known: Callable[[], MappingABC[str, PrintSettings]],
    findings: Findings,
) -> dict[str, PrintSettings]:
    """The profiles that the files hold, each with what it extends put in.

    Args:
        documents: Files by the names of their profiles.
        known: Returns weaker profiles that may be extended, also by one of the same name.
        findings: Where faults go: those of shapes, S104 and M131.
    """
    if not documents:
        return {}
    written: dict[str, _WrittenProfile] = {}
    for name, document in documents.items():
        shape = read_shape(ProfileFile, document.root, findings)
        settings = replace(
            print_settings(shape, document.root),
            name=name,
            description=shape.description,
            file=document.file,
        )
        written[name] = _WrittenProfile(settings, shape.extends or "", document.place("extends"))
    family = _Family(written, known(), findings)
    return {name: family.whole(name) for name in written}


class _WrittenProfile(NamedTuple):
    """A profile as its file has it: its own options, what it extends, and where it says so."""

    settings: PrintSettings
    parent: str
    place: Span


class _Family(NamedTuple):
    """Profiles that extend one another and weaker ones."""

    written: MappingABC[str, _WrittenProfile]
    known: MappingABC[str, PrintSettings]
    findings: Findings

    def whole(self, name: str, below: tuple[str, ...] = ()) -> PrintSettings:
        """The profile with what it extends put in; ``below`` are those that extend it."""
        settings, parent, place = self.written[name]
        if not parent:
            return settings
        if parent == name or parent not in self.written:  # one may build on a weaker one of its own name
            if parent in self.known:
                return settings.over(self.known[parent])
            cure = did_you_mean(parent, {*self.written, *self.known} - {name}, "profiles")
            self.findings.error("S104", f"unknown profile '{parent}'", place, cure)
            return settings
        chain = (*below, name)
        if parent in chain:
            circle = " → ".join([*chain[chain.index(parent) :], parent])
            message = f"profiles extend one another in a circle: {circle}"
            self.findings.error("M131", message, place, "let one of them go")
            return settings
        if len(chain) >= MAX_EXTENDS:
            message = f"more than {MAX_EXTENDS} profiles extend one another"
            self.findings.error("M131", message, place, "extend one that is nearer to the first")
            return settings
        return settings.over(self.whole(parent, chain))


def print_settings(shape: PrintOptions, node: Node | None) -> PrintSettings:
    """The options that a checked mapping sets, each with its place.

    Args:
        shape: What is valid of the mapping.
        node: The mapping itself.
    """
    values, places = {}, {}
    for name in ("profile", *PRINT_OPTIONS):
        value = getattr(shape, name.replace("-", "_"), None)
        if value is None:
            continue
        values[name] = value
        written = node.get(name) if isinstance(node, Mapping) else None
        if written is not None:
            places[name] = written.span
    return PrintSettings(values, places)
