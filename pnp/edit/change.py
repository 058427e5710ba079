"""Changes of stretches of files, written together, and steps of them that can be undone and done again."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from pnp.disk import LinkError, open_folder, put_files
from pnp.load import shared_root
from pnp.load.files import path_parts
from pnp.load.limits import MAX_DATA_BYTES
from pnp.model import FileFault

_OUT = "out"
"""The folder of the output, which is no part of a game."""


class Change(NamedTuple):
    """Other content for a stretch of a file.

    Attributes:
        file: Relative to the game's folder, with forward slashes.
        start: Bytes before the stretch.
        stop: Bytes before its end.
        content: What is there afterwards, in the encoding of the file.
    """

    file: str
    start: int
    stop: int
    content: bytes


class Clash(NamedTuple):
    """A file that is not what the changes were made for.

    Attributes:
        file: As in ``Change``.
        wanted: Content that the file would have had; None if it was to be missing.
        found: Content that it has; None if it is missing.
    """

    file: str
    wanted: bytes | None
    found: bytes | None


class ClashError(Exception):
    """Files have changed since they were read: nothing was written.

    Attributes:
        clashes: Each of those files in both versions.
    """

    def __init__(self, clashes: Sequence[Clash]) -> None:
        super().__init__(f"{', '.join(clash.file for clash in clashes)} changed meanwhile")
        self.clashes = tuple(clashes)


def check_editable(folder: Path, file: str) -> None:
    """Refuse a file that may not be edited.

    Args:
        folder: Of the game.
        file: Relative to it.

    Raises:
        FileFault: The game ships with pnp, the path leads outside or to hidden files, or the file is output.
    """
    if is_shipped(folder):
        message = f"'{folder.name}' ships with pnp and is not edited"
        raise FileFault(message, "copy its folder, and edit the copy")
    parts = path_parts(file)
    if "/".join(parts) != file:
        raise FileFault(f"'{file}' is not the shortest path of a file", "write it without '.' and '//'")
    if any(part.startswith(".") for part in parts):
        raise FileFault(f"'{file}' is hidden", "edit a file of the game")
    if parts[0] == _OUT:
        raise FileFault(f"'{file}' is output", "edit what it is made from")


def is_shipped(folder: Path) -> bool:
    """Whether a game's folder came with pnp."""
    return folder.resolve().is_relative_to((shared_root() / "data").resolve())


def read_editable(folder: Path, file: str) -> bytes | None:
    """The content of a file that may be edited; None if it is missing.

    Raises:
        FileFault: It may not be edited, a link is on the way, or it is too large or no plain file.
    """
    check_editable(folder, file)
    return _read(folder, file)


def edited(read: Mapping[str, bytes | None], changes: Iterable[Change]) -> dict[str, bytes]:
    """The new content of each file that changes, in order of name.

    Args:
        read: Content of each of them; a missing file counts as empty.
        changes: In any order.

    Raises:
        ValueError: Stretches overlap, or leave their file.
    """
    found: dict[str, bytes] = {}
    for file, listed in _by_file(changes).items():
        data = read[file] or b""
        parts, at = [], 0
        for change in listed:
            if not at <= change.start <= change.stop <= len(data):
                raise ValueError(
                    f"bytes {change.start} to {change.stop} of {file} are no stretch of their own"
                )
            parts += [data[at : change.start], change.content]
            at = change.stop
        found[file] = b"".join([*parts, data[at:]])
    return found


def inverse(read: Mapping[str, bytes | None], changes: Iterable[Change]) -> list[Change]:
    """The changes that bring back the old content from the new one; see ``edited``."""
    found = []
    for file, listed in _by_file(changes).items():
        data, moved = read[file] or b"", 0
        for change in listed:
            start = change.start + moved
            old = data[change.start : change.stop]
            found.append(Change(file, start, start + len(change.content), old))
            moved += len(change.content) - len(old)
    return found


def write_changes(
    folder: Path,
    read: Mapping[str, bytes | None],
    changes: Iterable[Change],
    journals: Path | None = None,
) -> dict[str, bytes]:
    """Write changes of any number of files in one step; the new content of each file.

    Either all files change or none does, even if the run is killed: see ``pnp.disk.put_files``.

    Args:
        folder: Of the game.
        read: Content of each file that changes, as the changes were made for; None for a file that is to be
            missing, and is made.
        changes: In any order; they may not overlap.
        journals: Folder of the user's own for journals; None keeps none.

    Raises:
        FileFault: A file may not be edited (``check_editable``), a link is in the way, a file would be too
            large, or the system refuses to write.
        ClashError: Files are not what was read.
        ValueError: Changes overlap.
    """
    wanted = edited(read, changes)
    for file, content in wanted.items():
        check_editable(folder, file)
        if len(content) > MAX_DATA_BYTES:
            raise FileFault(f"'{file}' would be too large", f"at most {MAX_DATA_BYTES:,} bytes are read")

    def compare() -> None:
        """Refuse files that have changed; once more just before they are replaced."""
        clashes = [
            Clash(file, wanted[file], found)
            for file in wanted
            if (found := _read(folder, file)) != read[file]
        ]
        if clashes:
            raise ClashError(clashes)

    compare()
    try:
        put_files(folder, wanted, journals, last_look=compare)
    except LinkError as fault:
        raise _linked(str(fault.filename)) from fault
    except OSError as fault:
        message = f"'{', '.join(wanted)}' cannot be written: {fault.strerror or fault}"
        full = fault.errno in (errno.ENOSPC, errno.EDQUOT)
        raise FileFault(
            message, "make room there" if full else "check whether you may write there"
        ) from fault
    return wanted


def remove_file(folder: Path, file: str) -> None:
    """Remove an empty file that may be edited; one that has content stays.

    Raises:
        FileFault: It may not be edited, or the system refuses.
    """
    if read_editable(folder, file) != b"":
        return
    try:
        with open_folder((folder / file).parent, folder) as around:
            around.remove(Path(file).name)
    except OSError as fault:
        raise FileFault(f"'{file}' cannot be removed: {fault.strerror}", "remove it yourself") from fault


def _by_file(changes: Iterable[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in sorted(changes):
        found.setdefault(change.file, []).append(change)
    return found


def _read(folder: Path, file: str) -> bytes | None:
    """The content of a plain file without links on the way; None if it is missing."""
    path = folder / file
    try:
        with open_folder(path.parent, folder) as around:
            if around.is_link(path.name):
                raise _linked(file)
            if around.info(path.name) is None:
                return None
            data = around.read(path.name, MAX_DATA_BYTES)
    except LinkError as fault:
        raise _linked(file) from fault
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise FileFault(
            f"'{file}' cannot be read: {fault.strerror}", "check whether you may read it"
        ) from fault
    if data is None:
        raise FileFault(f"'{file}' is no plain file, or too large", "edit a file of text")
    return data


def _linked(file: str) -> FileFault:
    return FileFault(f"'{file}' is reached through a link", "put the file itself there")


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
        """Join the last step to those before it with these words; not where others wrote in between."""
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
    """The stretches of ``before`` that differ, line by line, each with the bytes that it has gained."""
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
