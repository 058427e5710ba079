"""Metadata of a document in XML (XMP, ISO 16684-1), and the standards that it meets."""

from __future__ import annotations

from xml.sax.saxutils import escape

from pnp.draw import Document
from pnp.pdf.file import Stream

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
        "dc:language": f"<rdf:Bag><rdf:li>{escape(document.language)}</rdf:li></rdf:Bag>",
        "pdf:Keywords": escape(", ".join(document.keywords)),
        "pdf:Producer": escape(maker),
        "pdfuaid:part": "1" if accessible else "",
        "xmp:CreatorTool": escape(maker),
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
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(words)}</rdf:li></rdf:Alt>'


def _row(words: str) -> str:
    return f"<rdf:Seq><rdf:li>{escape(words)}</rdf:li></rdf:Seq>" if words else ""
