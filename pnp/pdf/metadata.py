"""Metadata of a file in XML (XMP, ISO 16684-1), and the standards that the file meets.

A file for a press (PDF/X-4, ISO 15930-7) has an output intent, dates and trapping as well.
"""

from __future__ import annotations

import html
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw import Document
from pnp.pdf.file import PdfFile, Stream, Value, text

if TYPE_CHECKING:
    from pnp.cmyk import PressProfile

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


def press_information(document: Document) -> dict[str, Value]:
    """Entries of the information dictionary besides those of every file."""
    date = text(pdf_date(document.date))
    return {"CreationDate": date, "ModDate": date, "Trapped": "/False"}
