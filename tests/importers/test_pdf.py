"""The printed rule sheet of an imported document."""

import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from pnp.draw import Document, Page
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.importers import TextDocument
from pnp.importers.sheet import all_words
from pnp.model import RulebookSource
from pnp.pdf import write_pdf
from pnp.rulebook import compose_rulebook
from pnp.text import TextContext
from pnp.units import mm
from tests.importers.sample import ANTS, read
from tests.rulebook.sample import PlainComposer, make_game

ROOT = Path(__file__).parents[2]
FONTS = FontLibrary(
    shared_fonts(
        (ROOT / "fonts/index.json").read_text("utf-8"), lambda name: (ROOT / "fonts" / name).read_bytes()
    )
)


def printed(markdown: str) -> str:
    """The text of all pages as a reader copies it."""
    icons = IconLibrary(lambda: (ROOT / "icons/icons.json").read_text("utf-8"))
    context = TextContext(FONTS, icons, "cs", make_game().term)
    source = RulebookSource("rules", "rules.md", markdown)
    done = compose_rulebook(source, make_game(), "cs", PlainComposer(), context)
    assert {item.code for item in done.diagnostics} <= {"R140"}
    pages = [Page(mm(210), mm(297), items=face.items) for face in done.pages]
    document = pypdfium2.PdfDocument(io.BytesIO(write_pdf(Document("t", "cs", pages), FONTS)))
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


def squeezed(text: str) -> str:
    """Without blanks and the hyphens of divided words, which PDFium gives as U+0002 or U+FFFE."""
    text = re.sub("[\x02\ufffe\u00ad\u2060]", "", unicodedata.normalize("NFC", text))
    return re.sub(r"\s+", "", text)


def parts(sheet: TextDocument) -> Iterator[str]:
    for words in all_words(sheet):
        if words is not sheet.title and words is not sheet.subtitle:
            yield words.text


def test_every_heading_item_and_paragraph_is_printed_in_order():
    body = ANTS.partition("<C>")[2]
    imported = read(
        ANTS + "".join(f"<C>{number}. kolo\n{body.partition(chr(10))[2]}" for number in range(1, 4))
    )
    text = squeezed(printed(imported.markdown))
    assert squeezed("Mravenečci") in text.casefold() or squeezed("MRAVENEČCI") in text
    at = 0
    for part in parts(imported.sheet):
        found = text.find(squeezed(part), at)
        assert found >= 0, part
        at = found + len(squeezed(part))
