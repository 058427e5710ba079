"""Print profiles: shipped, the user's, a game's own, and how they build on one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.impose import PrintProfile, impose, profile_from
from pnp.load import load_game, printers_file, shipped_profiles, user_settings
from pnp.model import PrintSettings
from pnp.model.calibration import Calibration, Printer
from tests.impose.faces import FOOTER, deck
from tests.load.folder import load, told, write

SHIPPED = {
    *("a4", "letter", "a4-fold", "letter-fold", "a3", "low-ink", "sleeves", "shop-3mm", "one-a-page"),
    *("avery-5371", "avery-5388", "avery-5389", "avery-l7414"),
}
PERFORATED = {  # size of a card, place of the first one and steps to the next, in inches or millimetres
    "avery-5371": ("in", (3.5, 2.0), (0.75, 0.5), (3.5, 2.0)),
    "avery-5388": ("in", (5.0, 3.0), (1.75, 1.0), (0.0, 3.0)),
    "avery-5389": ("in", (6.0, 4.0), (1.25, 1.25), (0.0, 4.5)),
    "avery-l7414": ("mm", (90.0, 52.0), (15.0, 18.5), (90.0, 52.0)),
}


def test_the_shipped_profiles_are_there_and_described() -> None:
    found = shipped_profiles()
    assert set(found) == SHIPPED
    assert all(profile.description and profile.values for profile in found.values())


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_shipped_profile_can_be_printed_with(name: str) -> None:
    made, found = profile_from(PrintSettings(), {"profile": name}, profiles=shipped_profiles())
    assert not found
    assert isinstance(made, PrintProfile)
    assert made.name == name


@pytest.mark.parametrize("name", sorted(PERFORATED))
def test_pieces_lie_where_perforated_paper_has_its_cards(name: str) -> None:
    made, _ = profile_from(PrintSettings(), {"profile": name}, profiles=shipped_profiles())
    assert made is not None
    unit, size, first, step = PERFORATED[name]
    scale = 25.4 if unit == "in" else 1.0
    cards = deck(12, width=size[0] * scale, height=size[1] * scale)
    slots = impose(cards, made, FOOTER).sheets[0].front.slots
    places = [(slot.spot.trim.x / scale, slot.spot.trim.y / scale) for slot in slots]
    columns = 2 if step[0] else 1
    wanted = [
        (first[0] + column * step[0], first[1] + row * step[1])
        for row in range(len(places) // columns)
        for column in range(columns)
    ]
    assert places == [pytest.approx(each, abs=0.01) for each in wanted]


def test_a_games_profile_comes_before_the_users_and_both_before_shipped_ones(tmp_path: Path) -> None:
    user = {
        name: PrintSettings({"paper": "100x100mm"}, name=name, file="user") for name in ("mine", "both", "a3")
    }
    write(tmp_path, {"profiles/both.yaml": "paper: A5\n", "profiles/own.yaml": "paper: A4\n"})
    game = load_game(tmp_path, cwd=tmp_path, profiles=user).game
    assert game is not None
    assert {
        name: game.profiles[name].values["paper"] for name in ("mine", "both", "a3", "own", "letter")
    } == {
        "mine": "100x100mm",
        "both": "A5",
        "a3": "100x100mm",
        "own": "A4",
        "letter": "Letter",
    }


def test_a_profile_extends_others_and_a_weaker_one_of_its_own_name(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        {
            "profiles/a4-fold.yaml": "extends: a4-fold\nfold: vertical\n",
            "profiles/thick.yaml": "extends: a4-fold\nbleed: 5mm\ndescription: thick\n",
        },
    )
    assert loaded.game is not None
    assert not [item for item in loaded.diagnostics if item.code != "Y302"]
    thick = loaded.game.profiles["thick"]
    assert thick.values == {"paper": "A4", "fold": "vertical", "bleed": "5mm"}
    assert (thick.description, thick.file) == ("thick", "profiles/thick.yaml")


def test_a_games_profile_cannot_build_on_the_users_which_others_do_not_have(tmp_path: Path) -> None:
    write(tmp_path, {"profiles/own.yaml": "extends: mine\n"})
    loaded = load_game(tmp_path, cwd=tmp_path, profiles={"mine": PrintSettings({"paper": "A3"})})
    assert "profiles/own.yaml:1:10 S104 unknown profile 'mine'" in told(loaded.diagnostics)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("paper: A44\n", "1:8 M103 unknown paper 'A44'"),
        ("papper: A4\n", "1:1 M100 unknown key 'papper'"),
        ("fold: upright\n", "1:7 M103 unknown fold 'upright'"),
        ("gutter: 3\n", "1:9 M104 gutter '3' has no unit"),
        ("back-offset: 90mm 0mm\n", "1:14 M103 back-offset '90mm 0mm' is more than 15 mm"),
        ("back-rotation: 45\n", "1:16 M103 back-rotation '45' is more than 3°"),
        ("scale: 2\n", "1:8 M103 scale '2' is not between 95% and 105%"),
        ("stamp: maybe\n", "1:8 M103 stamp 'maybe' is neither true nor false"),
        ("mark-colour: red\n", "1:14 M103 mark-colour 'red' is not a colour"),
        ("extends: p\n", "1:10 S104 unknown profile 'p'"),
        ("- a4\n", "1:1 Y211 the file holds a list, not 'key: value' lines"),
    ],
)
def test_a_mistake_in_a_profile_is_reported_at_its_place(tmp_path: Path, text: str, fault: str) -> None:
    loaded = load(tmp_path, {"profiles/p.yaml": text})
    assert f"profiles/p.yaml:{fault}" in told(loaded.diagnostics)


def test_profiles_that_extend_one_another_in_a_circle_are_reported(tmp_path: Path) -> None:
    loaded = load(tmp_path, {"profiles/p.yaml": "extends: q\n", "profiles/q.yaml": "extends: p\n"})
    circles = [item for item in loaded.diagnostics if item.code == "M131"]
    assert [item.message for item in circles] == [
        "profiles extend one another in a circle: p → q → p",
        "profiles extend one another in a circle: q → p → q",
    ]


def test_all_print_options_can_be_written_in_game_yaml(tmp_path: Path) -> None:
    options = (
        "profile: a4-fold, margin: 5mm 6mm 7mm 8mm, order: fronts-first, back-offset: 0.4mm -0.2mm, "
        "back-rotation: 0.1, scale: 100.4%, stamp: true, back-marks: none"
    )
    loaded = load(tmp_path, {"game.yaml": f"name: X\nprint: {{{options}}}\n"})
    game = loaded.game
    assert game is not None
    assert not [item for item in loaded.diagnostics if item.code != "Y302"], told(loaded.diagnostics)
    made, found = profile_from(game.print, {}, game.span, game.profiles)
    assert not found
    assert made is not None
    assert (made.name, made.fold, made.order, made.stamp, made.back_marks) == (
        "a4-fold", "any", "fronts-first", True, "none",
    )  # fmt: skip
    assert str(made.margin) == "5 mm 6 mm 7 mm 8 mm"
    assert [length.mm for length in made.back_offset] == [0.4, -0.2]
    assert (made.back_rotation, made.scale) == (0.1, (1.004, 1.004))


def test_the_users_folder_may_be_missing_or_empty(tmp_path: Path) -> None:
    assert not user_settings(tmp_path / "none").profiles
    assert not user_settings(tmp_path).printers


def test_printers_come_back_from_the_file_that_holds_them(tmp_path: Path) -> None:
    printers = {
        'Jana\'s "laser"': Printer("x", {"a4": Calibration(0.3, -0.25, 0.107, 1.0033, 0.998)}),
        "b: [c]": Printer("x", {"100x150mm": Calibration()}),
    }
    (tmp_path / "printers.yaml").write_bytes(printers_file(printers))
    found = user_settings(tmp_path)
    assert not found.diagnostics
    assert {name: printer.papers for name, printer in found.printers.items()} == {
        name: printer.papers for name, printer in printers.items()
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("printers: {a: {a4: {x: 90mm}}}", "x=90 moves backs by more than 15 mm"),
        ("printers: {a: {a4: {x: right}}}", "is not a number"),
        ("printers: {a: {a4: {z: 1}}}", "unknown key 'z'"),
        ("printers: [a]", "takes a mapping"),
    ],
)
def test_a_broken_file_of_printers_is_reported_and_never_raises(
    tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "printers.yaml").write_text(text, encoding="utf-8")
    found = user_settings(tmp_path)
    assert any(words in item.message for item in found.diagnostics), told(list(found.diagnostics))
