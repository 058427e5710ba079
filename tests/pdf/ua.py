"""A checker of PDF/UA-1 (ISO 14289-1): every rule that a machine can test, by clause and number.

    python -m tests.pdf.ua FILE...            what is wrong with the files, and how many rules hold
    python -m tests.pdf.ua --read FILE...     what a screen reader says, in the order of the structure
    python -m tests.pdf.ua --rules            the rules

The numbers are those of the public validation profile of PDF/UA-1 (clause, number of the test in it). Rules of
things that pnp never writes, such as forms, media and encryption, hold where no such thing is in the file.
"""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from fontTools.ttLib import TTFont

from tests.pdf.tagged import Checked, Node, read_aloud

_STANDARD = frozenset(
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl"
    " LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu"
    " WT WP Figure Formula Form".split()
)
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_DC, _UA = "{http://purl.org/dc/elements/1.1/}", "{http://www.aiim.org/pdfua/ns/id/}"
_RDF, _XML = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}", "{http://www.w3.org/XML/1998/namespace}"

Check = Callable[[Checked], Iterator[str]]


class Rule(NamedTuple):
    """A rule: its clause and number, what must hold, and what breaks it in a file."""

    number: str
    says: str
    broken: Check


RULES: list[Rule] = []


def rule(number: str, says: str) -> Callable[[Check], Check]:
    def added(check: Check) -> Check:
        RULES.append(Rule(number, says, check))
        return check

    return added


def holds(number: str, says: str, test: Callable[[Checked], object]) -> None:
    """A rule of the whole file."""
    RULES.append(Rule(number, says, lambda file: iter(() if test(file) else ("it does not hold",))))


def each(number: str, says: str, kinds: str, test: Callable[[Checked, Node], object]) -> None:
    """A rule of all elements of some kinds; of all elements without kinds."""

    def broken(file: Checked) -> Iterator[str]:
        for node in file.of(*kinds.split()) if kinds else file.nodes:
            if not test(file, node):
                yield f"{node.kind} in {node.above.kind if node.above else 'nothing'}"

    RULES.append(Rule(number, says, broken))


def _kinds(node: Node) -> list[str]:
    return [kid.kind for kid in node.elements]


def _only(*kinds: str) -> Callable[[Checked, Node], bool]:
    return lambda _, node: set(_kinds(node)) <= set(kinds)


def _within(*kinds: str) -> Callable[[Checked, Node], bool]:
    return lambda _, node: node.above is not None and node.above.kind in kinds


def _described(key: str) -> Callable[[Checked, Node], bool]:
    return lambda file, node: not node.words(key) or node.language() or "/Lang" in file.root


def _objects(file: Checked, key: str, value: str) -> list[Any]:
    return [
        item
        for item in file.pdf.objects
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream) and item.get(key) == value
    ]


def _annotations(file: Checked, *subtypes: str) -> list[Any]:
    found = [item for page in file.pdf.pages for item in page.obj.get("/Annots", [])]
    return [item for item in found if not subtypes or str(item.Subtype)[1:] in subtypes]


def _parents(file: Checked) -> dict[int, Any]:
    """Number of a thing to its elements, from the tree of parents."""
    numbers = file.root.StructTreeRoot.ParentTree.Nums
    return {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}


def _none(*subtypes: str) -> Callable[[Checked], bool]:
    return lambda file: not _annotations(file, *subtypes)


# 5 and 6: the file
def _identified(file: Checked) -> list[str]:
    return [] if file.xmp is None else [item.text for item in file.xmp.iter(f"{_UA}part")]


holds("5-1", "The metadata say that the file is PDF/UA", _identified)
holds("5-2", "The part is 1", lambda file: _identified(file) == ["1"])
holds(
    "5-3",
    "The part has the prefix pdfuaid",
    lambda file: b"<pdfuaid:part>" in file.root.Metadata.read_bytes(),
)
holds(
    "5-4", "An amendment has the prefix pdfuaid", lambda file: b":amd" not in file.root.Metadata.read_bytes()
)
holds(
    "5-5",
    "A corrigendum has the prefix pdfuaid",
    lambda file: b":corr" not in file.root.Metadata.read_bytes(),
)
holds("6.1-1", "The header names a version 1.0 to 1.7", lambda file: re.match(rb"%PDF-1\.[0-7]\n", file.data))
holds(
    "6.2-1",
    "The file is marked as tagged",
    lambda file: file.root.get("/MarkInfo", {}).get("/Marked") is True,
)


