"""The parts of a PDF/X-4 file (ISO 15930-7): output intent, XMP metadata, dates, trapping."""

from __future__ import annotations

import zlib
from functools import lru_cache
from xml.sax.saxutils import escape

from pnp.cmyk import PressProfile
from pnp.draw import Document
from pnp.pdf.file import PdfFile, Stream, Value, text

VERSION = "PDF/X-4"

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


def metadata(document: Document, maker: str, digest: str) -> Stream:
    """The metadata as XMP (ISO 16684-1), not compressed, so that programs find them without reading PDF.

    Args:
        document: Described.
        maker: Name and version of this program.
        digest: Of the content of the file, from which its identifier is made.
    """
    date = f"{document.date}T00:00:00Z" if "T" not in document.date else f"{document.date}Z"
    identity = f"uuid:{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
    described = {
        "dc:title": _alternatives(document.title),
        "dc:creator": _row(document.author),
        "dc:description": _alternatives(document.subject),
        "dc:language": f"<rdf:Bag><rdf:li>{escape(document.language)}</rdf:li></rdf:Bag>",
        "pdf:Keywords": escape(", ".join(document.keywords)),
        "pdf:Producer": escape(maker),
        "pdf:Trapped": "False",
        "pdfxid:GTS_PDFXVersion": VERSION,
        "xmp:CreateDate": date,
        "xmp:CreatorTool": escape(maker),
        "xmp:MetadataDate": date,
        "xmp:ModifyDate": date,
        "xmpMM:DocumentID": identity,
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }
    rows = "".join([f"<{name}>{value}</{name}>\n" for name, value in described.items() if value])
    packet = _PACKET.format(rows=rows, padding=("\n" + " " * 99) * 20).encode()
    return Stream({"Type": "/Metadata", "Subtype": "/XML"}, packet)


_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
{rows}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>{padding}
<?xpacket end="w"?>"""


def _alternatives(words: str) -> str:
    if not words:
        return ""
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(words)}</rdf:li></rdf:Alt>'


def _row(words: str) -> str:
    return f"<rdf:Seq><rdf:li>{escape(words)}</rdf:li></rdf:Seq>" if words else ""
