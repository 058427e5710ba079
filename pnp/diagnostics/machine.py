"""Findings for editors, servers of continuous integration and other programs.

Everything is written: nothing is abridged as it is for people. Functions return strings and print nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.diagnostics.diagnostic import Diagnostic, Severity
from pnp.diagnostics.explain import code_name, explanation
from pnp.diagnostics.printer import SEVERITY, SourceLines, block_of, concise, in_order, visible
from pnp.source import Span, path_of, place_record

FromRoot = Callable[[str], str]
"""Takes a path as a span has it; returns it from the root of the repository, as servers expect it."""


def as_json(found: Iterable[Diagnostic]) -> str:
    """A JSON array, one object a finding; spans count lines and columns from 1.

    Accepted warnings are among them, with the author's reason under ``accepted``.
    """
    return _json([_record(item) for item in in_order(found)])


def _json(value: object) -> str:
    return visible(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def _record(item: Diagnostic) -> dict[str, object]:
    record: dict[str, object] = {
        "code": item.code,
        "severity": SEVERITY[item.severity],
        "message": item.message,
        "span": item.span._asdict() if item.span else None,
        "help": list(item.help),
        "piece": item.piece,
        "related": [{"span": span._asdict(), "message": word} for span, word in item.related],
    }
    return record if item.accepted is None else {**record, "accepted": item.accepted}


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github(found: Iterable[Diagnostic], placed: FromRoot = str) -> str:
    """Workflow commands of GitHub, which annotate the lines of a change."""
    lines = []
    for item in in_order(found):
        place = ""
        if item.span:
            file = _github_value(placed(path_of(item.span.file)))
            place = f" file={file},line={item.span.line},col={item.span.column}"
        message = "; ".join((f"{item.code} {item.message}", *item.help))
        lines.append(f"::{_GITHUB[item.severity]}{place}::{_github_text(message)}\n")
    return "".join(lines)


def _github_text(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _github_value(text: str) -> str:
    """The value of a property, which a colon or a comma would end."""
    return _github_text(text).replace(":", "%3A").replace(",", "%2C")


_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Iterable[Diagnostic], version: str, game: str, placed: FromRoot = str) -> str:
    """A log in SARIF 2.1.0, which code scanning of GitHub and many editors show.

    Args:
        found: In any order.
        version: Of pnp.
        game: Path of the file that findings without a place are shown in, as a span would have it.
        placed: See ``Placed``.
    """
    items = in_order(found)
    codes = sorted({item.code for item in items})
    results = [
        {
            "ruleId": item.code,
            "ruleIndex": codes.index(item.code),
            "level": SEVERITY[item.severity],
            "message": {"text": _sentences(item)},
            "locations": [_location(item.span or Span(game), placed)],
            "relatedLocations": [
                {"id": index, **_location(span, placed), "message": {"text": words}}
                for index, (span, words) in enumerate(item.related)
            ],
        }
        for item in items
    ]
    driver = {"name": "pnp", "version": version, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _json({"$schema": _SARIF, "version": "2.1.0", "runs": [run]})


def _sentences(item: Diagnostic) -> str:
    owner = f" ({item.piece})" if item.piece else ""
    return "\n".join((item.message + owner, *item.help))


def _rule(code: str) -> dict[str, object]:
    page = explanation(code) or ""
    rule: dict[str, object] = {"id": code}
    if page:
        rule["name"] = "".join(word.capitalize() for word in code_name(code).split("-"))
        rule["shortDescription"] = {"text": code_name(code).replace("-", " ")}
        rule["help"] = {"text": page, "markdown": page}
    return rule


def _location(span: Span, placed: FromRoot) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": _uri(placed(path_of(span.file)))}}
    cell = place_record(span)
    if "cell" in cell:  # lines of a spreadsheet's file mean nothing
        name = f"{cell['sheet']}!{cell['cell']}"
        return {"physicalLocation": place, "logicalLocations": [{"fullyQualifiedName": name}]}
    place["region"] = {"startLine": span.line, "startColumn": span.column} | (
        {"endLine": span.end_line, "endColumn": span.end_column}
        if (span.end_line, span.end_column) >= (span.line, span.column)
        else {}
    )
    return {"physicalLocation": place}


def _uri(path: str) -> str:
    """The path as a reference of RFC 3986; an absolute one as a ``file:`` URI."""
    if PurePath(path).is_absolute():
        return PurePath(path).as_uri()
    return quote(path.encode("utf-8", "surrogateescape"))


def junit(
    found: Iterable[Diagnostic],
    sources: Mapping[str, str],
    passed: Sequence[tuple[str, str]] = (),
    placed: FromRoot = str,
) -> str:
    """A report in the XML of JUnit, which GitLab, Jenkins and others list as tests.

    Each finding is a test of its file, and fails if it is an error. A file without errors is one test that
    passes, so that a clean game has results too. Output is ASCII with character references.

    Args:
        found: In any order.
        sources: Text of each file by the name that spans use.
        passed: Further tests that passed, as group and name.
        placed: See ``Placed``.
    """
    items, known = in_order(found), SourceLines(sources)
    failing = {item.span.file for item in items if item.span and item.severity is Severity.ERROR}
    suite = Element("testsuite", name="pnp")
    for file in sorted(sources.keys() - failing):
        _case(suite, placed(path_of(file)), "no errors")
    for group, name in passed:
        _case(suite, group, name)
    for item in items:
        if item.severity is Severity.NOTE:
            continue
        file = placed(path_of(item.span.file)) if item.span else "pnp"
        case = _case(suite, file, concise([item]).rstrip("\n"))
        if item.span:
            case.attrib |= {"file": _in_xml(file), "line": str(item.span.line)}
        words = _in_xml(block_of(item, known))
        if item.severity is Severity.ERROR:
            SubElement(case, "failure", type=item.code, message=_in_xml(item.message)).text = words
        else:
            SubElement(case, "system-out").text = words
    counts = {"tests": str(len(suite)), "failures": str(len(suite.findall(".//failure"))), "errors": "0"}
    suite.attrib |= counts
    root = Element("testsuites", {"name": "pnp"} | counts)
    root.append(suite)
    indent(root)
    written: bytes = tostring(root, encoding="us-ascii", xml_declaration=True)
    return written.decode() + "\n"


def _case(suite: Element, group: str, name: str) -> Element:
    return SubElement(suite, "testcase", classname=_in_xml(group), name=_in_xml(name))


_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")
"""Characters besides controls that XML 1.0 cannot hold (2.2, Char)."""


def _in_xml(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", visible(text))
