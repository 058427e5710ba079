"""Zombies Doom, counted and measured on its finished pages."""

import json
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.cli.call import call, start
from tests.paper import MM, Placed, font_faults, placed_faces

ROOT = Path(__file__).parents[2]
BLEED = 2.0
SIZES = {
    "weapons": (63, 88, 72), "spells": (63, 88, 18), "quests": (63, 88, 18), "turn": (63, 88, 4),
    "fixed": (45, 45, 5), "map": (45, 45, 35), "monsters": (16, 16, 48), "victory": (16, 16, 30), "pawns": (25, 112, 4),
}  # fmt: skip


def build(out: Path, *arguments: str) -> Path:
    assert call(ROOT, "build", "-q", "--game", "doom", "--out", str(out), *arguments).returncode == 0
    return out / "doom" / "cs"


@pytest.fixture(scope="module")
def long_edge(built_game) -> Path:
    return built_game("doom").folder / "cs"


@pytest.fixture(scope="module")
def short_edge(tmp_path_factory) -> Path:
    return build(tmp_path_factory.mktemp("short"), "--duplex", "short-edge", "--paper", "Letter")


def is_piece(face: Placed) -> bool:
    """Whether a drawing on a page is of a piece's size; marks are drawings, too."""
    return any(
        sorted((face.width, face.height)) == pytest.approx(sorted(size[:2]), abs=0.01)
        for size in SIZES.values()
    )


def fronts_and_backs(path: Path):
    """Front, back and size of each sheet; the pawns have no backs."""
    with pikepdf.open(path) as pdf:
        pages = [[face for face in placed_faces(page, BLEED) if is_piece(face)] for page in pdf.pages]
        sizes = [(float(page.MediaBox[2]) / MM, float(page.MediaBox[3]) / MM) for page in pdf.pages]
    if path.stem == "pawns":
        return [(page, [], size) for page, size in zip(pages, sizes, strict=True)]
    return list(zip(pages[::2], pages[1::2], sizes[::2], strict=True))


def test_every_piece_is_there_in_its_exact_size(long_edge):
    counted = {}
    for name, (width, height, copies) in SIZES.items():
        faces = [face for front, _, _ in fronts_and_backs(long_edge / f"{name}.pdf") for face in front]
        for face in faces:
            assert sorted((face.width, face.height)) == pytest.approx(sorted((width, height)), abs=0.01), name
        counted[name] = len(faces)
        assert len(faces) == copies, name
    kinds = Counter()
    for name, number in counted.items():
        kinds[{63: "cards", 45: "tiles", 16: "tokens", 25: "standees"}[SIZES[name][0]]] += number
    assert kinds == {"cards": 112, "tiles": 40, "tokens": 78, "standees": 4}


@pytest.mark.parametrize("edge", ["long_edge", "short_edge"])
def test_each_back_lies_behind_its_front_on_full_and_partial_sheets(edge, request):
    folder = request.getfixturevalue(edge)
    for name in SIZES:
        for front, back, (width, height) in fronts_and_backs(folder / f"{name}.pdf"):
            if not back:
                continue
            turned = [
                (width - face.x, face.y) if edge == "long_edge" else (face.x, height - face.y)
                for face in back
            ]
            assert len(front) == len(back), name
            for face in front:
                nearest = min(turned, key=lambda place: abs(place[0] - face.x) + abs(place[1] - face.y))
                assert nearest == pytest.approx((face.x, face.y), abs=0.01), name


def test_every_font_is_embedded_and_no_standard_font_is_named(long_edge):
    for path in long_edge.glob("*.pdf"):
        assert font_faults(path) == [], path.name


def test_files_are_sound_and_tell_the_print_dialog_what_to_do(long_edge):
    for path in long_edge.glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            assert pdf.check_pdf_syntax() == [], path.name
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None", path.name
            assert str(pdf.Root.Lang) == "cs"
            for page in pdf.pages:
                assert {"/MediaBox", "/TrimBox", "/BleedBox"} <= set(page.keys()), path.name


def words_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return " ".join(text.split())


def test_text_comes_out_as_it_was_typed(long_edge):
    assert (
        words_of(long_edge / "spells.pdf").count("Před útokem si vyměň místo s figurkou jiného hráče.") == 4
    )
    weapons = words_of(long_edge / "weapons.pdf")
    assert weapons.count("Porazí jednoho nemrtvého.") == 12
    assert weapons.count("Porazí kteroukoli jednu příšeru.") == 8
    rules = words_of(long_edge / "pravidla.pdf")
    assert "nikdy na hrad, který už někdo dobyl" in rules
    assert "\ufffd" not in rules


def test_the_same_bytes_wherever_and_however_it_is_built(long_edge, tmp_path):
    other = tmp_path / "elsewhere"
    other.mkdir()
    out = tmp_path / "out"
    done = start(
        other, "build", "-q", "--game", "doom", "--out", str(out), "--jobs", "2",
        TZ="Pacific/Kiritimati", LANG="tr_TR.UTF-8", LC_ALL="C", HOME=str(other), PYTHONHASHSEED="7", USER="nobody",
        PNP_NO_CACHE="1",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    again = out / "doom/cs"
    assert sorted(path.name for path in again.iterdir()) == sorted(path.name for path in long_edge.iterdir())
    for path in again.iterdir():
        assert path.read_bytes() == (long_edge / path.name).read_bytes(), path.name


def test_combined_file_holds_all_pages_and_fronts_stay_on_odd_ones(long_edge, tmp_path):
    folder = build(tmp_path, "--combined").parent
    with pikepdf.open(folder / "doom-cs.pdf") as pdf:
        assert len([face for face in placed_faces(pdf.pages[0], BLEED) if is_piece(face)]) == 9
        assert len(pdf.pages) >= sum(len(pikepdf.open(path).pages) for path in long_edge.glob("*.pdf"))
        titles = [
            str(item.Title)
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and "/Title" in item
        ]
    assert any("Karty zbraní" in title for title in titles)


def test_the_manifest_tells_copies_and_hashes(long_edge):
    manifest = json.loads((long_edge / "manifest.json").read_text(encoding="utf-8"))
    assert sum(piece["copies"] for piece in manifest["pieces"].values()) == 234
    own = manifest["pieces"]["weapons/own-bow"]
    assert len(own["front"]) == 64
    assert own["back"] == manifest["pieces"]["weapons/bomb-bow"]["back"]
    assert own["front"] != manifest["pieces"]["weapons/own-sword"]["front"]