# 7.1: general
@rule("7.1-1", "No artifact is inside tagged content")
@rule("7.1-2", "No tagged content is inside an artifact, and no number of content is given twice")
def _(file: Checked) -> Iterator[str]:
    yield from file.nested


@rule("7.1-3", "All content is tagged or an artifact, and all tagged content is in an element")
def _(file: Checked) -> Iterator[str]:
    yield from file.stray
    held = [kid for node in file.nodes for kid in node.kids if not isinstance(kid, Node)]
    yield from (f"content {place} is in no element" for place in file.groups.keys() - set(held))
    yield from (f"content {place} is in two elements" for place, count in Counter(held).items() if count > 1)
    yield from (f"element of {place}, which there is not" for place in set(held) - file.groups.keys())


holds(
    "7.1-4", "Suspects is not true", lambda file: file.root.get("/MarkInfo", {}).get("/Suspects") is not True
)
each("7.1-5", "All kinds of elements are standard ones", "", lambda _, node: node.kind in _STANDARD)
holds("7.1-6", "Roles do not go round", lambda file: "/RoleMap" not in file.root.StructTreeRoot)
holds("7.1-7", "Standard kinds have no other role", lambda file: "/RoleMap" not in file.root.StructTreeRoot)
holds("7.1-8", "The catalogue has metadata", lambda file: "/Metadata" in file.root)
holds("7.1-9", "The metadata have a title", lambda file: any((t.text or "").strip() for t in _titles(file)))
holds(
    "7.1-10",
    "Viewers show the title",
    lambda file: file.root.get("/ViewerPreferences", {}).get("/DisplayDocTitle") is True,
)
holds("7.1-11", "There is a structure", lambda file: "/StructTreeRoot" in file.root and file.nodes)


@rule("7.1-12", "All elements name the one around them, and the tree of parents leads back to them")
def _(file: Checked) -> Iterator[str]:
    for node in file.nodes:
        if node.above is None or node.raw.get("/P") is None or node.raw.P.objgen != node.above.raw.objgen:
            yield f"{node.kind} names another one"
    rows = _parents(file)
    for node in file.nodes:
        for kid in node.kids:
            if not isinstance(kid, Node):
                page, number = kid
                row = rows[int(file.pdf.pages[page].obj.StructParents)]
                if row[number].objgen != node.raw.objgen:
                    yield f"content {kid} leads to another element"


def _titles(file: Checked) -> list[Any]:
    return (
        []
        if file.xmp is None
        else [item for title in file.xmp.iter(f"{_DC}title") for item in title.iter(f"{_RDF}li")]
    )


# 7.2: text
holds(
    "7.2-2",
    "The language of bookmarks can be told",
    lambda file: "/Outlines" not in file.root or "/Lang" in file.root,
)
each(
    "7.2-3",
    "Tables hold rows, groups of rows and captions",
    "Table",
    _only("TR", "THead", "TBody", "TFoot", "Caption"),
)
each("7.2-4", "Rows are in tables", "TR", _within("Table", "THead", "TBody", "TFoot"))
each("7.2-5", "THead is in a table", "THead", _within("Table"))
each("7.2-6", "TBody is in a table", "TBody", _within("Table"))
each("7.2-7", "TFoot is in a table", "TFoot", _within("Table"))
each("7.2-8", "TH is in a row", "TH", _within("TR"))
each("7.2-9", "TD is in a row", "TD", _within("TR"))
each("7.2-10", "Rows hold cells", "TR", _only("TH", "TD"))
each("7.2-11", "A table has one THead at most", "Table", lambda _, node: _kinds(node).count("THead") < 2)
each("7.2-12", "A table has one TFoot at most", "Table", lambda _, node: _kinds(node).count("TFoot") < 2)
each(
    "7.2-13",
    "TFoot comes with TBody",
    "Table",
    lambda _, node: "TFoot" not in _kinds(node) or "TBody" in _kinds(node),
)
each(
    "7.2-14",
    "THead comes with TBody",
    "Table",
    lambda _, node: "THead" not in _kinds(node) or "TBody" in _kinds(node),
)
each(
    "7.2-15",
    "No two cells meet",
    "TH TD",
    lambda _, node: not node.attribute("RowSpan") and not node.attribute("ColSpan"),
)
each("7.2-16", "A table has one caption at most", "Table", lambda _, node: _kinds(node).count("Caption") < 2)
each("7.2-17", "LI is in a list", "LI", _within("L"))
each("7.2-18", "LBody is in an item", "LBody", _within("LI"))
each("7.2-19", "Lists hold items, lists and captions", "L", _only("L", "LI", "Caption"))
each("7.2-20", "Items hold labels and bodies", "LI", _only("Lbl", "LBody"))
each("7.2-21", "The language of alternative texts can be told", "", _described("Alt"))
each("7.2-22", "The language of replacement texts can be told", "", _described("ActualText"))
each("7.2-23", "The language of expansions can be told", "", _described("E"))
holds(
    "7.2-24",
    "The language of annotations can be told",
    lambda file: not _annotations(file) or "/Lang" in file.root,
)
holds("7.2-25", "The language of form fields can be told", lambda file: "/AcroForm" not in file.root)
each("7.2-26", "TOCI is in a table of contents", "TOCI", _within("TOC"))
each("7.2-27", "TOC holds entries, others of it and captions", "TOC", _only("TOC", "TOCI", "Caption"))
each("7.2-28", "The caption of a TOC is first", "TOC", lambda _, node: "Caption" not in _kinds(node)[1:])


