"""The rules of PDF/X-4 (ISO 15930-7:2010) that a program can check, one function each.

Each rule names the section of ISO 32000-1:2008 that defines what it looks at. The clause of ISO 15930-7 follows in
brackets where public validators quote its words: 6.2.2, 6.4.1, 6.4.2.1, 6.4.3.2, 6.6, 6.12, 6.17, 6.18, 6.23, 6.25. Other
clauses are left out: the text of the standard was not at hand, and tools that do not quote it number it differently.
"""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

XMP = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}
BLEND_MODES = frozenset(
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion "
    "Hue Saturation Color Luminosity".split()
)


class File(NamedTuple):
    """A file: its bytes, its objects, and its metadata by name."""

    data: bytes
    pdf: Pdf
    xmp: dict[str, str]

    @classmethod
    def of(cls, data: bytes) -> File:
        pdf = pikepdf.open(io.BytesIO(data))
        return cls(data, pdf, _metadata(pdf))

    def dictionaries(self, kind: str = "") -> Iterator[Any]:
        """All dictionaries and streams, at any depth; of one ``Type`` or ``Subtype``."""
        for each in _inside([item for item in self.pdf.objects if item is not None]):
            if not kind or Name("/" + kind) in (each.get("/Type"), each.get("/Subtype")):
                yield each

    @property
    def intents(self) -> list[Any]:
        return [each for each in self.pdf.Root.get("/OutputIntents", []) if each.S == "/GTS_PDFX"]


def _inside(waiting: list[Any]) -> Iterator[Any]:
    while waiting:
        value = waiting.pop()
        if isinstance(value, Stream | Dictionary):
            yield value
        if isinstance(value, Stream | Dictionary | Array):
            items = [value[key] for key in value] if not isinstance(value, Array) else list(value)
            waiting += [each for each in items if isinstance(each, pikepdf.Object) and not each.is_indirect]


def _metadata(pdf: Pdf) -> dict[str, str]:
    if "/Metadata" not in pdf.Root:
        return {}
    tree = ElementTree.fromstring(pdf.Root.Metadata.read_bytes().decode("utf-8-sig"))
    spaces = {address: prefix for prefix, address in XMP.items()}
    found = {}
    for each in tree.iter(f"{{{XMP['rdf']}}}Description"):
        for key, value in [
            *each.attrib.items(),
            *((child.tag, "".join(child.itertext()).strip()) for child in each),
        ]:
            address, _, name = key[1:].partition("}")
            found[f"{spaces.get(address, address)}:{name}"] = value
    return found


def operators(file: File) -> Iterator[tuple[str, list[Any]]]:
    """The operators of all pages, forms and patterns."""
    streams = [*file.pdf.pages, *file.dictionaries("Form")]
    for stream in streams:
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), list(operands)


Rule = Callable[[File], bool]
RULES: dict[str, Rule] = {}


def rule(words: str) -> Callable[[Rule], Rule]:
    def take(function: Rule) -> Rule:
        RULES[words] = function
        return function

    return take


def broken(data: bytes) -> list[str]:
    """The rules that a file breaks."""
    file = File.of(data)
    return [words for words, holds in RULES.items() if not _holds(holds, file)]


def _holds(rule: Rule, file: File) -> bool:
    try:
        return rule(file)
    except (AttributeError, IndexError, KeyError):  # what it looks at is missing
        return False


@rule("7.5.2 the header names PDF 1.3 to 1.7 and a comment of bytes above 127 follows")
def _header(file: File) -> bool:
    return re.match(rb"%PDF-1\.[3-7]\n%[\x80-\xff]{4}", file.data) is not None


@rule("7.5.5 the trailer has an identifier of two parts")
def _identifier(file: File) -> bool:
    return len(file.pdf.trailer.get("/ID", [])) == 2


@rule("7.6 the file is not encrypted")
def _open(file: File) -> bool:
    return not file.pdf.is_encrypted


@rule("7.4 no stream uses LZW or an external file")
def _filters(file: File) -> bool:
    streams = [each for each in file.pdf.objects if isinstance(each, Stream)]
    return all("/LZWDecode" not in str(each.get("/Filter", "")) and "/F" not in each for each in streams)


@rule("7.5.8 all objects can be read, and all references lead to one")
def _whole(file: File) -> bool:
    return not file.pdf.check_pdf_syntax() and all(each is not None for each in file.pdf.objects)


