"""PNG pictures that earlier runs proved: only the same picture is believed, and only of the same program."""

import pytest

from pnp.pictures import PictureLibrary
from pnp.pictures import proved as proved_module
from pnp.pictures.png_file import packed_rows, passed_png
from pnp.pictures.proved import Proved
from pnp.store import OFF, Store
from tests.pictures.made import file_of, header, png
from tests.pictures.test_load_picture import Folder

SOUND, OTHER = png(9, 7, 8, 2), png(9, 7, 8, 2, seed=1)


def kept(store, *files, game="g"):
    proved = Proved(store, game)
    made = [passed_png(file, "a.png", proved=proved) for file in files]
    proved.save()
    return made


def test_what_was_proved_is_not_unpacked_again_and_is_the_same_picture(tmp_path, unpacked):
    store = Store(tmp_path)
    first = kept(store, SOUND)
    assert kept(store, SOUND, OTHER) == [*first, passed_png(OTHER, "a.png")]
    assert len(unpacked) == 3
    assert kept(store, OTHER, SOUND)[1] == first[0]  # both are remembered
    assert len(unpacked) == 3


def test_a_picture_that_is_not_sound_is_never_remembered(tmp_path, unpacked):
    store = Store(tmp_path)
    wrong = file_of([header(9, 8), (b"IDAT", packed_rows(SOUND))])  # a row less than the header tells of
    assert kept(store, wrong, wrong) == [None, None]
    assert kept(store, wrong) == [None]
    assert len(unpacked) == 3
    assert store.usage().entries == 0


def test_another_program_or_game_proves_anew(tmp_path, unpacked, monkeypatch):
    store = Store(tmp_path)
    kept(store, SOUND)
    kept(store, SOUND, game="h")
    monkeypatch.setattr(proved_module, "__version__", "0")
    kept(store, SOUND)
    assert len(unpacked) == 3


@pytest.mark.parametrize("entry", [b"", b"x", bytes(31), bytes(33), bytes(640)])
def test_an_entry_that_says_something_else_is_of_no_harm(tmp_path, unpacked, entry):
    store = Store(tmp_path)
    store.put(Proved(OFF, "g")._entry, entry)
    assert kept(store, SOUND) == kept(OFF, SOUND)
    assert len(unpacked) == 2


def test_no_more_is_remembered_than_a_game_can_have(tmp_path, monkeypatch):
    store = Store(tmp_path)
    monkeypatch.setattr(proved_module, "_MOST", 1)
    kept(store, SOUND)
    kept(store, OTHER)
    proved = Proved(store, "g")
    keys = [passed_png(file, "a.png").key for file in (SOUND, OTHER)]
    assert [proved.knows(key) for key in keys] == [False, True]


def test_a_library_remembers_and_believes(tmp_path, unpacked):
    store = Store(tmp_path)
    for _ in range(2):
        proved = Proved(store, "g")
        library = PictureLibrary(Folder(**{"a.png": SOUND, "b.png": OTHER}), proved)
        library.look_ahead(["a.png"], 1)
        assert library.get("a.png") == passed_png(SOUND, "a.png", proved=proved)
        library.get("b.png")
        library.close()
        proved.save()
    assert len(unpacked) == 3  # of the first time, when the first one was asked for twice
