"""A document as a PDF file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

from pnp import __version__
from pnp.draw import Document
from pnp.fonts import FontLibrary
from pnp.pictures import Sampling
from pnp.press import Press
from pnp.render.file import Dictionary, PdfFile, Ref, Value, array, text
from pnp.render.label import page_labels
from pnp.render.outline import write_outline
from pnp.render.page import PageWriter
from pnp.render.page_stream import PageStreams, Share
from pnp.render.shelves import Shelves

_MAKER = f"pnp-press {__version__}"
_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "simplex": "Simplex"}


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF file in parts, so that large pictures are in the memory once: the parts are their own bytes.

    Attributes:
        parts: To be written one after the other.
        sha256: Of all of them, in hexadecimal digits.
    """

    parts: tuple[bytes, ...]
    sha256: str


def pdf_in_parts(
    document: Document,
    fonts: FontLibrary,
    sampling: Sampling | None = None,
    press: Press | None = None,
    share: Share | None = None,
) -> Pdf:
    """The file that ``write_pdf`` makes, and its hash, which costs nothing as it is taken while the file is made.

    Args:
        document: As in ``write_pdf``; so are fonts, sampling and press.
        fonts: See there.
        sampling: See there.
        press: See there.
        share: Has pages made by several processes, where there are many. It changes nothing but the time.

    Raises:
        PdfTooLargeError: The file has more than 4 GiB; for others see ``write_pdf``.
    """
    held = _Held()
    file = PdfFile(held)
    _write(document, press or Press(fonts), file, sampling or Sampling(), share)
    return Pdf(tuple(held.parts), file.sha256)


class _Held:
    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.parts.append(data)


def write_pdf(
    document: Document,
    fonts: FontLibrary,
    out: BinaryIO | None = None,
    sampling: Sampling | None = None,
    press: Press | None = None,
) -> bytes:
    """The document as a PDF 1.7 file.

    Equal documents give equal bytes: there is no date in the file, and its identifier is a hash of its content.
    Pages are written as they are drawn from ``document.pages``; ``document.outline`` is read after the last of them.

    Args:
        document: What to write.
        fonts: Has every font that a glyph run names.
        out: Where the bytes go instead, from where it stands; the result is then empty.
        sampling: Brings down pictures with more pixels than the paper can show; None keeps all pixels.
        press: That has drawn with these fonts before; a new one when None. It changes nothing but the time.

    Raises:
        KeyError: A glyph run names a font that the library does not have.
        ValueError: The document has no pages, or a number in it is not finite.
        IndexError: A bookmark names a page that does not exist.
        PdfTooLargeError: The file has more than 4 GiB.
    """
    if out is not None:
        _write(document, press or Press(fonts), PdfFile(out), sampling or Sampling())
        return b""
    return b"".join(pdf_in_parts(document, fonts, sampling, press).parts)


def _write(
    document: Document,
    press: Press,
    file: PdfFile,
    sampling: Sampling,
    share: Share | None = None,
) -> None:
    shelves = Shelves(file, press)
    tree = file.reserve()
    streams = PageStreams(press, document.language)
    writer = PageWriter(file, shelves, tree)
    labels: list[str] = []
    for page, (needs, stream) in streams.of(document.pages, share):
        writer.write(page, needs, stream)
        labels.append(page.label)
    if not labels:
        raise ValueError("a PDF file needs a page")
    file.put(Dictionary({"Type": "/Pages", "Kids": array(writer.pages), "Count": len(writer.pages)}), tree)
    shelves.fonts.write()
    outline = write_outline(file, document.outline, writer.pages, writer.heights)
    root = file.put(_catalogue(document, tree, labels, outline))
    information = file.put(_information(document))
    shelves.pictures.write(sampling)
    file.finish(root, information)


def _catalogue(document: Document, tree: Ref, labels: list[str], outline: Ref | None) -> Dictionary:
    entries: dict[str, Value] = {
        "Type": "/Catalog",
        "Pages": tree,
        "Lang": text(document.language),
        "ViewerPreferences": _preferences(document),
    }
    if any(labels):
        entries["PageLabels"] = page_labels(labels)
    if outline is not None:
        entries |= {"Outlines": outline, "PageMode": "/UseOutlines"}
    return Dictionary(entries)


def _preferences(document: Document) -> Dictionary:
    """What the print dialog shall start with (ISO 32000-1 §12.2): no scaling, the right edge to turn over."""
    entries = {"PrintScaling": "/None", "DisplayDocTitle": "true"}
    if document.duplex is not None:
        entries["Duplex"] = f"/{_DUPLEX[document.duplex]}"
    return Dictionary(entries)


def _information(document: Document) -> Dictionary:
    entries = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": _MAKER,
        "Producer": _MAKER,
    }
    return Dictionary({key: text(value) for key, value in entries.items() if value})
