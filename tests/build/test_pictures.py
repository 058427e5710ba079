"""Pictures in a build: the same files and the same findings for any number of jobs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build import composing
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
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
    """The files of a build, and its findings."""
    out = folder / f"out-{jobs}-{len(languages)}"
    result = build(open_workshop(folder, folder), BuildOptions(out=out, languages=languages, jobs=jobs))
    files = {name: (out / name).read_bytes() for name in result.files}
    return files, [f"{item.span} {item.code} {item.message}" for item in result.diagnostics]


@pytest.mark.parametrize(("pieces", "languages"), [(12, LANGUAGES[:1]), (64, LANGUAGES[:1]), (12, LANGUAGES)])
def test_files_are_the_same_for_any_number_of_jobs(tmp_path, pieces, languages):
    folder = game(tmp_path, pieces)
    files, findings = made(folder, 1, languages)
    assert files
    for jobs in (2, 4):
        assert made(folder, jobs, languages) == (files, findings)


@pytest.mark.parametrize("pieces", [12, 64])
def test_faults_are_reported_alike_and_in_order(tmp_path, pieces):
    folder = game(tmp_path, pieces, damaged=True)
    files, findings = made(folder, 1)
    assert files == {}
    assert sum("A210" in each for each in findings) >= 2
    assert made(folder, 2) == (files, findings)


@pytest.mark.parametrize(("pieces", "jobs"), [(4, 1), (12, 2)])
def test_several_processes_compose_few_pieces_if_these_have_many_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pieces: int, jobs: int
) -> None:
    real, asked = composing.shared, []

    def noted(make, count, jobs, *how, **portable):
        asked.append(jobs)
        return real(make, count, jobs, *how, **portable)

    monkeypatch.setattr(composing, "shared", noted)
    made(game(tmp_path, pieces), 2)
    assert asked == [jobs]