@rule("7.2-29", "Languages are well formed")
def _(file: Checked) -> Iterator[str]:
    for tag in (file.root.get("/Lang"), *(node.raw.get("/Lang") for node in file.nodes)):
        if tag is not None and not _LANGUAGE.fullmatch(str(tag)):
            yield str(tag)


for _number, _key in (("7.2-30", "ActualText"), ("7.2-31", "Alt"), ("7.2-32", "E")):
    holds(
        _number,
        f"The language of {_key} in content can be told",
        lambda file: all(group.languages for group in file.groups.values()),
    )
holds(
    "7.2-33",
    "The language of texts in the metadata can be told",
    lambda file: all(t.get(f"{_XML}lang") != "x-default" for t in _titles(file)) or "/Lang" in file.root,
)
holds("7.2-34", "The language of the text can be told", lambda file: "/Lang" in file.root)
each("7.2-36", "THead holds rows", "THead", _only("TR"))
each("7.2-37", "TBody holds rows", "TBody", _only("TR"))
each("7.2-38", "TFoot holds rows", "TFoot", _only("TR"))
each(
    "7.2-39",
    "The caption of a table is first or last",
    "Table",
    lambda _, node: "Caption" not in _kinds(node)[1:-1],
)
each("7.2-40", "The caption of a list is first", "L", lambda _, node: "Caption" not in _kinds(node)[1:])
for _number, _says in (
    ("7.2-41", "Columns of a table have as many rows"),
    ("7.2-42", "Rows of a table have as many columns"),
    ("7.2-43", "Rows of a table have as many columns, spans counted"),
):
    each(
        _number,
        _says,
        "Table",
        lambda _, node: len({len(r.kids) for r in node.walk() if r.kind == "TR"}) == 1,
    )

# 7.3 to 7.9
each(
    "7.3-1",
    "Figures have an alternative or replacement text",
    "Figure",
    lambda _, n: n.words("Alt") or n.words("ActualText"),
)


@rule("7.4.2-1", "The first heading is H1, and no level is left out")
@rule("7.4.4-3", "There are either numbered headings or others")
def _(file: Checked) -> Iterator[str]:
    before = 0
    for node in file.of("H1", "H2", "H3", "H4", "H5", "H6"):
        level = int(node.kind[1])
        if level > before + 1:
            yield f"H{before} is followed by H{level}"
        before = level
    if before and file.of("H"):
        yield "H beside numbered ones"


each("7.4.4-1", "An element has one H at most", "", lambda _, node: _kinds(node).count("H") < 2)
holds("7.4.4-2", "H is not mixed with numbered headings", lambda file: not file.of("H"))
each(
    "7.5-1",
    "Every cell has a head",
    "Table",
    lambda _, node: (
        all(kid.attribute("Scope") in ("/Row", "/Column", "/Both") for kid in node.walk() if kid.kind == "TH")
        and any(kid.kind == "TH" for kid in node.walk())
    ),
)
each("7.5-2", "Heads that cells name exist", "TD", lambda _, node: node.attribute("Headers") is None)
each("7.7-1", "Formulas have an alternative text", "Formula", lambda _, node: node.words("Alt"))
each("7.9-1", "Notes have an id", "Note", lambda _, node: node.words("ID"))
holds(
    "7.9-2",
    "Ids of notes differ",
    lambda file: len({n.words("ID") for n in file.of("Note")}) == len(file.of("Note")),
)

