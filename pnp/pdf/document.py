"""A document as a PDF file: pages, page labels, bookmarks, what a viewer and a print dialog start with.

Its metadata are also in XML (XMP, ISO 16684-1), with the standards that the file meets. A file for a press
(PDF/X-4, ISO 15930-7) has an output intent, dates and trapping as well.
"""

from __future__ import annotations

import html
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFDictionary,
    PDFPageLabel,
    PDFPageLabels,
    ViewerPreferencesPDFDictionary,
)

from pnp import __version__
from pnp.draw import Document, OutlineEntry
from pnp.fonts import FontLibrary
from pnp.pdf.content import FormMaker
from pnp.pdf.file import PdfFile, PdfValue, Ref, Stream, text
from pnp.pdf.number import number
from pnp.pdf.pages import PageStreams, Share, write_page
from pnp.pdf.resources import FileResources
from pnp.pdf.structure import StructureWriter, TaggedPage, links_on
from pnp.pictures import Sampling
from pnp.units import PT_PER_MM

if TYPE_CHECKING:
    from pnp.cmyk import PressProfile


_MAKER = f"pnp-press {__version__}"
_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "simplex": "Simplex"}


class Pdf(NamedTuple):
    """A PDF file in chunks; some are the bytes of pictures themselves, so that large pictures are held once.

    Attributes:
        parts: To be written one after the other.
        sha256: Of all of them, in hexadecimal digits.
        inks: The most ink of one colour on each page, in percent; 0 in RGB.
    """

    parts: tuple[bytes, ...]
    sha256: str
    inks: tuple[float, ...] = ()


class PdfWriter(NamedTuple):
    """Makes files that share forms and downsampled pictures.

    Attributes:
        form_maker: With the fonts and colours of the files.
        sampling: Downsamples pictures with more pixels than paper can show.
        share: Has many pages made by several processes. It changes nothing but the time.
    """

    form_maker: FormMaker
    sampling: Sampling
    share: Share | None = None

    def pdf(self, document: Document) -> Pdf:
        """The document as a file; raises what ``write_pdf`` raises."""
        file = PdfFile()
        shared = FileResources(file, self.form_maker)
        tree = file.reserve()
        streams = PageStreams(self.form_maker, document.language)
        pages: list[Ref] = []
        heights: list[float] = []
        inks: list[float] = []
        labels: list[str] = []
        tagged: list[TaggedPage] = []
        converter = self.form_maker.colours.converter
        pressed = converter is not None and converter.profile is not None
        for page, stream in streams.of(document.pages, self.share):
            # A file for a press has no links.
            links = {} if page.elements is None or pressed else links_on(file, page.elements, stream.tags)
            pages.append(write_page(file, shared, tree, page, stream, len(tagged), links.values()))
            if page.elements is not None:
                tagged.append(TaggedPage(pages[-1], page.elements, stream.tags, links))
            heights.append(page.height.mm)
            inks.append(shared.ink(stream.resources))
            labels.append(page.label)
        if not labels:
            raise ValueError("a PDF file needs a page")
        kids = PDFArrayCompact(pages)
        file.put(PDFDictionary({"Type": "/Pages", "Kids": kids, "Count": len(pages)}), tree)
        shared.write_fonts()
        outline = write_outline(file, document.outline, pages, heights)
        entries = _catalogue(document, tree, labels, outline)
        if shared.layers:
            entries["OCProperties"] = _layers(shared.layers)
        information = _information(document)
        if tagged:
            entries |= {
                "MarkInfo": "<</Marked true>>",
                "StructTreeRoot": StructureWriter(file, tagged, pages).written(),
            }
        accessible = bool(tagged) and len(tagged) == len(labels)
        if converter is not None and converter.profile is not None:
            entries["OutputIntents"] = f"[{output_intent(file, converter.profile)}]"
            information |= press_information(document)
        if tagged or pressed:
            digest = file.sha256 if pressed else ""
            entries["Metadata"] = file.put(metadata(document, _MAKER, digest, accessible=accessible))
        root = file.put(PDFDictionary(entries))
        info = file.put(PDFDictionary(information))
        shared.images.write(self.sampling)
        file.finish(root, info)
        return Pdf(tuple(file.parts), file.sha256, tuple(inks))


def write_pdf(
    document: Document,
    fonts: FontLibrary,
    sampling: Sampling | None = None,
    form_maker: FormMaker | None = None,
) -> bytes:
    """The document as a PDF 1.7 file.

    Equal documents give equal bytes: there is no date in the file, and its identifier is a hash of its
    content. Pages are written as they are drawn from ``document.pages``; ``document.outline`` is read after
    the last of them.

    Args:
        document: What to write.
        fonts: Has every font that a glyph run names.
        sampling: Downsamples pictures with more pixels than paper can show; None keeps all pixels.
        form_maker: Has drawn with these fonts before; a new one when None. It changes nothing but the time.

    Raises:
        KeyError: A glyph run names a font that the library does not have.
        ValueError: The document has no pages, or a number in it is not finite.
        IndexError: A bookmark names a page that does not exist.
        PdfTooLargeError: The file has more than 4 GiB.
    """
    writer = PdfWriter(form_maker or FormMaker(fonts), sampling or Sampling())
    return b"".join(writer.pdf(document).parts)


