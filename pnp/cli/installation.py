"""``pnp doctor`` and ``pnp cache``: whether pnp has everything it needs, and what it keeps between runs."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from pnp import __version__
from pnp.cli.options import full_or_json
from pnp.cli.place import cache as open_cache
from pnp.cli.place import config_folder
from pnp.cli.process import Exit
from pnp.cli.terminal import say, say_json, say_painted
from pnp.diagnostics import extra_cures, times
from pnp.diagnostics.printer import visible
from pnp.load import list_games, shared_root, user_settings
from pnp.store import Usage
from pnp.store.limits import MAX_STORE_BYTES

_LIBRARIES = {
    "click": "the command line",
    "jinja2": "layouts",
    "markdown-it-py": "rulebooks",
    "pillow": "pictures",
    "pyphen": "hyphenation",
    "pyyaml": "YAML",
    "reportlab": "PDF",
    "segno": "QR codes",
    "uharfbuzz": "shaping of text",
}
_EXTRAS = {
    "budoux": ("phrases of Japanese, Chinese and Thai", "cjk"),
    "openpyxl": ("writing tables in .xlsx", "spreadsheets"),
    "resvg-py": ("all of SVG as pictures", "svg"),
    "pypdfium2": ("pictures and the preview", "preview"),
    "watchfiles": ("preview and watch", "preview"),
    "pygls": ("the language server for editors", "lsp"),
}

_Check = tuple[bool | None, str, str]


@click.command(name="doctor")
@full_or_json
def doctor(form: str) -> int:
    """Check that pnp has everything it needs, and say how to get what is missing."""
    checks = [*_python(), *_libraries(), *_extras(), *_shared(), *_output(), *_user()]
    if form == "json":
        words = {True: "ok", False: "failed", None: "missing"}
        records = [{"name": what, "state": words[fine], "says": word} for fine, what, word in checks]
        say_json(records)
    for fine, what, word in checks if form == "full" else ():
        mark, kind = {True: ("ok", "green"), False: ("FAIL", "red"), None: ("--", "yellow")}[fine]
        say_painted(f"{click.style(mark.rjust(4), fg=kind)}  {what:<24} {visible(word)}")
    return Exit.ENVIRONMENT if any(fine is False for fine, _, _ in checks) else Exit.FINE


def _python() -> Iterator[_Check]:
    fine = sys.version_info >= (3, 11)
    yield (
        fine,
        "Python",
        platform.python_version()
        + ("" if fine else "; pnp needs 3.11 or later, install it from your system"),
    )
    yield True, "pnp-press", __version__


def _libraries() -> Iterator[_Check]:
    for name, purpose in _LIBRARIES.items():
        try:
            yield True, name, f"{version(name)} ({purpose})"
        except PackageNotFoundError:
            yield False, name, f"missing ({purpose}); install pnp-press again with pip"
    try:
        import_module("yaml").CSafeLoader  # noqa: B018 - only whether it is there
        yield True, "libyaml", "YAML is read fast"
    except AttributeError:
        yield None, "libyaml", "PyYAML has no C reader here; large decks load about ten times slower"


def _extras() -> Iterator[_Check]:
    for name, (purpose, extra) in _EXTRAS.items():
        try:
            yield True, name, f"{version(name)} ({purpose})"
        except PackageNotFoundError:
            yield None, name, f"not installed ({purpose}); {'; '.join(extra_cures(extra))}"


def _shared() -> Iterator[_Check]:
    import hashlib

    root = shared_root()
    try:
        fonts = json.loads((root / "fonts" / "index.json").read_text(encoding="utf-8"))["fonts"]
        changed = [
            font["file"]
            for font in fonts
            if hashlib.sha256((root / "fonts" / font["file"]).read_bytes()).hexdigest() != font["sha256"]
        ]
        yield (
            not changed,
            "fonts",
            times(len(fonts), "file") + (f"; changed: {', '.join(changed)}" if changed else ", whole"),
        )
        icons = json.loads((root / "icons" / "icons.json").read_text(encoding="utf-8"))
        yield True, "icons", str(len(icons))
    except (OSError, ValueError, KeyError) as fault:
        yield False, "shared files", f"{fault}; install pnp-press again"
    yield True, "games", ", ".join(list_games(Path.cwd())) or "none here"


def _output() -> Iterator[_Check]:
    import os

    folder = Path.cwd()
    fine = os.access(folder, os.W_OK)
    yield fine, "this folder", "can be written" if fine else "cannot be written; use --out"


def _user() -> Iterator[_Check]:
    user = user_settings(config_folder())
    held = f"{times(len(user.profiles), 'profile')}, {times(len(user.printers), 'printer')}"
    faults = f"; {times(len(user.diagnostics), 'fault')}, see pnp profiles" if user.diagnostics else ""
    yield not user.diagnostics or None, "your own settings", f"{config_folder().as_posix()} ({held}{faults})"


@click.group(
    name="cache",
    invoke_without_command=True,
    epilog="Examples:  pnp cache    pnp cache clear    pnp --no-cache build",
)
@click.pass_context
def cache(context: click.Context) -> int:
    """Show the folder and the size of the cache; 'clear' empties it.

    The cache only saves time. PNP_CACHE_DIR sets another folder; PNP_NO_CACHE=1 or --no-cache turns it off.
    """
    if context.invoked_subcommand is None:
        kept = open_cache()
        if kept.folder is None:
            say("the cache is off")
        else:
            usage = kept.usage()
            say(f"{kept.folder.as_posix()}\n{_size(usage)}, at most {MAX_STORE_BYTES / 1e6:.0f} MB")
    return Exit.FINE


@cache.command()
def clear() -> int:
    """Empty the cache."""
    say(f"removed {_size(open_cache().clear())}")
    return Exit.FINE


def _size(usage: Usage) -> str:
    return f"{times(usage.entries, 'entry', 'entries', thousands=',')}, {usage.size / 1e6:.1f} MB"