# 7.10 to 7.20
for _number, _says, _test in (
    ("7.10-1", "Configurations of layers have names", lambda config: "/Name" in config),
    ("7.10-2", "Configurations of layers have no AS", lambda config: "/AS" not in config),
):
    holds(
        _number,
        _says,
        lambda file, test=_test: all(
            test(config)
            for layers in [file.root.get("/OCProperties")]
            if layers is not None
            for config in (layers.D, *layers.get("/Configs", []))
        ),
    )
holds("7.11-1", "Files inside have names", lambda file: not _objects(file, "/Type", "/Filespec"))
holds("7.15-1", "There is no dynamic form", lambda file: "/AcroForm" not in file.root)
holds("7.16-1", "Readers may take the text out", lambda file: not file.pdf.is_encrypted)
_OTHER = ("Widget", "Link", "PrinterMark", "Popup")
holds(
    "7.18.1-1",
    "Annotations are in Annot",
    lambda file: all(f"/{a.Subtype}"[2:] in _OTHER for a in _annotations(file)),
)
holds("7.18.1-2", "Annotations have words", lambda file: all("/Contents" in a for a in _annotations(file)))
holds("7.18.1-3", "Form fields have words", _none("Widget"))
holds("7.18.2-1", "There is no trap network", _none("TrapNet"))
holds(
    "7.18.3-1",
    "Pages with annotations are gone through by structure",
    lambda file: all(p.obj.get("/Tabs") == "/S" for p in file.pdf.pages if "/Annots" in p.obj),
)
holds("7.18.4-1", "Form fields are in Form", _none("Widget"))
holds("7.18.4-2", "Form holds one field", lambda file: not file.of("Form"))


