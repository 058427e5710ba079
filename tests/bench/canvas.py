"""The cards of the bench by hand on ReportLab's canvas: ``python canvas.py FOLDER FONTS OUT.pdf``.

What a programmer writes who draws one deck and no other: every card, icon and back is a form, words are measured once,
lines are filled first-fit, nothing is checked. It stands alone, so that its time is that of ReportLab and a JSON file.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

_WIDTH, _HEIGHT, _LEFT, _TOP = 63, 88, 10.5, 16.5
_PAPER = 297
_SIZE, _LEADING = 7.2, 8.64
_STEP = re.compile(r"([MLQCZa])([^MLQCZa]*)")


class _Sheet:
    def __init__(self, folder: Path, fonts: Path, out: Path) -> None:
        rl_config.useA85 = 0
        self.canvas = Canvas(str(out), pagesize=(210 * mm, _PAPER * mm), pageCompression=1)
        self.folder = folder
        self.deck = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
        pdfmetrics.registerFont(TTFont("title", fonts / "barlow-condensed" / "BarlowCondensed-Bold.ttf"))
        pdfmetrics.registerFont(
            TTFont("body", fonts / "barlow-semi-condensed" / "BarlowSemiCondensed-Regular.ttf")
        )

    def draw(self) -> None:
        canvas = self.canvas
        for name, paths in self.deck["icons"].items():
            canvas.beginForm(f"icon-{name}", 0, 0, 24, 24)
            for colour, path in paths:
                self._path(colour, path)
            canvas.endForm()
        canvas.beginForm("back", 0, 0, _WIDTH * mm, _HEIGHT * mm)
        self._back()
        canvas.endForm()
        cards = self.deck["cards"]
        for card in cards:
            canvas.beginForm(card["key"], 0, 0, _WIDTH * mm, _HEIGHT * mm)
            self._front(card)
            canvas.endForm()
        for start in range(0, len(cards), 9):
            here = [card["key"] for card in cards[start : start + 9]]
            self._page(here)
            self._page(["back"] * len(here))
        canvas.save()

    def _page(self, forms: list[str]) -> None:
        canvas = self.canvas
        canvas.setLineWidth(0.1 * mm)
        for n in range(4):
            x, y = (_LEFT + n * _WIDTH) * mm, (_PAPER - _TOP - n * _HEIGHT) * mm
            for start, end in ((7, 14.5), (282.5, 290)):
                canvas.line(x, (_PAPER - start) * mm, x, (_PAPER - end) * mm)
            for start, end in ((1.5, 8.5), (201.5, 208.5)):
                canvas.line(start * mm, y, end * mm, y)
        for place, form in enumerate(forms):
            canvas.saveState()
            canvas.translate(
                (_LEFT + place % 3 * _WIDTH) * mm, (_PAPER - _TOP - (place // 3 + 1) * _HEIGHT) * mm
            )
            canvas.doForm(form)
            canvas.restoreState()
        canvas.showPage()

    def _back(self) -> None:
        canvas = self.canvas
        canvas.setFillColor(HexColor("#22303C"))
        canvas.rect(0, 0, _WIDTH * mm, _HEIGHT * mm, stroke=0, fill=1)
        canvas.setStrokeColor(HexColor("#E8A317"))
        canvas.setLineWidth(0.6 * mm)
        canvas.roundRect(4 * mm, 4 * mm, 55 * mm, 80 * mm, 2.5 * mm)
        self._icon("slunce", 16.5, 29, 30)

    def _front(self, card: dict[str, Any]) -> None:
        canvas, colour = self.canvas, HexColor(card["colour"])
        canvas.setFillColor(colour)
        canvas.rect(0, 0, _WIDTH * mm, _HEIGHT * mm, stroke=0, fill=1)
        if card["picture"]:
            path = str(self.folder / card["picture"])
            canvas.drawImage(path, 0, 0, _WIDTH * mm, _HEIGHT * mm)
        canvas.setFillColor(HexColor("#FFF9EC"))
        for top, height, radius in ((3, 8, 2), (47, 38, 2.5)) if card["picture"] else ((3, 82, 2.5),):
            canvas.roundRect(
                3 * mm, (_HEIGHT - top - height) * mm, 57 * mm, height * mm, radius * mm, stroke=0, fill=1
            )
        self._icon(card["corner"], 4, 4, 6)
        self._icon(card["corner"], 53, 78, 6)
        rule = 48 if card["picture"] else 38
        if not card["picture"]:
            self._icon(card["icon"], 20.5, 14.5, 22)
        canvas.setStrokeColor(colour)
        canvas.setLineWidth(0.3 * mm)
        canvas.line(6 * mm, (_HEIGHT - rule) * mm, 57 * mm, (_HEIGHT - rule) * mm)
        canvas.setFillColor(HexColor("#000000"))
        canvas.setFont("title", 11)
        canvas.drawCentredString(31.5 * mm, (_HEIGHT - 8.2) * mm, card["name"])
        canvas.setFont("body", 5)
        footer = f"{self.deck['game']} · {card['number']}/{len(self.deck['cards'])}"
        canvas.drawCentredString(31.5 * mm, (_HEIGHT - 82) * mm, footer)
        self._words(card["text"], (_HEIGHT - rule - 1) * mm - _SIZE)

    def _words(self, text: str, y: float) -> None:
        canvas, space = self.canvas, _width(" ")
        canvas.setFont("body", _SIZE)
        x, line = 0.0, list[str]()
        start = 0.0
        for word in text.split():
            icon = word.startswith(":")
            width = _SIZE if icon else _width(word)
            if x + width > 51 * mm:
                self._line(line, start, y)
                x, start, line, y = 0.0, 0.0, [], y - _LEADING
            if icon:
                self._line(line, start, y)
                self._put(word.strip(":."), 6 * mm + x, y - 1, _SIZE)
                line, start = [], x + width + space
            else:
                line.append(word)
            x += width + space
        self._line(line, start, y)

    def _line(self, words: list[str], x: float, y: float) -> None:
        if words:
            self.canvas.drawString(6 * mm + x, y, " ".join(words))

    def _icon(self, name: str, x: float, y: float, size: float) -> None:
        self._put(name, x * mm, (_HEIGHT - y - size) * mm, size * mm)

    def _put(self, name: str, x: float, y: float, size: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.transform(size / 24, 0, 0, size / 24, x, y)
        canvas.doForm(f"icon-{name}")
        canvas.restoreState()

    def _path(self, colour: str, data: str) -> None:
        """A path of the bench's icons: lines, curves, and circles written as two arcs."""
        canvas = self.canvas
        path = canvas.beginPath()
        x = y = 0.0
        for letter, numbers in _STEP.findall(data):
            found = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
            if letter == "a":
                if found[5] > 0:
                    path.circle(x + found[0], 24 - y, found[0])
                continue
            points = list(zip(found[::2], found[1::2], strict=True))
            steps = {"M": 1, "L": 1, "Q": 2, "C": 3}.get(letter, 1)
            for at in range(0, len(points), steps):
                part = points[at : at + steps]
                self._segment(path, letter, (x, y), part)
                x, y = part[-1]
            if letter == "Z":
                path.close()
        canvas.setFillColor(HexColor(colour))
        canvas.drawPath(path, stroke=0, fill=1)

    @staticmethod
    def _segment(
        path: Any, letter: str, here: tuple[float, float], points: list[tuple[float, float]]
    ) -> None:
        up = [(x, 24 - y) for x, y in points]
        if letter == "M":
            path.moveTo(*up[0])
        elif letter == "L":
            path.lineTo(*up[0])
        elif letter == "C":
            path.curveTo(*up[0], *up[1], *up[2])
        else:
            (x0, y0), (x1, y1), (x2, y2) = (here[0], 24 - here[1]), up[0], up[1]
            path.curveTo(
                x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0),
                x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2), x2, y2,
            )  # fmt: skip


@cache
def _width(word: str) -> float:
    return float(pdfmetrics.stringWidth(word, "body", _SIZE))


if __name__ == "__main__":
    _Sheet(*map(Path, sys.argv[1:4])).draw()
