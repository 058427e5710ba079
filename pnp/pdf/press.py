"""The parts of a PDF/X-4 file besides its metadata (ISO 15930-7): output intent, dates, trapping."""

from __future__ import annotations

import zlib
from functools import lru_cache

from pnp.cmyk import PressProfile
from pnp.draw import Document
from pnp.pdf.file import PdfFile, Stream, Value, text

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
