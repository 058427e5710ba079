"""The exceptions of the interface for Python; a program has to expect no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.diagnostics import Diagnostic, Severity, did_you_mean


class PnpError(Exception):
    """Anything that ``pnp.api`` raises."""


class GameNotFoundError(PnpError):
    """The game does not exist; the message suggests others."""


class UnknownNameError(PnpError):
    """A piece, field, side, language, set, option or export does not exist; the message suggests others."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
        """For the name of a thing of this kind, such as ``piece``."""
        return cls(f"no {kind} '{name}'; {did_you_mean(name, known, kind + 's')}")


class UnusableFilesError(PnpError):
    """A ZIP file or a mapping cannot be a game: its names, its size or its form."""


class BrokenGameError(PnpError):
    """The game has errors, so that nothing can be drawn or written.

    Attributes:
        diagnostics: Everything found.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """The message is the first error, with the number of the others."""
        errors = [each for each in diagnostics if each.severity is Severity.ERROR]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0].code}: {errors[0].message}{more}" if errors else "the game has errors")
        self.diagnostics = tuple(diagnostics)


class MissingLibraryError(PnpError):
    """Pictures need the extra ``preview``."""


class CancelledError(PnpError):
    """``progress`` returned False, or the time limit passed."""
