"""Steps of editing that can be undone and done again, to the very bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from pnp.edit.change import (
    Change,
    Clash,
    ClashError,
    edited,
    inverse,
    read_editable,
    remove_file,
    write_changes,
)
from pnp.model import FileFault


class EditStep(NamedTuple):
    """A step of editing.

    Attributes:
        words: What was done, for the reader.
        piece: Key of the piece that it was about; empty for none.
        forward: The changes.
        back: The changes that undo them.
        made: The files that it made.
        outside: Whether another program did it, so that it is neither undone nor done again.
    """

    words: str
    piece: str
    forward: tuple[Change, ...]
    back: tuple[Change, ...]
    made: frozenset[str] = frozenset()
    outside: bool = False


class History:
    """All steps in one game, of any number.

    Other programs may change the files in between. Their changes stay when a step is undone, as long as they
    are about other stretches.

    Args:
        folder: Of the game.
        journals: Folder of the user's own for journals; None keeps none.
    """

    def __init__(self, folder: Path, journals: Path | None = None) -> None:
        self._folder = folder
        self._journals = journals
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []
        # The content that the files would have after the steps that are done, and no others.
        self._content: dict[str, bytes] = {}

    @property
    def next_undo(self) -> EditStep | None:
        """The step that ``undo`` would take back."""
        return next((step for step in reversed(self._done) if not step.outside), None)

    @property
    def next_redo(self) -> EditStep | None:
        """The step that ``redo`` would do again."""
        return next((step for step in reversed(self._undone) if not step.outside), None)

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
        written = write_changes(self._folder, used, changes, self._journals)
        for file, data in used.items():
            self._note_outside(file, data or b"")
        self._content |= written
        made = frozenset(file for file, data in used.items() if data is None)
        self._done.append(EditStep(words, piece, tuple(changes), tuple(back), made))
        self._undone.clear()
        return True

    def join(self, words: str) -> None:
        """Make the last step one with those before it that are called so; none where others wrote in between."""
        while len(self._done) > 1 and not self._done[-1].outside and self._done[-2].words == words:
            second, first = self._done.pop(), self._done.pop()
            files = dict.fromkeys(change.file for change in (*first.back, *second.back))
            after = {file: self._content[file] for file in files}
            before = after | edited(after, second.back)
            before |= edited(before, first.back)
            forward = [whole_change(file, before[file], after[file]) for file in files]
            back = inverse(before, forward)
            made = first.made | second.made
            self._done.append(EditStep(words, second.piece, tuple(forward), tuple(back), made))

    def undo(self) -> EditStep | None:
        """Take the last step back; the step, or None without one.

        Raises:
            FileFault: See ``write_changes``.
            ClashError: Another program has changed the same stretch since.
        """
        return self._turn(self._done, self._undone, self.next_undo, back=True)

    def redo(self) -> EditStep | None:
        """Do the last step again that was undone; see ``undo``."""
        return self._turn(self._undone, self._done, self.next_redo, back=False)

    def _turn(
        self, source: list[EditStep], target: list[EditStep], step: EditStep | None, *, back: bool
    ) -> EditStep | None:
        if step is None:
            return None
        while source[-1].outside:
            passed = source.pop()
            self._content |= edited(self._content, passed.back if back else passed.forward)
            target.append(passed)
        self._put(step.back if back else step.forward, step.made if back else frozenset())
        target.append(source.pop())
        return step

    def _put(self, changes: Sequence[Change], removed: frozenset[str]) -> None:
        """Write changes to the files, wherever their stretches are by now.

        Args:
            changes: Of the content that the files have by the steps alone.
            removed: Files to remove that are empty afterwards.

        Raises:
            ClashError: Another program has changed one of the stretches.
        """
        files = dict.fromkeys(change.file for change in changes)
        read = {file: read_editable(self._folder, file) for file in files}
        wanted = edited(self._content, changes)
        moved, clashes = [], []
        for file in files:
            own = [change for change in changes if change.file == file]
            shifted = _shifted(own, self._content[file], read[file] or b"")
            moved += shifted or []
            if shifted is None:
                clashes.append(Clash(file, wanted[file], read[file]))
        if clashes:
            raise ClashError(clashes)
        new = write_changes(self._folder, read, moved, self._journals)
        for file in removed:
            if not new[file]:
                remove_file(self._folder, file)
        self._content |= wanted

    def _note_outside(self, file: str, data: bytes) -> None:
        """Note the change of another program in a file, if there was one."""
        before = self._content.get(file, data)
        if before != data:
            change = whole_change(file, before, data)
            back = tuple(inverse({file: before}, [change]))
            self._done.append(EditStep("", "", (change,), back, outside=True))


def whole_change(file: str, before: bytes, after: bytes) -> Change:
    """The change of one content of a file to another one, as short as one stretch can be."""
    start, stop = _difference(before, after)
    return Change(file, start, stop, after[start : len(after) - (len(before) - stop)])


def _difference(before: bytes, after: bytes) -> tuple[int, int]:
    """The stretch of ``before`` that is something else in ``after``; both agree before and after it."""
    least = min(len(before), len(after))
    start = 0
    while start < least and before[start : start + 4096] == after[start : start + 4096]:
        start = min(start + 4096, least)
    while start < least and before[start] == after[start]:
        start += 1
    rest = 0
    while rest < least - start and before[-1 - rest] == after[-1 - rest]:
        rest += 1
    return start, len(before) - rest


def _shifted(changes: Sequence[Change], before: bytes, after: bytes) -> list[Change] | None:
    """Changes of one content as those of another; None if they touch what differs."""
    hunks = _hunks(before, after)
    found = []
    for change in changes:
        way = sum(more for _, stop, more in hunks if stop < change.start)
        if any(start <= change.stop and change.start <= stop for start, stop, _ in hunks):
            return None
        found.append(change._replace(start=change.start + way, stop=change.stop + way))
    return found


def _hunks(before: bytes, after: bytes) -> list[tuple[int, int, int]]:
    """The stretches of ``before`` that differ, line by line, each with how many bytes longer it has become."""
    if before == after:
        return []
    start, stop = _difference(before, after)
    start = before.rfind(b"\n", 0, start) + 1
    end = before.find(b"\n", stop)
    stop = len(before) if end < 0 else end + 1
    old = before[start:stop].splitlines(keepends=True)
    new = after[start : len(after) - (len(before) - stop)].splitlines(keepends=True)
    places = list(accumulate(map(len, old), initial=0))
    hunks = []
    for kind, first, last, one, other in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            left, right = b"".join(old[first:last]), b"".join(new[one:other])
            begin, length = _difference(left, right)
            at = start + places[first]
            hunks.append((at + begin, at + length, len(right) - len(left)))
    return hunks
