"""Print profiles, those that ship with pnp, the user's and a game's own, and the printers of the user."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.load.document import DataFile, Findings, SourceFiles, read_yaml
from pnp.load.files import FolderFiles
from pnp.load.limits import MAX_EXTENDS
from pnp.load.shape.print_file import PrintersFile, PrintOptions, ProfileFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping, Node
from pnp.model import PrintSettings
from pnp.model.calibration import Calibration, Printer
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
        document = read_yaml(path.read_bytes(), path.name).document
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


PRINTERS_FILE = "printers.yaml"
_HEAD = "# Written by pnp calibrate: what each printer needs on each paper. Delete a line to forget it.\n"


@dataclass(frozen=True, slots=True)
class UserSettings:
    """The settings in the user's folder.

    Attributes:
        profiles: By name.
        printers: By name.
        diagnostics: What is wrong with the files.
        sources: Text of each file, by its name as shown.
    """

    profiles: MappingABC[str, PrintSettings] = field(default_factory=dict)
    printers: MappingABC[str, Printer] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: MappingABC[str, str] = field(default_factory=dict)


def user_settings(folder: Path) -> UserSettings:
    """The profiles in ``profiles/*.yaml`` and the printers of ``printers.yaml``; empty without the folder."""
    if not folder.is_dir():
        return UserSettings()
    files, findings = FolderFiles(folder), Findings()
    source = SourceFiles(files, findings)
    profiles = profiles_of(source.documents("profiles"), shipped_profiles, findings)
    printers = _printers(source, findings) if files.exists(PRINTERS_FILE) else {}
    return UserSettings(profiles, printers, tuple(findings.all()), source.texts_read)


def _printers(source: SourceFiles, findings: Findings) -> dict[str, Printer]:
    place = Span(source.files.shown(PRINTERS_FILE))
    document = source.document(PRINTERS_FILE, source.data(PRINTERS_FILE, place))
    if document is None:
        return {}
    shape = read_shape(PrintersFile, document.root, findings)
    return {
        name: Printer(
            name,
            {
                paper: Calibration(entry.x, entry.y, entry.rotate, entry.scale_x, entry.scale_y)
                for paper, entry in papers.items()
            },
        )
        for name, papers in shape.printers.items()
    }


def printers_file(printers: MappingABC[str, Printer]) -> bytes:
    """The content of ``printers.yaml`` that holds these printers, in order of name."""
    lines = [_HEAD, "printers:\n"]
    for name, printer in sorted(printers.items()):
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}:\n")
        for paper, one in sorted(printer.papers.items()):
            keys = {
                "x": f"{one.x:g}mm",
                "y": f"{one.y:g}mm",
                "rotate": f"{one.rotate:g}",
                "scale-x": f"{one.scale_x:g}",
                "scale-y": f"{one.scale_y:g}",
            }
            values = ", ".join(f"{key}: {value}" for key, value in keys.items())
            lines.append(f"    {json.dumps(paper, ensure_ascii=False)}: {{{values}}}\n")
    return "".join(lines).encode()