@rule("14.3.2 the catalog has XMP metadata that are not filtered")
def _xmp(file: File) -> bool:
    metadata = file.pdf.Root.get("/Metadata")
    return metadata is not None and "/Filter" not in metadata and metadata.Subtype == "/XML"


@rule("XMP pdfxid:GTS_PDFXVersion is PDF/X-4")
def _version(file: File) -> bool:
    return file.xmp.get("pdfxid:GTS_PDFXVersion") == "PDF/X-4"


@rule("XMP has xmp:CreateDate, xmp:ModifyDate and xmp:MetadataDate")
def _dates(file: File) -> bool:
    pattern = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    return all(
        re.fullmatch(pattern, file.xmp.get(f"xmp:{name}", ""))
        for name in ("CreateDate", "ModifyDate", "MetadataDate")
    )


@rule("XMP has dc:title")
def _title(file: File) -> bool:
    return bool(file.xmp.get("dc:title"))


@rule("XMP has xmpMM:DocumentID, xmpMM:VersionID and xmpMM:RenditionClass")
def _history(file: File) -> bool:
    return all(file.xmp.get(f"xmpMM:{name}") for name in ("DocumentID", "VersionID", "RenditionClass"))


@rule("14.11.6 Trapped is True or False, in XMP and in the information dictionary")
def _trapped(file: File) -> bool:
    return file.xmp.get("pdf:Trapped") in ("True", "False") and str(file.pdf.docinfo.get("/Trapped")) in (
        "/True",
        "/False",
    )


@rule("14.3.3 the information dictionary says the same as XMP")
def _information(file: File) -> bool:
    info, xmp = file.pdf.docinfo, file.xmp
    dates = {"/CreationDate": "xmp:CreateDate", "/ModDate": "xmp:ModifyDate"}
    texts = {
        "/Title": "dc:title",
        "/Author": "dc:creator",
        "/Producer": "pdf:Producer",
        "/Creator": "xmp:CreatorTool",
    }
    same_dates = all(
        re.sub(r"\D", "", str(info.get(key, ""))) == re.sub(r"\D", "", xmp.get(name, ""))
        for key, name in dates.items()
    )
    same_texts = all(str(info.get(key, "")) == xmp.get(name, "") for key, name in texts.items())
    return same_dates and same_texts and str(info.get("/Trapped", ""))[1:] == xmp.get("pdf:Trapped")


@rule("14.11.5 (6.2.2) there is exactly one output intent GTS_PDFX, with an identifier of the condition")
def _intent(file: File) -> bool:
    return len(file.intents) == 1 and bool(str(file.intents[0].get("/OutputConditionIdentifier", "")))


@rule(
    "14.11.5 (6.4.1, 6.4.2.1) its profile is embedded, of an output device, of four colours, of ICC version 2 or 4"
)
def _profile(file: File) -> bool:
    profile = file.intents[0].DestOutputProfile
    data = profile.read_bytes()
    return profile.N == 4 and data[12:20] == b"prtrCMYK" and data[36:40] == b"acsp" and data[8] in (2, 4)


@rule("14.11.5 it has Info where the condition is not registered, and no reference to another file")
def _info(file: File) -> bool:
    intent = file.intents[0]
    return ("/RegistryName" in intent or "/Info" in intent) and "/DestOutputProfileRef" not in intent


@rule("14.11.2 (6.12) each page has a MediaBox and either TrimBox or ArtBox")
def _boxes(file: File) -> bool:
    return all(
        "/MediaBox" in page.obj and ("/TrimBox" in page.obj) != ("/ArtBox" in page.obj)
        for page in file.pdf.pages
    )


@rule(
    "14.11.2 (6.12) the TrimBox lies in the BleedBox, this in the CropBox, and all in the MediaBox; none is empty"
)
def _nested(file: File) -> bool:
    def holds(outer: list[float], inner: list[float]) -> bool:
        slack = 0.001
        return (
            all(outer[at] <= inner[at] + slack and inner[at + 2] <= outer[at + 2] + slack for at in (0, 1))
            and inner[0] < inner[2]
            and inner[1] < inner[3]
        )

    for page in file.pdf.pages:
        boxes = [
            [float(value) for value in page.obj[name]]
            for name in ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox")
            if name in page.obj
        ]
        if not all(holds(outer, inner) for outer, inner in itertools.pairwise(boxes)):
            return False
    return True


