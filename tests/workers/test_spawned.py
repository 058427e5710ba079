"""Work shared with processes that are spawned, as on macOS and Windows. One test starts one: it takes a second."""

import multiprocessing
import os
import pickle
from functools import partial
from pathlib import Path

import pytest

from pnp.build.composing import _piece
from pnp.build.edition import Edition
from pnp.build.workshop import open_workshop
from pnp.pdf import FormMaker
from pnp.translation import Translator
from pnp.workers import in_background, shared, start_method

GAME = "name: Ants\nlanguage: en\nplayers: 2\n"
DECK = "kind: card\nname: Ants\nsize: poker\npieces:\n" + "".join(
    f"  a{number}: {{name: Ant {number}, text: 'Carry **{number}** crumbs :flame: home.'}}\n"
    for number in range(24)
)


def squared(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


@pytest.fixture
def spawning():
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method("spawn", force=True)
    yield
    multiprocessing.set_start_method(before, force=True)


def test_what_a_program_has_chosen_is_how_processes_start(spawning):
    assert start_method() == "spawn"


def test_what_cannot_be_pickled_is_done_here(spawning):
    with shared(lambda number: os.getpid(), 100, 4) as results:
        assert set(results(lambda _: None)) == {os.getpid()}
    with in_background(os.getpid, 2) as result:
        assert result() == os.getpid()


def test_portable_work_is_shared_and_leaves_no_process(spawning):
    with shared(squared, 2_000, 2, portable=True) as results:
        made = results(lambda _: None)
        first = next(made)
        rest = list(made)
    assert [square for square, _ in (first, *rest)] == [number * number for number in range(2_000)]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("forms", [False, True])
def test_a_maker_of_pieces_makes_the_same_faces_in_another_process(tmp_path: Path, forms: bool):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards/ants.yaml").write_text(DECK, encoding="utf-8")
    workshop = open_workshop(tmp_path, tmp_path)
    assert workshop.game is not None
    maker = FormMaker(workshop.fonts) if forms else None
    edition = Edition(workshop, Translator(workshop.game, None), form_maker=maker)
    here = partial(_piece, [(edition, piece) for piece in edition.sets[0].pieces])
    there = pickle.loads(pickle.dumps(here))
    for number in (0, 1, 23):
        assert there(number) == here(number)
