"""Runs that ended with an exception: what is said about it, and the exit code."""

from __future__ import annotations

import errno
import platform
import traceback

import click

from pnp import __version__
from pnp.cli.process import Exit, TimeLimit, came_of_an_interrupt
from pnp.cli.terminal import report, say
from pnp.diagnostics import error, times
from pnp.diagnostics.printer import visible
from pnp.disk import temporary_file


def reported(fault: BaseException, limit: TimeLimit) -> int:  # noqa: PLR0911 - one return for each way a run can end
    """The exit code of a run that an exception ended, which is reported; call it while that is handled."""
    match fault:
        case click.UsageError():
            _show(cured(fault))
            return Exit.USAGE
        case click.ClickException():
            _show(fault)
            return Exit.ENVIRONMENT
        case click.Abort():  # click has ended the line with the terminal's '^C'
            return _stopped(limit)
        case OSError() | MemoryError():
            report([error("E100", _refused(fault), None, _cure(fault))], {}, "concise")
            return Exit.ENVIRONMENT
    if came_of_an_interrupt(fault):
        click.echo(err=True)  # noqa: TID251
        return _stopped(limit)
    from pnp.fonts import FontFault
    from pnp.pdf import PdfTooLargeError

    if isinstance(fault, FontFault):
        report([error(fault.code, fault.message, None, fault.cure)], {}, "full")
        return Exit.FAULTS
    if not isinstance(fault, PdfTooLargeError):
        return _report_bug()
    from pnp.build import too_large

    report([too_large()], {}, "full")
    return Exit.FAULTS


def _show(fault: click.ClickException) -> None:
    """Print a fault of the command line, which may quote a name in the game."""
    fault.message = visible(fault.message)  # type: ignore[misc]
    fault.show()


def _stopped(limit: TimeLimit) -> int:
    """Report what stopped the run, the time limit or the user; the exit code."""
    limit.end()
    # Python before 3.13 remembers an interrupt that came while a string was executed, as libraries do to make
    # classes, and would end 'python -m pnp' as if nobody had caught it. Executing another string clears this.
    exec("")
    if limit.over:
        words = f"stopped after {times(limit.minutes, 'minute')}; the last good output is untouched"
        say(f"{words}\n  help: 'pnp --time-limit MINUTES …' allows more", err=True)
        return Exit.ENVIRONMENT
    say("interrupted; the last good output is untouched", err=True)
    return Exit.INTERRUPTED


def _refused(fault: OSError | MemoryError) -> str:
    """A message for an error of the system."""
    if isinstance(fault, MemoryError):
        return "there is not enough memory; 'pnp --memory-limit MEGABYTES …' allows more"
    where = f"{fault.filename}: " if fault.filename else ""
    return f"{where}{fault.strerror or fault}"


def _cure(fault: OSError | MemoryError) -> str:
    if isinstance(fault, MemoryError):
        return "close other programs, or give fewer --jobs"
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room on the disk, or write elsewhere with --out"
    return "check that it exists, and that you may read and write it"


def _report_bug() -> int:
    report = f"pnp {__version__}, Python {platform.python_version()}, {platform.system()}\n\n{traceback.format_exc()}"
    last = report.strip().splitlines()[-1]
    say(f"pnp itself failed: {last}", err=True)
    try:
        file = temporary_file(visible(report), "pnp-fault-")
    except OSError:
        # No room for a file: what it would have said most of all.
        places = "\n".join(line for line in report.splitlines() if line.startswith("  File "))
        say(f"  Your files are safe. Please report this with these lines:\n{places}", err=True)
    else:
        say(f"  Your files are safe. Please report this and attach: {file}", err=True)
    return Exit.OUR_BUG


def cured(fault: click.UsageError) -> click.UsageError:
    """The fault; one of a word too many says how a game is named, where that may have been meant."""
    options = fault.ctx.command.params if fault.ctx else ()
    extra = fault.message.startswith("Got unexpected extra argument")
    if not extra or all(option.name != "game" for option in options):
        return fault
    language = ", a language by --lang" if any(option.name == "lang" for option in options) else ""
    return click.UsageError(f"{fault.message}; a game is named by --game{language}", fault.ctx)
