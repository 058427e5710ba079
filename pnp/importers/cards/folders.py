"""Projects of CardMaker, decks of Cider, and folders of pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any
from xml.etree import ElementTree as ET

from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import FoundTable, ImportNote, written_table
from pnp.importers.cards.limits import MOST_ROWS
from pnp.importers.cards.marks import tool_colour
from pnp.importers.cards.pictures import ENDINGS as PICTURES
from pnp.importers.cards.pictures import PictureFiles, normal_path
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import filled_at, slot
from pnp.importers.cards.squib_layout import nearest_font

_FRONT = re.compile(r"(?i)[\s_.-]*(?:front|face|recto)[\s_.-]*")
_DPI = 300
_REFERENCE = re.compile(r"@\[([^\]\[]+)\]")


def cardmaker_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The tables of CardMaker's projects, with the texts, pictures and shapes of their layouts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    for path in reader.names(".cmp"):
        try:
            root = ET.fromstring(reader.text(path)) if "<!" not in reader.text(path) else None
        except ET.ParseError as fault:
            reader.note(f"{path}:{fault.position[0]}", "the project, which is no XML")
            continue
        if root is None:
            reader.note(path, "the project, which declares entities")
            continue
        if root.findtext("translatorName", root.get("translatorName", "")).lower() == "javascript":
            reader.note(path, "the elements of its layouts, which are JavaScript", "draw them in a layout")
            for each in root.iter("Layout"):
                for element in each.findall("Element"):
                    each.remove(element)
        defines = _defines(reader, path)
        for layout in root.iter("Layout"):
            yield from _LayoutReader(reader, path, layout, defines).tables()


def _defines(reader: FolderReader, project: str) -> dict[str, str]:
    """Values by name of the tables of definitions beside a project."""
    found: dict[str, str] = {}
    folder = PurePosixPath(project).parent
    for path in reader.names("_defines.csv"):
        if PurePosixPath(path).parent == folder and (columns := reader.columns(path, "", path)):
            names, values = [*columns[0].values(), [], []][:2]
            found.update(
                {
                    str(name).lower(): str(value or "")
                    for name, value in zip(names, values, strict=False)
                    if name
                }
            )
    return found


class _LayoutReader:
    """One layout of a project: its references are tables, its elements are placements."""

    def __init__(self, reader: FolderReader, project: str, layout: ET.Element, defines: Mapping[str, str]):
        self._reader = reader
        self._layout = layout
        self._defines = defines
        self._folder = PurePosixPath(project).parent.as_posix()
        self._name = layout.get("Name", "layout")
        self._place = f"{project}: layout '{self._name}'"
        self._dpi = _number(layout.get("dpi", "")) or _DPI
        self._pictures = PictureFiles(reader.files, (self._folder, ""))

    def tables(self) -> Iterator[FoundTable]:
        references = [each.get("RelativePath", "") for each in self._layout.iter("Reference")]
        size = self._size()
        for written in references:
            path = normal_path(f"{self._folder}/" + written.replace("\\", "/"))
            if not self._reader.exists(path):
                self._reader.lacking(self._place, written)
                continue
            found = self._reader.columns(path, "", self._place)
            if found is None:
                continue
            columns = found[0]
            count = next(
                (title for title in columns if title.lower() in ("count", "duplication")),
                next(iter(columns), ""),
            )
            passed = tuple(title for title in columns if title.lower() in ("allowed_layout", "override"))
            drawing = self._drawing(columns)
            cells = {title: [self._cell(value) for value in values] for title, values in columns.items()}
            changed = {
                title: tuple(values)
                for title, values in cells.items()
                if values != [str(value or "") for value in columns[title]]
            }
            yield FoundTable(
                path,
                count,
                size,
                (),
                passed,
                name=self._name,
                columns=changed,
                drawing=drawing,
                marks="escape",
                header=True,
            )

    def _size(self) -> str:
        sides = [_number(self._layout.get(name, "")) for name in ("width", "height")]
        return (
            "x".join(f"{round(side / self._dpi * 25.4, 2):g}mm" for side in sides if side)
            if all(sides)
            else ""
        )

    def _drawing(self, columns: Mapping[str, list[Any]]) -> CardDrawing | None:
        drawing = CardDrawing()
        titles = {title.lower(): title for title in columns}
        rows = max(map(len, columns.values()), default=0)
        for element in reversed(list(self._layout.iter("Element"))):
            if element.get("enabled") == "false":
                continue
            self._add(drawing, element, columns, titles, rows)
        drawing.files = dict(self._pictures.taken)
        return drawing if any(each.value for each in drawing.placements) else None

    def _add(
        self,
        drawing: CardDrawing,
        element: ET.Element,
        columns: Mapping[str, list[Any]],
        titles: Mapping[str, str],
        rows: int,
    ) -> None:
        name, kind = element.get("name", ""), element.get("type", "")
        value = self._value(element.get("variable", ""), titles)
        sides = {side: _number(element.get(side, "")) for side in ("x", "y", "width", "height")}
        if value is None or any(number is None for number in sides.values()):
            self._reader.note(
                self._place,
                f"the element '{name}', whose value is worked out by CardMaker",
                "draw it in the layout",
            )
            return
        box = {side: f"{round((number or 0.0) / self._dpi * 25.4, 2):g}" for side, number in sides.items()}
        if kind in ("Text", "FormattedText"):
            drawing.placements.append(
                DrawnElement(
                    "text",
                    {**box, **self._lettered(element), **self._shown(element)},
                    DrawnValue(value),
                    place=self._place,
                )
            )
        elif kind == "Graphic":
            self._picture(drawing, {**box, **self._shown(element)}, value, columns, rows, name)
        elif kind == "Shape" and (
            found := re.match(r"#(rect|rectangle|roundedrect|ellipse|circle)\b", element.get("variable", ""))
        ):
            shape = "rect" if "rect" in found.group(1) else "ellipse"
            fill = _argb(element.get("elementcolor", "")) or "none"
            radius = re.fullmatch(r"#roundedrect;[^;]*;[^;]*;[^;]*;(\d+)#", element.get("variable", ""))
            rounded = min(float(radius[1]) / self._dpi * 25.4, *_halves(box)) if radius else 0.0
            attributes = {**box, "fill": fill} | ({"rx": f"{round(rounded, 2):g}"} if rounded else {})
            drawing.placements.append(
                DrawnElement(shape, {**attributes, **self._shown(element)}, place=self._place)
            )
        else:
            self._reader.note(
                self._place, f"the element '{name}' of the type '{kind}'", "draw it in the layout"
            )

    def _shown(self, element: ET.Element) -> dict[str, str]:
        """How opaque an element is; turned ones and frames are listed."""
        name = element.get("name", "")
        for attribute, what in (("rotation", "turned"), ("borderthickness", "its border")):
            if _number(element.get(attribute, "0")):
                with_or_not = "not turned" if what == "turned" else f"without {what}"
                self._reader.note(
                    self._place, f"the element '{name}' comes {with_or_not}", "change it in the layout"
                )
        opacity = _number(element.get("opacity", "255"))
        return {"opacity": f"{opacity / 255:.2g}"} if opacity is not None and 0 <= opacity < 255 else {}

    def _lettered(self, element: ET.Element) -> dict[str, str]:
        family, size, bold, _, italic, *_ = [
            *element.get("font", "Arial;12;0;0;0;0").split(";"),
            *["0"] * 6,
        ]
        points = max(3.0, min(_number(size) or 12.0, 500.0))
        slanted = italic == "1"
        found = {
            "font": nearest_font(family, self._reader.fonts(), italic=slanted),
            "font-size": f"{points:g}pt",
        }
        found |= {"min-font-size": "3pt", "hyphenate": "false"}
        found |= {"weight": "700"} if bold == "1" else {}
        found |= {"italic": "true"} if slanted else {}
        if colour := _argb(element.get("elementcolor", "")):
            found["colour"] = colour
        ways = ("left", "center", "right")
        found["align"] = (
            ways[int(element.get("horizontalalign", "0")) % 3]
            if element.get("horizontalalign", "0").isdigit()
            else "left"
        )
        valigns = ("top", "middle", "bottom")
        found["valign"] = (
            valigns[int(element.get("verticalalign", "0")) % 3]
            if element.get("verticalalign", "0").isdigit()
            else "top"
        )
        return found

    def _picture(
        self,
        drawing: CardDrawing,
        box: dict[str, str],
        value: str,
        columns: Mapping[str, list[Any]],
        rows: int,
        name: str,
    ) -> None:
        names = [filled_at(value, columns, at) for at in range(rows)]
        paths = [self._pictures.find(each) if each.strip() else "" for each in names]
        missing = sorted({each for each, path in zip(names, paths, strict=True) if each.strip() and not path})
        if missing:
            shown = ", ".join(f"'{each}'" for each in missing[:4])
            self._reader.note(
                self._place,
                f"the element '{name}' without pictures that are not there: {shown}",
                "put them there",
            )
        cells = tuple(self._pictures.take(path) if path else "" for path in paths)
        if not any(cells):
            return
        drawn = DrawnValue(cells[0]) if len(set(cells)) == 1 else DrawnValue(None, cells, f"{name}-picture")
        attributes = {**box, "fit": "contain", "optional": "true"}
        drawing.placements.append(DrawnElement("image", attributes, drawn, place=self._place))

    def _cell(self, value: Any) -> str:
        """A cell with the values of definitions, line breaks, commas and quotes that are written as codes."""
        text = "" if value is None else str(value)
        if "\\" not in text and "@[" not in text:
            return text
        found = _REFERENCE.sub(lambda each: self._defines.get(each[1].strip().lower(), each[0]), text)
        return _coded(found)

    def _value(self, text: str, titles: Mapping[str, str]) -> str | None:
        """The words with slots for columns; None for what CardMaker works out."""
        text = _coded(text)
        unknown: list[str] = []

        def column(found: re.Match[str]) -> str:
            name = found.group(1).split(",")[0].strip().lower()
            if name in titles:
                return slot(titles[name])
            if name in self._defines:
                return self._defines[name]
            unknown.append(name)
            return ""

        made = _REFERENCE.sub(column, text)
        return None if unknown or re.search(r"#\(|##|!\[|#sc|#bg", made) else made


def _coded(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\c", ",").replace("\\q", '"')


def _halves(box: Mapping[str, str]) -> tuple[float, float]:
    return float(box["width"]) / 2, float(box["height"]) / 2


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"-?\d{1,7}(\.\d{1,6})?", text.strip()) else None


def _argb(text: str) -> str:
    """A colour of CardMaker, ``0xRRGGBBAA``."""
    digits = text.removeprefix("0x")
    return "" if len(digits) == 8 and digits.endswith("00") else tool_colour(f"#{digits}")


def cider_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """The decks of a Cider project, with its assets in their texts.

    Args:
        reader: Of the folder; receives what does not come.
    """
    drawn = Counter(
        PurePosixPath(path).suffix[1:] for ending in (".html", ".css") for path in reader.names(ending)
    )
    parts = ", ".join(f"{number} × {name}" for name, number in sorted(drawn.items()))
    if parts:
        reader.note("the project", f"the templates ({parts})", "draw them as a layout")
    templates = (
        "front",
        "back",
        "frontCardTemplateId",
        "backCardTemplateId",
        "front-template",
        "back-template",
    )
    pictures = PictureFiles(reader.files)
    assets = {PurePosixPath(path).stem: path for ending in PICTURES for path in reader.names(ending)}
    for path in reader.names(".csv"):
        if PurePosixPath(path).stem == "cards" and (found := reader.columns(path, "", path)):
            changed: dict[str, tuple[str, ...]] = {}
            used: dict[str, None] = {}
            for title, values in found[0].items():
                texts = [str(value or "") for value in values]
                made = [_with_assets(text, assets, pictures, used) for text in texts]
                if made != texts:
                    changed[title] = tuple(made)
            drawing = CardDrawing(files={**pictures.icons})
            left = tuple(
                ImportNote(
                    path,
                    f"the asset '{name}', which is no drawing (SVG)",
                    "put an icon of this name into icons/",
                )
                for name in used
            )
            yield FoundTable(
                path, "count", "", left, templates, columns=changed, drawing=drawing, header=True
            )


def _with_assets(
    text: str, assets: Mapping[str, str], pictures: PictureFiles, lacking: dict[str, None]
) -> str:
    """The text with ``:name:`` in place of ``{{name}}`` where that is a drawing."""

    def icon(found: re.Match[str]) -> str:
        name = re.sub(r"^assets\.|[\"']|^index assets ", "", found.group(1).strip())
        path = assets.get(name, "")
        made = pictures.take_icon(path) if path else ""
        if not made:
            lacking[name] = None
            return f"({name})"
        return f":{made}:"

    return re.sub(r"\{\{\{?\s*([^{}]{1,80}?)\s*\}?\}\}", icon, text)


def picture_tables(reader: FolderReader) -> Iterator[FoundTable]:
    """A card for each picture of a folder, a set for each folder; backs by their names.

    A picture is the back of the one with the same name without ``back``; one that is called so alone is the
    back of all.

    Args:
        reader: Of the folder; receives what does not come.
    """
    folders: dict[str, list[str]] = {}
    for path in reader.names(""):
        if path.lower().endswith(PICTURES):
            folders.setdefault(PurePosixPath(path).parent.as_posix(), []).append(path)
    for folder, paths in folders.items():
        name = PurePosixPath(folder).name if folder != "." else "pictures"
        yield _picture_set(reader, name, paths[:MOST_ROWS])


def _picture_set(reader: FolderReader, name: str, paths: list[str]) -> FoundTable:
    pictures = PictureFiles(reader.files)
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    for path in paths:
        if not pictures.find(path):
            reader.note(path, "a picture that cannot be drawn")
            continue
        stem = PurePosixPath(path).stem
        found = re.fullmatch(
            r"(?i)(.*?)[\s_.-]*(back|verso|rub|rückseite|rueckseite|reverso|retro|dos)[\s_.-]*(.*)", stem
        )
        if found and (
            found.group(1) == "" or not found.group(1)[-1:].isalpha() or stem[len(found.group(1))] in " _.-"
        ):
            backs[_FRONT.sub("", (found.group(1) + found.group(3))).strip(" _.-").lower()] = path
        else:
            fronts[path] = _FRONT.sub("", stem).strip(" _.-").lower()
    common = backs.get("", "")
    rows = []
    used: set[str] = set()
    for path, key in fronts.items():
        back = backs.get(key, common)
        used.add(back)
        rows.append(
            [
                PurePosixPath(path).stem.replace("_", " ").strip(),
                pictures.take(path),
                pictures.take(back) if back else "",
            ]
        )
    for back in backs.values():
        if back not in used:
            reader.note(
                back, "a back without a front of that name", "rename it like its front, or 'back' for all"
            )
    cover = {"inset": "0", "bleed": "true", "fit": "cover", "optional": "true"}
    placements = [DrawnElement("image", cover, DrawnValue(slot("front")))]
    if used - {""}:
        placements.append(DrawnElement("image", cover, DrawnValue(slot("back")), back=True))
    drawing = CardDrawing(placements, files=dict(pictures.taken))
    return FoundTable(
        f"{name}.csv",
        "",
        "",
        name=name,
        data=written_table(["name", "front", "back"], rows).encode(),
        drawing=drawing,
        header=True,
    )
