"""Makes the files that are not text. A block says in words what its file holds."""

from __future__ import annotations

import datetime
import io
import re
import struct
from collections.abc import Callable
from pathlib import Path

from tests.diagnostics.gallery.page import File

_FONTS = Path(__file__).parents[3] / "fonts"


def _png(block: File) -> bytes:
    """A picture of ``200 × 280 pixels``; ``cut short`` leaves its second half out."""
    from PIL import Image

    size = re.search(r"(\d+) × (\d+) pixels", block.text)
    if size is None:
        raise ValueError(f"{block.path}: the block does not say how many pixels")
    file = io.BytesIO()
    Image.effect_noise((int(size[1]), int(size[2])), 40).save(file, "PNG")
    data = file.getvalue()
    return data[: len(data) // 2] if "cut short" in block.text else data


def _xlsx(block: File) -> bytes:
    """A workbook, one row a line and ``|`` between cells.

    Cells like ``2024-01-02`` are dates, like ``$5`` numbers with a currency; a line may end in ``(hidden row)``, the
    first may name the sheet: ``(sheet Cards)``.
    """
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    lines = block.text.splitlines()
    if lines[0].startswith("(sheet "):
        sheet.title = lines.pop(0)[len("(sheet ") : -1]
    for number, line in enumerate(lines, 1):
        sheet.row_dimensions[number].hidden = line.endswith("(hidden row)")
        for column, text in enumerate(line.removesuffix("(hidden row)").split("|"), 1):
            cell = sheet.cell(number, column, text.strip())
            if re.fullmatch(r"\d{4}-\d\d-\d\d", cell.value):
                cell.value = datetime.date.fromisoformat(cell.value)
            elif re.fullmatch(r"\$\d+", cell.value):
                cell.value, cell.number_format = int(cell.value[1:]), '"$"0'
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _ttf(block: File) -> bytes:
    """Barlow Regular, changed as the block says."""
    data = (_FONTS / "barlow/Barlow-Regular.ttf").read_bytes()
    if "cut short" in block.text:
        return data[: len(data) // 2]
    if "pictures" in block.text:
        return data.replace(b"glyf", b"CBDT", 1)
    if "Barlow-Caption" in block.text:
        for code in ("utf-16-be", "latin-1"):
            data = data.replace("Barlow-Regular".encode(code), "Barlow-Caption".encode(code))
    if "fsType 2" in block.text:
        count = struct.unpack_from(">H", data, 4)[0]
        entries = [struct.unpack_from(">4sLL", data, 12 + 16 * number) for number in range(count)]
        at = next(offset for tag, _, offset in entries if tag == b"OS/2") + 8
        return data[:at] + b"\x00\x02" + data[at + 2 :]
    return data


MADE: dict[str, Callable[[File], bytes]] = {"png": _png, "ttf": _ttf, "xlsx": _xlsx}
"""What makes the files of each kind."""
