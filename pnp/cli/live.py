"""``pnp preview`` and ``pnp watch``: the game in the browser, and its PDFs, while it is written."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.opening import languages, need
from pnp.cli.options import game_option, given, lang_option, out_option, print_options, strict_option
from pnp.cli.place import config_folder, find, made, outside_profile, source_date
from pnp.cli.process import Exit, lifted
from pnp.cli.terminal import report, say
from pnp.diagnostics import Diagnostic, Severity, error, has_errors
from pnp.diagnostics.diagnostic import without_accepted
from pnp.diagnostics.printer import counted
from pnp.edit.editor import Editor
from pnp.load import load_game, user_settings
from pnp.pictures import qr_lines
from pnp.preview.engine import Engine
from pnp.preview.output import LiveOutput
from pnp.preview.reading import changes, missing_watcher
from pnp.preview.server import EDITORS, LOOPBACK, PreviewServer
from pnp.preview.session import Session
from pnp.raster.pixels import missing_renderer

if TYPE_CHECKING:
    from pnp.preview.output import Written


_PORT = 8765
_COLLECT = (20_000, 50, 100_000)
"""When garbage is looked for by itself: often among what is new, hardly ever among all."""

_TURN = 0.0005
"""Seconds after which composing lets a thread that answers the page run; every answer waits several times."""


@click.command(
    name="preview",
    epilog="Examples:  pnp preview --game doom    pnp preview --host 0.0.0.0   (for a phone in the same room)",
)
@game_option
@lang_option
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"Port to listen on. [{_PORT}, or another if it is taken]"
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Address to listen on, so that others in the network can look. [this machine only]",
)
@click.option(
    "--pull",
    type=click.IntRange(5, 86_400),
    metavar="SECONDS",
    help="Pull the tables that are published elsewhere, again after so long.",
)
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    metavar="HOST",
    help="Host in your own network that --pull may ask.",
)
@click.option(
    "--editor",
    type=click.Choice(EDITORS),
    envvar="PNP_EDITOR",
    default=EDITORS[0],
    help="Editor that links to lines open; with none they are copied. PNP_EDITOR sets another one. [vscode]",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def preview(
    game: str | None,
    lang: str,
    port: int | None,
    host: str | None,
    pull: int | None,
    allowed: tuple[str, ...],
    editor: str,
    opened: bool,
) -> int:
    """Show all pieces as they will print, on a page that updates while you write.

    Saving a file redraws what changed. Errors appear with their line, and the last good picture stays. Stop
    with Ctrl-C. The page begins in the first language of --lang.
    """
    folder = find(game)
    need(missing_renderer(), missing_watcher())
    # Imports and most of the data stay, so the engine collects garbage when it has nothing to do.
    gc.freeze()
    gc.set_threshold(*_COLLECT)
    sys.setswitchinterval(_TURN)
    session = Session(folder, Path.cwd(), user_settings(config_folder()))
    edits = Editor(folder, Path.cwd(), made().journals)
    engine = Engine(session, _failed, _first(folder, lang), edits)
    stop = threading.Event()
    with _set_by_ctrl_c(stop):
        engine.start()
        server = _server(engine, host or LOOPBACK, port, editor)
        server.start()
        try:
            _greet(server.address, [server.address_at(each) for each in _reachable(host)])
            if opened:
                with lifted():
                    webbrowser.open(server.address)
            if pull is not None:
                from pnp.cli.pull import pull_regularly  # the network is loaded only where it is asked for

                threading.Thread(
                    target=pull_regularly, args=(folder, pull, allowed, stop), daemon=True
                ).start()
            for _ in changes(folder, stop):
                engine.changed()
        finally:
            stop.set()
            server.stop()
            engine.stop()
    return Exit.FINE


@contextmanager
def _set_by_ctrl_c(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C sets the event.

    An interrupt could leave the lock of an import held, and the engine would wait for it.
    """
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _first(folder: Path, lang: str) -> str:
    """The language that the page begins with; empty for the game's own.

    Raises:
        click.UsageError: The game does not have one of those that ``lang`` names.
    """
    opened = load_game(folder, cwd=Path.cwd()).game if lang else None
    return "" if opened is None else languages(opened, lang)[0]


