"""What a PDF reader copies out of a page is what was typed."""

import io
import re

import pypdfium2
import pytest

from pnp.draw import Document, Page
from pnp.geometry import Box
from pnp.markup import parse_inline, plain_text
from pnp.model import Style
from pnp.pdf import write_pdf
from pnp.text import set_text
from pnp.units import mm, pt

from .reading import FONTS, context, plain

TEXTS = {
    "cs": "Hráč s **kartou** v ruce\u00a0a k tomu i o kolo. Lízni 5 karet, 10\u202f000 bodů a *nejneobhospodařovávatelnější* „luk“.",
    "pl": "Gracz z kartą w ręce. Zażółć gęślą jaźń,\u2009biało\u2011czerwony i przeciwlotniczy: **fi ffi** AVATAR 2-4.",
    "fr": "Attention ! Choisissez : « Or » ou «Argent» ; prêt? Oui! Œuvre de l’extraordinaire développement.",
}


def copied(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    text = document[0].get_textpage().get_text_range()
    document.close()
    # PDFium gives hyphens at line ends as U+0002 or U+FFFE and joins the lines itself.
    return plain(re.sub("[\x02\ufffe](\r\n)?", "", text).replace("\r\n", "\n"))


def test_small_capitals_copy_as_the_letters_that_were_typed():
    style = Style(font="Spectral", size=pt(11), features=(("smcp", 1), ("c2sc", 1), ("onum", 1)))
    marked = parse_inline(TEXTS["cs"])
    done = set_text(marked, style, Box(5, 5, 50, 90), context("cs"))
    pdf = write_pdf(Document("t", "cs", [Page(mm(60), mm(100), items=done.items)]), FONTS)
    assert copied(pdf) == plain(plain_text(marked))


@pytest.mark.parametrize("font", ["Barlow", "Spectral", "Cinzel"])
@pytest.mark.parametrize("align", ["left", "justify"])
@pytest.mark.parametrize("language", sorted(TEXTS))
def test_a_page_copies_as_it_was_typed(language: str, align: str, font: str):
    style = Style(font=font, size=pt(11), align=align)
    marked = parse_inline(TEXTS[language])
    done = set_text(marked, style, Box(5, 5, 50, 90), context(language))
    assert all(fault.kind == "unseen-stress" for fault in done.faults)  # Cinzel has no italics
    pdf = write_pdf(Document("t", language, [Page(mm(60), mm(100), items=done.items)]), FONTS)
    assert copied(pdf) == plain(plain_text(marked))


@pytest.mark.parametrize("font", ["Barlow", "Cinzel"])
def test_marked_words_copy_as_they_were_typed(font: str):
    text = "Draw [two **bold** cards]{underline}, [not three]{strike}. [Šéf und Straße]{small-caps}, CO[2]{sub}, 10[th]{super} day."
    marked = parse_inline(text)
    done = set_text(marked, Style(font=font, size=pt(11)), Box(5, 5, 50, 90), context("en"))
    pdf = write_pdf(Document("t", "en", [Page(mm(60), mm(100), items=done.items)]), FONTS)
    assert copied(pdf) == plain(plain_text(marked))
