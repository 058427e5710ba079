"""Decks of Cider, and folders of pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from pnp.importers.cards.drawing import CardDrawing, DrawnElement, DrawnValue
from pnp.importers.cards.found import FoundTable, ImportNote, written_table
from pnp.importers.cards.limits import MOST_ROWS
from pnp.importers.cards.pictures import ENDINGS as PICTURES
from pnp.importers.cards.pictures import PictureFiles
from pnp.importers.cards.reading import FolderReader
from pnp.importers.cards.ruby_value import slot

_UNREAD = (".psd", ".xcf", ".ai", ".eps", ".pdf", ".avif", ".heic", ".tga", ".jxl", ".kra", ".svgz")
"""Pictures that are not read."""
_FRONT = re.compile(r"(?i)[\s_.-]*(?:front|face|recto)[\s_.-]*")


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
        elif path.lower().endswith(_UNREAD):
            reader.note(path, "a picture in a format that is not read", "save it as .png, and import again")
    for folder, paths in folders.items():
        name = PurePosixPath(folder).name if folder != "." else "pictures"
        if len(paths) > MOST_ROWS:
            reader.note(
                folder, f"the pictures after the first {MOST_ROWS:,}", "import them from another folder"
            )
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
            key = _FRONT.sub("", (found.group(1) + found.group(3))).strip(" _.-").lower()
            if key in backs:
                reader.note(path, f"a second back beside '{backs[key]}'", "give each a name of its own")
            backs.setdefault(key, path)
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