@rule(
    "8.6.4 (6.4.3.2) no colour is in DeviceRGB or in a calibrated space without a profile: the output intent is CMYK"
)
def _device(file: File) -> bool:
    plain = all(operator not in ("rg", "RG") for operator, _ in operators(file))
    named = re.compile(r"/(DeviceRGB|CalRGB|CalGray|Pattern /DeviceRGB)\b")
    spaces = [
        repr(each.get(key))
        for each in file.dictionaries()
        for key in ("/ColorSpace", "/CS", "/Alternate")
        if key in each
    ]
    return plain and not any(named.search(space) for space in spaces)


@rule("8.6.6.4 separations of one name have one alternate space and one tint")
def _separations(file: File) -> bool:
    found: dict[str, set[bytes]] = {}
    for each in file.dictionaries():
        for space in (
            each.get("/ColorSpace", {}).values() if isinstance(each.get("/ColorSpace"), Dictionary) else ()
        ):
            if isinstance(space, Array) and space[0] == "/Separation":
                found.setdefault(str(space[1]), set()).add(Array(list(space)[2:]).unparse(resolved=True))
    return all(len(looks) == 1 for looks in found.values())


@rule("8.6.5.8 (6.23) rendering intents are the four of PDF")
def _rendering(file: File) -> bool:
    known = ("/AbsoluteColorimetric", "/RelativeColorimetric", "/Saturation", "/Perceptual")
    used = [str(operands[0]) for operator, operands in operators(file) if operator == "ri"]
    used += [
        str(each[key])
        for each in file.dictionaries()
        for key in ("/RI", "/Intent")
        if key in each and _is_name(each[key])
    ]
    return all(each in known for each in used)


def _is_name(value: Any) -> bool:
    return isinstance(value, Name)


@rule("9.9 all fonts are embedded, with a subset tag where they are subsets")
def _fonts(file: File) -> bool:
    fonts = [
        each
        for each in file.dictionaries("Font")
        if each.get("/Subtype") in ("/CIDFontType0", "/CIDFontType2", "/TrueType", "/Type1")
    ]
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    return bool(fonts) and all(
        "/FontDescriptor" in each and any(name in each.FontDescriptor for name in files) for each in fonts
    )


@rule("9.7.4.2 fonts of glyph ids have a CIDToGIDMap and are used by Identity-H")
def _glyph_ids(file: File) -> bool:
    descendants = list(file.dictionaries("CIDFontType2"))
    whole = list(file.dictionaries("Type0"))
    return all("/CIDToGIDMap" in each for each in descendants) and all(
        each.Encoding == "/Identity-H" for each in whole
    )


@rule("8.4.5 no transfer function, and none of the halftones that move or replace screens")
def _states(file: File) -> bool:
    states = [
        each for each in file.dictionaries() if {"/CA", "/ca", "/OP", "/op", "/SMask"} & set(each.keys())
    ]
    return all(
        "/TR" not in each and "/HTP" not in each and str(each.get("/TR2", "/Default")) == "/Default"
        for each in states
    )


@rule("11.3.5 blend modes are those of PDF 1.6")
def _blends(file: File) -> bool:
    return all(str(each["/BM"])[1:] in BLEND_MODES for each in file.dictionaries() if "/BM" in each)


@rule("11.4.7 pages with transparency blend in CMYK, and so do their groups; masks may be grey")
def _groups(file: File) -> bool:
    spaces = {
        str(each.Group.get("/CS"))
        for each in file.dictionaries()
        if isinstance(each.get("/Group"), Dictionary)
    }
    states = [
        each for each in file.dictionaries() if any(float(each.get(key, 1)) < 1 for key in ("/CA", "/ca"))
    ]
    paged = any("/Group" in page.obj for page in file.pdf.pages)
    return spaces <= {"/DeviceCMYK", "/DeviceGray"} and (paged or not states)


@rule("8.8 and 8.10 no PostScript XObject, no reference XObject, no alternate pictures, no OPI")
def _xobjects(file: File) -> bool:
    streams = [each for each in file.pdf.objects if isinstance(each, Stream)]
    return all(
        each.get("/Subtype") != "/PS"
        and each.get("/Subtype2") != "/PS"
        and not {"/Ref", "/Alternates", "/OPI"} & set(each.keys())
        for each in streams
    )


