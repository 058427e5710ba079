"""Pictures that threads look at while a game is built: the same files, the same findings, and no thread at a fork."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from pnp.build import build as build_module
from pnp.build import faces
from pnp.build.build import build
from pnp.build.options import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.crew.packet import Packer
from pnp.crew.sharing import sharing
from pnp.pictures.png_file import packed_rows
from tests.cases.made import write
from tests.pictures.made import png

HEAD = "kind: card\nlayout: l\nfields: {art: picture}\npieces:\n"
LAYOUT = '<face fill="white"><image src="{{ piece.art }}" inset="0" fit="cover"/></face>'
LANGUAGES = ("en", "fr")


def game(folder: Path, pieces: int, *, damaged: bool = False) -> Path:
    files: dict[str, str | bytes] = {
        f"art/a{number}.png": png(600, 840 + number, 8, 0, seed=number) for number in range(6)
    }
    if damaged:
        rows = bytearray(png(600, 900, 8, 0))
        rows[-20] ^= 1
        files |= {"art/a2.png": bytes(rows), "art/a4.png": b"none"}
    cards = "".join(f"  c{number}: {{art: art/a{number % 6}.png}}\n" for number in range(pieces))
    head = "name: Test\nlanguage: en\nlanguages: [en, fr]\n"
    return write(
        folder, {"game.yaml": head, "cards/deck.yaml": HEAD + cards, "layouts/l.xml": LAYOUT, **files}
    )


def made(folder: Path, jobs: int, languages: tuple[str, ...] = ("en",)) -> tuple[dict[str, bytes], list[str]]:
    """The files of a build, and what it told."""
    out = folder / f"out-{jobs}-{len(languages)}"
    result = build(open_workshop(folder, folder), BuildOptions(out=out, languages=languages, jobs=jobs))
    files = {name: (out / name).read_bytes() for name in result.files}
    return files, [f"{item.span} {item.code} {item.message}" for item in result.diagnostics]


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many threads there were whenever work was shared between processes."""
    before, counts = threading.active_count(), []

    def counted(make, count, jobs, *how):
        if jobs > 1:
            counts.append(threading.active_count() - before)
        return sharing(make, count, jobs, *how)

    monkeypatch.setattr(faces, "sharing", counted)
    monkeypatch.setattr(build_module, "sharing", counted)
    return counts


@pytest.mark.parametrize(("pieces", "languages"), [(12, LANGUAGES[:1]), (64, LANGUAGES[:1]), (12, LANGUAGES)])
def test_files_are_the_same_for_any_number_of_jobs(tmp_path, forks, pieces, languages):
    folder, before = game(tmp_path, pieces), threading.active_count()
    files, told = made(folder, 1, languages)
    assert files
    assert forks == []
    for jobs in (2, 4):
        assert made(folder, jobs, languages) == (files, told)
    assert forks == ([] if pieces == 12 and len(languages) == 1 else [0, 0])
    assert threading.active_count() == before


def test_pictures_that_all_processes_have_do_not_travel_between_them(tmp_path, monkeypatch):
    folder = game(tmp_path, 64)

    def counted(packer, results):
        data = packed(packer, results)
        os.write(counts[1], len(data).to_bytes(4, "big"))
        return data

    counts, packed = os.pipe(), Packer.packed
    monkeypatch.setattr(Packer, "packed", counted)
    made(folder, 2)
    os.close(counts[1])
    with os.fdopen(counts[0], "rb") as told:
        sizes = told.read()
    every = [int.from_bytes(sizes[at : at + 4], "big") for at in range(0, len(sizes), 4)]
    assert sum(every) < min(len(packed_rows(path.read_bytes())) for path in folder.glob("art/*.png"))


@pytest.mark.parametrize("pieces", [12, 64])
def test_faults_are_told_alike_and_in_order(tmp_path, pieces):
    folder, before = game(tmp_path, pieces, damaged=True), threading.active_count()
    files, told = made(folder, 1)
    assert files == {}
    assert sum("A210" in each for each in told) >= 2
    assert made(folder, 2) == (files, told)
    assert threading.active_count() == before


def test_what_is_interrupted_leaves_no_thread_behind(tmp_path, monkeypatch):
    folder, before = game(tmp_path, 12), threading.active_count()

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(faces, "sharing", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made(folder, 2)
    assert threading.active_count() == before