def _server(engine: Engine, host: str, port: int | None, editor: str) -> PreviewServer:
    """The server; on another port when the usual one is taken and none was asked for.

    Raises:
        Stop: It cannot listen there; the fault has been reported.
    """
    try:
        try:
            return PreviewServer(engine, Path.cwd(), host, _PORT if port is None else port, editor)
        except OSError:
            if port is not None:
                raise
            return PreviewServer(engine, Path.cwd(), host, 0, editor)
    except OSError as fault:
        engine.stop()
        cure = "take another --port" if port else "name an address of this machine with --host"
        need(error("E330", f"cannot listen at {host}: {fault.strerror or fault}", None, cure))
        raise


def _reachable(host: str | None) -> list[str]:
    """Addresses by which others in the network reach this machine; none when they may not."""
    if host is None or host in ("127.0.0.1", "localhost", "::1"):
        return []
    if host not in ("0.0.0.0", "::"):
        return [host]
    family = socket.AF_INET6 if host == "::" else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses leads outside (RFC 5737, RFC 3849).
            probe.connect(("2001:db8::1" if host == "::" else "192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _greet(address: str, others: list[str]) -> None:
    say(f"preview: {address}")
    for other in others:
        say(f"in this network: {other}")
        if sys.stdout.isatty():
            say("\n".join(qr_lines(other)))
    say("Ctrl-C ends it.")


def _failed(traceback: str) -> None:
    """Report a bug in pnp; the preview goes on."""
    say(f"pnp itself failed: {traceback.strip().splitlines()[-1]}", err=True)
    say(f"  The preview goes on. Please report it with this:\n\n{traceback}", err=True)


_NAMED = 3


@click.command(name="watch", epilog="Example:  pnp watch --game doom --lang all    (stop with Ctrl-C)")
@game_option
@lang_option
@print_options
@out_option("Folder for the PDFs")
@strict_option
def watch(
    game: str | None, lang: str, out: Path, strict: bool, printer: str, **typed: str | bool | None
) -> int:
    """Build a game, then rebuild what changed whenever a file is saved. Prints one line per change.

    The files are those of pnp build. While there is an error, the last good ones stay.
    """
    folder = find(game)
    need(missing_watcher())
    start = time.perf_counter()
    session = Session(
        folder, Path.cwd(), user_settings(config_folder()), given(typed), printer, out, time.perf_counter
    )
    press = outside_profile(typed["output_intent"])
    output = LiveOutput(session, out, made().journals, strict=strict, press=press, date=source_date())
    known: set[Diagnostic] = set()
    stop = threading.Event()
    try:
        _watch_languages(session, lang)
        known = _report(output.update(), session.reading.workshop.sources, known, time.perf_counter() - start)
        for _ in changes(folder, stop):
            start = time.perf_counter()
            if session.refresh():
                try:
                    _watch_languages(session, lang)
                except click.UsageError as fault:
                    # The file may be half written; the next save goes on from here.
                    say(f"{fault.format_message()}; waiting for it", err=True)
                written = output.update()
                sources = session.reading.workshop.sources
                known = _report(written, sources, known, time.perf_counter() - start)
    except KeyboardInterrupt:
        say()
    return Exit.FINE


def _watch_languages(session: Session, wanted: str) -> None:
    """Watch the wanted languages; while the game cannot be read, those of before.

    Raises:
        click.UsageError: The game does not have one of them.
    """
    game = session.reading.workshop.game
    if game is not None:
        session.watch(languages(game, wanted))


def _report(
    written: Written, sources: Mapping[str, str], known: Collection[Diagnostic], seconds: float
) -> set[Diagnostic]:
    """Write the faults that are new, and one line on all that happened; the faults that are there now."""
    shown = without_accepted(written.diagnostics)
    serious = [item for item in shown if item.severity is not Severity.NOTE]
    faulty = has_errors(serious)
    report([item for item in serious if item not in known], sources, "full")
    parts = []
    if written.pieces:
        more = f" and {len(written.pieces) - _NAMED} more" if len(written.pieces) > _NAMED else ""
        parts.append(f"{', '.join(written.pieces[:_NAMED])}{more}")
    pdfs = [name for name in written.files if name.endswith(".pdf")]
    if pdfs:
        more = f" and {len(pdfs) - _NAMED} more" if len(pdfs) > _NAMED else ""
        parts.append(f"wrote {', '.join(pdfs[:_NAMED])}{more}")
    else:
        parts.append("nothing written" if faulty else "the files are as they were")
    say("; ".join([*parts, counted(written.diagnostics), f"{seconds:.2f} s"]))
    # Errors stop the checks, so findings of checks are not reported again after the errors are fixed.
    return {*serious, *known} if faulty else set(serious)
