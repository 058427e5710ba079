"""Steps of editing that can be undone and done again, to the very bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.edit.change import Change, edited, inverse, read_editable, write_changes
from pnp.model import FileFault


class Step(NamedTuple):
    """A written step.

    Attributes:
        words: What was done, for the reader.
        piece: Key of the piece that it was about; empty for none.
        forward: The changes.
        back: The changes that undo them.
        before: Digest of each file before it; empty for a missing one.
        after: Digest of each file after it.
    """

    words: str
    piece: str
    forward: tuple[Change, ...]
    back: tuple[Change, ...]
    before: Mapping[str, str]
    after: Mapping[str, str]


class History:
    """All steps in one game, of any number.

    Args:
        folder: Of the game.
        journals: Folder of the user's own for journals; None keeps none.
    """

    def __init__(self, folder: Path, journals: Path | None = None) -> None:
        self._folder = folder
        self._journals = journals
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._last: dict[str, bytes] = {}

    @property
    def next_undo(self) -> Step | None:
        """The step that ``undo`` would take back."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Step | None:
        """The step that ``redo`` would do again."""
        return self._undone[-1] if self._undone else None

    def write(
        self, read: Mapping[str, bytes | None], changes: Sequence[Change], words: str, piece: str = ""
    ) -> bool:
        """Write a step; False if it changes nothing. Steps that were undone are forgotten.

        Raises:
            FileFault: See ``write_changes``.
            ClashError: A file is not what was read.
        """
        used = {change.file: read[change.file] for change in changes}
        try:
            back = inverse(used, changes)
            new = edited(used, changes)
        except ValueError as fault:
            message = "two of these changes are about the same place"
            raise FileFault(message, "make them one after the other") from fault
        if new == used:
            return False
        self._last |= write_changes(self._folder, used, changes, self._journals)
        before = {file: _digest(data) for file, data in used.items()}
        after = {file: _digest(data) for file, data in new.items()}
        self._done.append(Step(words, piece, tuple(changes), tuple(back), before, after))
        self._undone.clear()
        return True

    def undo(self) -> Step | None:
        """Take the last step back; the step, or None without one.

        Raises:
            FileFault: See ``write_changes``.
            ClashError: A file has changed since.
        """
        step = self.next_undo
        if step is not None:
            self._put(step.back, step.after)
            self._undone.append(self._done.pop())
        return step

    def redo(self) -> Step | None:
        """Do the last step again that was undone; see ``undo``."""
        step = self.next_redo
        if step is not None:
            self._put(step.forward, step.before)
            self._done.append(self._undone.pop())
        return step

    def _put(self, changes: Sequence[Change], digests: Mapping[str, str]) -> None:
        """Write changes to files that have these digests.

        Raises:
            ClashError: A file has another one.
        """
        read = {file: read_editable(self._folder, file) for file in digests}
        for file, data in read.items():
            if _digest(data) != digests[file]:  # the comparison in ``write_changes`` fails and reports both
                read[file] = self._last.get(file)
        self._last |= write_changes(self._folder, read, changes, self._journals)


def _digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()
