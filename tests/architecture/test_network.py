"""Only one module opens connections to others; the preview only listens."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2] / "pnp"

NETWORK = frozenset(
    {"http.client", "urllib.request", "ssl", "socket", "ftplib", "smtplib", "asyncio", "xmlrpc", "telnetlib"}
    | {"requests", "httpx", "aiohttp", "urllib3"}
)
WORDS = re.compile(rf"\b({'|'.join({name.partition('.')[0] for name in NETWORK})})\b")
"""A file that holds none of them need not be parsed."""
ALLOWED = {
    "pull/network.py": {"http.client", "ssl", "socket"},
    "preview/server.py": {"socket"},  # listens
    "cli/live.py": {"socket"},  # asks the system for an address of this machine, and sends nothing
    "lsp/server.py": {"asyncio"},  # speaks on standard input and output
}


def imported(source: str) -> set[str]:
    """Modules of the network that a file imports."""
    found: set[str] = set()
    if not WORDS.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return {name for name in found if any(name == each or name.startswith(f"{each}.") for each in NETWORK)}


def test_one_module_imports_the_network() -> None:
    paths = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}
    found = {
        name: used for name, path in paths.items() if (used := imported(path.read_text(encoding="utf-8")))
    }
    assert found == ALLOWED


def test_every_way_to_import_it_is_seen() -> None:
    for line in (
        "import http.client",
        "from http import client",
        "from urllib.request import urlopen",
        "import ssl as s",
    ):
        assert imported(line)
    assert not imported("from http import HTTPStatus\nfrom urllib.parse import quote")