def _catalogue(
    document: Document, tree: Ref, labels: Sequence[str], outline: Ref | None
) -> dict[str, PdfValue]:
    entries: dict[str, PdfValue] = {
        "Type": "/Catalog",
        "Pages": tree,
        "Lang": text(document.language),
        "ViewerPreferences": _preferences(document),
    }
    if any(labels):
        entries["PageLabels"] = page_labels(labels)
    if outline is not None:
        entries |= {"Outlines": outline, "PageMode": "/UseOutlines"}
    return entries


def _layers(layers: Mapping[str, Ref]) -> str:
    """The layers of the file, all visible (ISO 32000-1 §8.11.4)."""
    every = " ".join(map(str, layers.values()))
    return f"<</OCGs[{every}]/D<</Name(Layers)/BaseState/ON/Order[{every}]>>>>"


def _preferences(document: Document) -> ViewerPreferencesPDFDictionary:
    """How the print dialog starts (ISO 32000-1 §12.2): no scaling, and the edge to flip the paper on."""
    preferences = ViewerPreferencesPDFDictionary()
    preferences["PrintScaling"] = "None"
    preferences["DisplayDocTitle"] = "true"
    if document.duplex is not None:
        preferences["Duplex"] = _DUPLEX[document.duplex]
    return preferences


def _information(document: Document) -> dict[str, PdfValue]:
    """The entries of the information dictionary (ISO 32000-1 §14.3.3), without dates."""
    entries = {
        "Title": document.title,
        "Author": document.author,
        "Subject": document.subject,
        "Keywords": ", ".join(document.keywords),
        "Creator": _MAKER,
        "Producer": _MAKER,
    }
    return {key: text(value) for key, value in entries.items() if value}


def page_labels(labels: Sequence[str]) -> PDFPageLabels:
    """Page labels (ISO 32000-1 §12.4.2), shown by viewers instead of the page number.

    A page with an empty label shows its number from 1.
    """
    tree = PDFPageLabels()
    counting = False
    for index, label in enumerate(labels):
        if label:
            own = PDFPageLabel()
            own.P = text(label)
            tree.addPageLabel(index, own)
        elif not counting:
            tree.addPageLabel(index, PDFPageLabel(PDFPageLabel.ARABIC, index + 1))
        counting = not label
    return tree


def write_outline(
    file: PdfFile, entries: Iterable[OutlineEntry], pages: Sequence[Ref], heights: Sequence[float]
) -> Ref | None:
    """Write the bookmarks (ISO 32000-1 §12.3.3); their root, or None without bookmarks.

    Args:
        file: Where they go.
        entries: In reading order. One that is more than a level below the one before is moved to one level
            below it.
        pages: All pages.
        heights: Their heights in millimetres.

    Raises:
        IndexError: An entry names a page that does not exist.
    """
    found = list(entries)
    if not found:
        return None
    for entry in found:
        if not 0 <= entry.page < len(pages):
            raise IndexError(f"bookmark '{entry.title}' names page {entry.page} of {len(pages)}")
    root = file.reserve()
    places = [file.reserve() for _ in found]
    refs = [*map(str, places), str(root)]
    order = _Order([entry.level for entry in found])
    last = order.last[_ROOT]
    assert last is not None  # there are entries
    file.put(
        PDFDictionary({"Type": "/Outlines", "First": refs[0], "Last": refs[last], "Count": len(found)}), root
    )
    for place, syntax in zip(
        places, _bookmarks(found, order, refs, list(map(str, pages)), heights), strict=True
    ):
        file.put(syntax, place)
    return root


_ROOT = -1
"""The root among indices of bookmarks: lists of them end with it."""


class _Order:
    """The tree of bookmarks, by index.

    Args:
        levels: Of all bookmarks, in reading order.

    Attributes:
        above: The parent of each.
        before: The previous sibling of each; None for the first.
        after: The next sibling of each; None for the last.
        last: The last child of each, with the root at the end; None for no children. The first child is
            the next bookmark.
        count: The descendants of each.
    """

    def __init__(self, levels: Sequence[int]) -> None:
        size = len(levels)
        self.above: list[int] = []
        self.before: list[int | None] = []
        self.after: list[int | None] = [None] * size
        self.last: list[int | None] = [None] * (size + 1)
        self.count = [0] * size
        path = [_ROOT]
        for at, level in enumerate(levels):
            del path[max(1, level + 1) :]
            above = path[-1]
            before = self.last[above]
            if before is not None:
                self.after[before] = at
            self.above.append(above)
            self.before.append(before)
            self.last[above] = at
            for each in path[1:]:
                self.count[each] += 1
            path.append(at)


