"""A PDF file that is written object by object.

Objects are formatted by ReportLab's ``pdfdoc``. Its ``PDFDocument`` is not used: it keeps every object until
the end, has no object streams, dates every file, and adds fonts that nobody asked for. Here an object goes
into the file when it is finished, and only its offset is kept.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Mapping
from itertools import starmap
from typing import Any, NamedTuple, TypeAlias

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from pnp.pdf.number import utf16

# ReportLab reads these from RL_* variables and ~/.reportlab_settings; files must not depend on the machine.
rl_config.pdfComments = rl_config.pdfMultiLine = 0


class PdfTooLargeError(Exception):
    """A file grew beyond what its cross-references can address."""


PdfValue: TypeAlias = Any
"""Values that ReportLab formats: its own objects, strings of PDF syntax, whole numbers."""


class Ref:
    """A reference to a numbered object; its string is PDF syntax, so ReportLab can format it."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"{self.number} 0 R"


COMPRESSION = 6
"""zlib level of streams.

Measured on 5,400 cards: level 9 saves 0.03 % more, level 1 makes files 6 % larger.
"""

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class Stream(NamedTuple):
    """A stream object.

    Attributes:
        entries: Of its dictionary, with ``Filter`` where the bytes are encoded; the length is added.
        content: The bytes as they go into the file.
    """

    entries: Mapping[str, PdfValue]
    content: bytes


def text(value: str) -> str:
    """A text string (ISO 32000-1 §7.9.2.2): letters if they are ASCII, else UTF-16 in hexadecimal digits."""
    if value.isascii() and value.isprintable():
        return f"({value.translate(_ESCAPED)})"
    return f"<FEFF{utf16(value)}>"


_ESCAPED = {ord(char): "\\" + char for char in r"\()"}


def deflated(entries: Mapping[str, PdfValue], content: bytes) -> Stream:
    """A stream of these bytes, compressed."""
    return Stream({**entries, "Filter": "/FlateDecode"}, zlib.compress(content, COMPRESSION))


class PdfFile(pdfdoc.DummyDoc):
    """Writes the objects of one file. ReportLab's formatters use it as their document.

    Objects that are no streams are written together in compressed object streams (ISO 32000-1 §7.5.7).

    Attributes:
        parts: The file so far; pictures are not copied.
    """

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self._count = 0
        self._places: dict[int, tuple[int, int, int]] = {}
        self._waiting: list[tuple[int, bytes]] = []
        self._written = 0
        self._digest = hashlib.sha256()
        self._write(_HEADER)

    def Reference(self, value: PdfValue) -> PdfValue:  # noqa: N802
        """The object itself: ReportLab asks for a reference, but here objects are written in place."""
        return value

    def reserve(self) -> Ref:
        """A reference to an object that is put later."""
        self._count += 1
        return Ref(self._count)

    def put(self, value: PdfValue, at: Ref | None = None) -> Ref:
        """Write a stream, or put another object into the next object stream.

        The result is the reference to it, which is ``at`` if that was reserved.

        Raises:
            PdfTooLargeError: The file goes on after ``MAX_PLACE``.
        """
        ref = at or self.reserve()
        if isinstance(value, Stream):
            self._places[ref.number] = (_IN_FILE, self._written, 0)
            entries = pdfdoc.PDFDictionary({**value.entries, "Length": len(value.content)})
            # Not joined: copying pictures would take longer than everything else that is done with them here.
            self._write(b"%d 0 obj\n%s\nstream\n" % (ref.number, entries.format(self)))
            self._write(value.content)
            self._write(b"\nendstream\nendobj\n")
        else:
            syntax = value.encode("ascii") if isinstance(value, str) else pdfdoc.format(value, self)
            self._waiting.append((ref.number, syntax))
            if len(self._waiting) >= _TOGETHER:
                self._put_waiting()
        return ref

    @property
    def sha256(self) -> str:
        """The hash of everything written so far, in hexadecimal digits."""
        return self._digest.hexdigest()

    def _put_waiting(self) -> None:
        """Write the waiting objects in one stream: their numbers and offsets in it, then the objects."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        ref = self.reserve()
        heads, at = [], 0
        for index, (number, syntax) in enumerate(waiting):
            self._places[number] = (_IN_STREAM, ref.number, index)
            heads.append(f"{number} {at}")
            at += len(syntax) + 1
        head = " ".join(heads).encode("ascii") + b"\n"
        body = b"\n".join([syntax for _, syntax in waiting])
        entries = {"Type": "/ObjStm", "N": len(waiting), "First": len(head)}
        self.put(deflated(entries, head + body), ref)

    def finish(self, root: Ref, info: Ref) -> None:
        """Write the waiting objects and the cross-reference stream (ISO 32000-1 §7.5.8).

        The file's identifier is a hash of everything before it, so equal content has equal identifiers.

        Raises:
            KeyError: A reserved object was never put.
            PdfTooLargeError: As for ``put``.
        """
        self._put_waiting()
        own = self.reserve()
        start, last = self._written, own.number
        self._places[last] = (_IN_FILE, start, 0)
        rows = [(0, 0, 65535), *(self._places[number] for number in range(1, last + 1))]
        identifier = f"<{self.sha256[:32]}>"
        entries = {
            "Type": "/XRef",
            "Size": last + 1,
            "W": f"[1 {_PLACE_BYTES} 2]",
            "Root": root,
            "Info": info,
            "ID": f"[{identifier}{identifier}]",
            "DecodeParms": f"<</Predictor 12/Columns {_ROW_BYTES}>>",
        }
        self.put(deflated(entries, _differences(rows)), own)
        self._write(f"startxref\n{start}\n%%EOF\n".encode("ascii"))

    def _write(self, data: bytes) -> None:
        if self._written > MAX_PLACE:
            raise PdfTooLargeError
        self.parts.append(data)
        self._digest.update(data)
        self._written += len(data)


_TOGETHER = 200
"""Objects in one stream: a viewer that needs one of them decompresses all.

Twice as many save 0.3 % of a file.
"""

_IN_FILE, _IN_STREAM = 1, 2
_PLACE_BYTES = 4
MAX_PLACE = 256**_PLACE_BYTES - 1
"""Greatest offset of an object. PDF allows longer ones, but few viewers and printers support them."""

_ROW_BYTES = 1 + _PLACE_BYTES + 2


def _differences(rows: Iterable[tuple[int, int, int]]) -> bytes:
    """The rows of a cross-reference stream, each as its difference from the one before (PNG's filter Up)."""
    packed = b"".join(starmap(struct.Struct(">BIH").pack, rows))
    before = bytes(_ROW_BYTES) + packed
    changes = bytes([(byte - above) & 0xFF for byte, above in zip(packed, before, strict=False)])
    return b"".join([b"\2" + changes[at : at + _ROW_BYTES] for at in range(0, len(changes), _ROW_BYTES)])
