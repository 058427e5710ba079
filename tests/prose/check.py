"""Faults of prose: banned phrases and long lines in the parts of the repository."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.prose.passages import Passage, nodes, of_help, of_module, of_page, of_settings
from tests.prose.phrases import ANYWHERE, LONGEST_LINE, OPENING

ROOT = Path(__file__).parents[2]
GENERATED = "docs/errors.md"
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs")
CODES = "pnp/diagnostics/codes"
SETTINGS = ("Makefile", ".ci/run", "pyproject.toml")
CODE = "pnp"


def faults(passages: Iterable[Passage]) -> Iterator[str]:
    """Each banned phrase with its place and what to write instead."""
    for passage in passages:
        opening = passage.text.lstrip()
        for phrase in OPENING:
            if phrase.pattern.match(opening):
                yield f"{passage.file}:{passage.line}: '{opening[:30]}…': {phrase.instead}"
        for phrase in ANYWHERE:
            for found in phrase.found_in(passage.text):
                line = passage.line + passage.text.count("\n", 0, found.start())
                yield f"{passage.file}:{line}: '{found.group()}': {phrase.cure}"


def long_lines(path: Path, name: str) -> Iterator[str]:
    """Lines of prose over the limit. Code, rows of tables and lines with an address may be long."""
    text = path.read_text(encoding="utf-8")
    if max(map(len, text.splitlines()), default=0) <= LONGEST_LINE:
        return
    inside = _docstring_lines(text) if path.suffix == ".py" else None
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= path.suffix == ".md" and line.lstrip().startswith("```")
        comment = line.lstrip().startswith("#")
        code = fenced or (name in SETTINGS and not comment)
        code |= inside is not None and number not in inside and not comment
        row = path.suffix == ".md" and line.startswith(("|", "    "))
        if len(line) > LONGEST_LINE and not (code or row or "http" in line or "noqa" in line):
            yield f"{name}:{number}: {len(line)} characters; wrap at {LONGEST_LINE}"


def _docstring_lines(source: str) -> set[int]:
    """Numbers of the lines of docstrings and of texts under constants."""
    return {
        number
        for node in nodes(source)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def faults_in(where: str) -> Iterator[str]:
    """Faults of a file or of all files in a folder, named from the top of the checkout."""
    top = ROOT / where
    for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
        name = path.relative_to(ROOT).as_posix()
        if (
            name == GENERATED
            or not path.is_file()
            or (path.suffix == ".md" and where.startswith(CODE) and CODES not in where)
        ):
            continue
        if path.suffix == ".py":
            passages = of_module(path, name)
        elif path.suffix == ".md":
            passages = of_page(path, name)
        elif name in SETTINGS:
            passages = of_settings(path, name)
        else:
            continue
        yield from faults(passages)
        yield from long_lines(path, name)


def faults_of_help() -> Iterator[str]:
    """Faults of the help of all commands."""
    yield from faults(of_help())


def parts() -> list[str]:
    """Everything that a person reads but code: pages one by one, the pages of codes, settings, help."""
    pages = [
        path.relative_to(ROOT).as_posix()
        for each in PAGES
        for path in (sorted((ROOT / each).rglob("*.md")) if (ROOT / each).is_dir() else [ROOT / each])
    ]
    return [name for name in [*pages, CODES, *SETTINGS, "help"] if name != GENERATED]


def packages() -> list[str]:
    """The packages and modules of the program."""
    paths = sorted((ROOT / CODE).iterdir())
    return [
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.name != "__pycache__" and (path.is_dir() or path.suffix == ".py")
    ]