@rule("7.18.5-1", "Links are in Link")
def _(file: Checked) -> Iterator[str]:
    rows = _parents(file)
    for link in _annotations(file, "Link"):
        owner = rows.get(int(link.get("/StructParent", -1)))
        if owner is None or owner.get("/S") != "/Link":
            yield "a link is in no Link"
    for node in file.of("Link"):
        kids = node.raw.K if isinstance(node.raw.K, pikepdf.Array) else [node.raw.K]
        if not any(isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/OBJR" for kid in kids):
            yield "a Link has no link"


holds(
    "7.18.5-2",
    "Links have words",
    lambda file: all(str(a.get("/Contents", "")) for a in _annotations(file, "Link")),
)
holds("7.18.6.2-1", "Media clips have a type", lambda file: not _objects(file, "/S", "/MCD"))
holds("7.18.6.2-2", "Media clips have words", lambda file: not _objects(file, "/S", "/MCD"))
holds("7.18.8-1", "Printer's marks are no content", _none("PrinterMark"))
holds(
    "7.20-1", "No form refers to another file", lambda file: not any("/Ref" in form for form in _forms(file))
)
holds(
    "7.20-2",
    "Forms that hold tagged content are placed once",
    lambda file: all(count < 2 or not _has_tags(file, key) for key, count in file.forms.items()),
)


def _forms(file: Checked) -> list[Any]:
    return [file.pdf.get_object(*key) for key in file.forms]


def _has_tags(file: Checked, key: Any) -> bool:
    return b"/MCID" in file.pdf.get_object(*key).read_bytes()


# 7.21: fonts
def _descendants(file: Checked) -> list[Any]:
    return [font.DescendantFonts[0] for font in file.fonts.values()]


holds(
    "7.21.3.1-1",
    "Fonts and their encodings have one system",
    lambda file: all(font.Encoding == "/Identity-H" for font in file.fonts.values()),
)
holds(
    "7.21.3.2-1",
    "TrueType fonts map their glyphs",
    lambda file: all(
        "/CIDToGIDMap" in font for font in _descendants(file) if font.Subtype == "/CIDFontType2"
    ),
)
for _number, _says in (
    ("7.21.3.3-1", "Encodings are known ones or inside"),
    ("7.21.3.3-2", "Encodings inside have the direction of their fonts"),
    ("7.21.3.3-3", "Encodings name known ones only"),
):
    holds(_number, _says, lambda file: all(font.Encoding == "/Identity-H" for font in file.fonts.values()))
holds("7.21.4.1-1", "Fonts are inside", lambda file: all(file.programs.values()))


@rule("7.21.4.1-2", "Glyphs that are shown are in their fonts")
def _(file: Checked) -> Iterator[str]:
    for key, program in file.programs.items():
        count = _glyph_count(program)
        yield from (f"glyph {code} of {count}" for code in file.used.get(key, ()) if code >= count)


def _glyph_count(program: bytes) -> int:
    return int(TTFont(io.BytesIO(program), lazy=True)["maxp"].numGlyphs)


holds(
    "7.21.4.2-1",
    "CharSet lists all glyphs",
    lambda file: all("/DescendantFonts" in f for f in file.fonts.values()),
)
holds(
    "7.21.4.2-2",
    "CIDSet lists all glyphs",
    lambda file: all("/CIDSet" not in f.FontDescriptor for f in _descendants(file)),
)


@rule("7.21.5-1", "Widths are those of the fonts")
def _(file: Checked) -> Iterator[str]:
    for key, font in file.fonts.items():
        program = TTFont(io.BytesIO(file.programs[key]), lazy=True)
        scale, metrics, names = 1000 / program["head"].unitsPerEm, program["hmtx"], program.getGlyphOrder()
        widths = _widths(font.DescendantFonts[0])
        for code in file.used.get(key, ()):
            real = metrics[names[code]][0] * scale
            if abs(widths.get(code, 1000) - real) > 1:
                yield f"glyph {code}: {widths.get(code)} for {real}"


def _widths(font: Any) -> dict[int, float]:
    found: dict[int, float] = {}
    rows = list(font.get("/W", []))
    while rows:
        first = int(rows.pop(0))
        after = rows.pop(0)
        if isinstance(after, pikepdf.Array):
            found |= {first + at: float(width) for at, width in enumerate(after)}
        else:
            width = float(rows.pop(0))
            found |= dict.fromkeys(range(first, int(after) + 1), width)
    return found


for _number in range(1, 5):
    holds(
        f"7.21.6-{_number}",
        "Simple TrueType fonts have an encoding (all fonts are composite)",
        lambda file: all(font.Subtype == "/Type0" for font in file.fonts.values()),
    )


@rule("7.21.7-1", "Glyphs that are shown have characters")
def _(file: Checked) -> Iterator[str]:
    for key, font in file.fonts.items():
        yield from (f"glyph {code}" for code in file.used.get(key, ()) if code not in file.unicode(font))


@rule("7.21.7-2", "No character is U+0000, U+FEFF or U+FFFE")
def _(file: Checked) -> Iterator[str]:
    for font in file.fonts.values():
        yield from (
            repr(text) for text in file.unicode(font).values() if set(text) & {"\0", "\ufeff", "\ufffe"}
        )


holds("7.21.8-1", "No missing glyph is shown", lambda file: all(0 not in used for used in file.used.values()))


def broken(data: bytes | Checked) -> list[str]:
    """What is wrong with a file: number of the rule, what it says, and where."""
    file = data if isinstance(data, Checked) else Checked(data)
    return [f"{number} {says}: {where}" for number, says, check in RULES for where in _found(check, file)]


def _found(check: Check, file: Checked) -> list[str]:
    try:
        return list(check(file))
    except (AttributeError, KeyError, IndexError) as fault:
        return [f"there is no {fault}"]


def main(arguments: list[str]) -> int:
    """Run it; 1 when a rule is broken."""
    if arguments == ["--rules"]:
        print("\n".join(f"{number:<12}{says}" for number, says, _ in RULES))
        return 0
    reading = arguments[:1] == ["--read"]
    faults = 0
    for name in arguments[reading:]:
        data = Path(name).read_bytes()
        if reading:
            print("\n".join(read_aloud(Checked(data))))
            continue
        found = broken(data)
        faults += len(found)
        print(f"{name}: {len(RULES)} rules, {len(found)} broken")
        print("".join(f"  {line}\n" for line in found[:40]), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