@rule("8.9.5 pictures have 1, 2, 4, 8 or 16 bits and are not interpolated by a transfer of their own")
def _pictures(file: File) -> bool:
    return all(
        each.get("/ImageMask") or int(each.get("/BitsPerComponent", 8)) in (1, 2, 4, 8, 16)
        for each in file.dictionaries("Image")
    )


@rule("8.11 optional content has a configuration D with a name, no AS, and an order that lists all groups")
def _layers(file: File) -> bool:
    if "/OCProperties" not in file.pdf.Root:
        return True
    layers = file.pdf.Root.OCProperties
    every = [layers.D, *layers.get("/Configs", [])]
    listed = {each.objgen for each in layers.D.get("/Order", [])}
    return (
        all("/Name" in each and "/AS" not in each for each in every)
        and {each.objgen for each in layers.OCGs} == listed
        and all(each.get("/Name") for each in layers.OCGs)
    )


@rule("12.6 (6.18) no actions, no JavaScript, no forms to fill in")
def _actions(file: File) -> bool:
    root = file.pdf.Root
    names = root.get("/Names", {})
    return (
        not {"/AA", "/AcroForm"} & set(root.keys())
        and "/JavaScript" not in names
        and "/EmbeddedFiles" not in names
        and not (isinstance(root.get("/OpenAction"), Dictionary))
    )


@rule("12.5 (6.17) no annotation lies inside the bleed")
def _annotations(file: File) -> bool:
    for page in file.pdf.pages:
        box = [float(value) for value in page.obj.get("/BleedBox", page.obj.TrimBox)]
        for each in page.obj.get("/Annots", []):
            x1, y1, x2, y2 = (float(value) for value in each.Rect)
            if x1 < box[2] and box[0] < x2 and y1 < box[3] and box[1] < y2 and each.Subtype != "/TrapNet":
                return False
    return True


@rule("7.3.5 (6.6) names of fonts and separations are UTF-8")
def _names(file: File) -> bool:
    named = [each[key] for each in file.dictionaries() for key in ("/BaseFont", "/FontName") if key in each]
    named += [space[1] for space in _spaces(file) if space[0] == "/Separation"]
    for name in named:
        written = re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), name.unparse())
        try:
            written.decode()
        except UnicodeDecodeError:
            return False
    return True


def _spaces(file: File) -> list[Any]:
    kept = [each["/ColorSpace"] for each in file.dictionaries() if "/ColorSpace" in each]
    named = [space for group in kept if isinstance(group, Dictionary) for space in group.values()]
    return [space for space in named if isinstance(space, Array)]


MOST_NESTED, LONGEST_NAME, LONGEST_STRING, MOST_OBJECTS = 28, 127, 32_767, 8_388_607


@rule("C.2 (6.25) strings, names, nested q and objects keep the limits of PDF 1.6")
def _limits(file: File) -> bool:
    depth = deepest = 0
    for operator, _ in operators(file):
        depth += {"q": 1, "Q": -1}.get(operator, 0)
        deepest = max(deepest, depth)
    names = re.findall(rb"/([^\x00\t\n\f\r ()<>\[\]{}/%]*)", b"".join(_written(file)))
    longest = max((len(re.sub(rb"#..", b"#", name)) for name in names), default=0)
    strings = (bytes(each) for each in _strings(list(file.dictionaries())))
    return (
        deepest <= MOST_NESTED
        and longest <= LONGEST_NAME
        and max(map(len, strings), default=0) <= LONGEST_STRING
        and len(file.pdf.objects) <= MOST_OBJECTS
    )


def _written(file: File) -> Iterator[bytes]:
    return (each.unparse() for each in file.dictionaries() if isinstance(each, Dictionary))


def _strings(dictionaries: list[Any]) -> Iterator[Any]:
    for each in dictionaries:
        yield from (value for value in each.values() if isinstance(value, pikepdf.String))


@rule("12.2 viewer preferences name no other box than those of the page")
def _preferences(file: File) -> bool:
    shown = file.pdf.Root.get("/ViewerPreferences", {})
    areas = [
        str(shown[key]) for key in ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip") if key in shown
    ]
    return all(area in ("/MediaBox", "/BleedBox") for area in areas)


@rule("7.8.2 content streams have only operators of PDF, each q with its Q")
def _operators(file: File) -> bool:
    known = set(
        "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID INLINE IMAGE j J K k l m M MP n q Q re "
        "RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \"".split()
    )
    used = [operator for operator, _ in operators(file)]
    return set(used) <= known and used.count("q") == used.count("Q")