def _bookmarks(
    entries: Sequence[OutlineEntry],
    order: _Order,
    refs: Sequence[str],
    pages: Sequence[str],
    heights: Sequence[float],
) -> Iterator[str]:
    """The syntax of each bookmark."""
    for at, entry in enumerate(entries):
        before, after, last = order.before[at], order.after[at], order.last[at]
        near = "" if before is None else f"/Prev {refs[before]}"
        if after is not None:
            near += f"/Next {refs[after]}"
        if last is not None:
            near += f"/First {refs[at + 1]}/Last {refs[last]}/Count {order.count[at]}"
        page = entry.page
        place = f"/Dest[{pages[page]}/XYZ 0 {number((heights[page] - entry.y) * PT_PER_MM)} null]"
        yield f"<</Title{text(entry.title)}/Parent {refs[order.above[at]]}{place}{near}>>"


VERSION = "PDF/X-4"


def metadata(document: Document, maker: str, digest: str = "", *, accessible: bool = False) -> Stream:
    """The metadata, not compressed, so that programs find them without reading PDF.

    Args:
        document: Described.
        maker: Name and version of this program.
        digest: Of the content of a PDF/X-4 file, from which its identifier is made; empty for another file,
            which has no dates either.
        accessible: Whether it meets PDF/UA-1 (ISO 14289-1 §5).
    """
    described = {
        "dc:format": "application/pdf" if not digest else "",
        "dc:title": _alternatives(document.title),
        "dc:creator": _row(document.author),
        "dc:description": _alternatives(document.subject),
        "dc:language": f"<rdf:Bag><rdf:li>{_escaped(document.language)}</rdf:li></rdf:Bag>",
        "pdf:Keywords": _escaped(", ".join(document.keywords)),
        "pdf:Producer": _escaped(maker),
        "pdfuaid:part": "1" if accessible else "",
        "xmp:CreatorTool": _escaped(maker),
        **(_press(document, digest) if digest else {}),
    }
    spaces = {name.partition(":")[0] for name, value in described.items() if value}
    names = "".join([f'\n xmlns:{name}="{url}"' for name, url in _SPACES.items() if name in spaces])
    rows = "".join([f"<{name}>{value}</{name}>\n" for name, value in sorted(described.items()) if value])
    padding = ("\n" + " " * 99) * 20 if digest else ""
    packet = _PACKET.format(names=names, rows=rows, padding=padding, end="w" if digest else "r")
    return Stream({"Type": "/Metadata", "Subtype": "/XML"}, packet.encode())


def _press(document: Document, digest: str) -> dict[str, str]:
    """Entries that only PDF/X-4 asks for."""
    date = f"{document.date}T00:00:00Z" if "T" not in document.date else f"{document.date}Z"
    identity = f"uuid:{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
    return {
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": VERSION,
        "xmp:CreateDate": date,
        "xmp:MetadataDate": date,
        "xmp:ModifyDate": date,
        "xmpMM:DocumentID": identity,
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }


_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""{names}>
{rows}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>{padding}
<?xpacket end="{end}"?>"""


def _alternatives(words: str) -> str:
    if not words:
        return ""
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{_escaped(words)}</rdf:li></rdf:Alt>'


def _row(words: str) -> str:
    return f"<rdf:Seq><rdf:li>{_escaped(words)}</rdf:li></rdf:Seq>" if words else ""


def _escaped(words: str) -> str:
    """The words as text in XML.

    ``xml.sax.saxutils`` has the same function, and loads a client for HTTP with it.
    """
    return html.escape(words, quote=False)


_REGISTRY = "http://www.color.org"
_FAST = 1
"""zlib level of profiles: they shrink by 2 % more at the usual level, which takes twice the time."""


def output_intent(file: PdfFile, profile: PressProfile) -> str:
    """The output intent (ISO 32000-1 §14.11.5), with the profile of the press in the file."""
    entries = {"N": 4, "Alternate": "/DeviceCMYK", "Filter": "/FlateDecode"}
    data = file.put(Stream(entries, _packed(profile.data)))
    condition = profile.condition or "Custom"
    registry = f"/RegistryName{text(_REGISTRY)}" if profile.condition else ""
    return (
        f"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{text(condition)}{registry}"
        f"/Info{text(profile.name)}/DestOutputProfile {data}>>"
    )


@lru_cache(maxsize=2)
def _packed(data: bytes) -> bytes:
    return zlib.compress(data, _FAST)


def pdf_date(date: str) -> str:
    """A day ``2026-11-30`` or a time ``2026-11-30T12:00:00`` as a PDF date (ISO 32000-1 §7.9.4)."""
    day, _, time = date.partition("T")
    return f"D:{day.replace('-', '')}{(time or '00:00:00').replace(':', '')}Z"


def press_information(document: Document) -> dict[str, PdfValue]:
    """Entries of the information dictionary besides those of every file."""
    date = text(pdf_date(document.date))
    return {"CreationDate": date, "ModDate": date, "Trapped": "/False"}
