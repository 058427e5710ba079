"""Pages and files that several processes make: the same bytes, whatever is on them."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from pnp.build import language_run
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.pdf import pages as pdf_pages
from tests.cases.made import write
from tests.pictures.made import png

FRONT = """<face fill="white">
  <image src="{{ piece.art }}" inset="0" fit="cover"/>
  <rect inset="8" fill="white" opacity="0.5"/>
  <icon name="star" x="4" y="4" size="8"/>
  <text x="6" y="30" width="50" height="20">{{ piece.said }}</text>
</face>"""
BACK = '<face fill="#22303C"><icon name="star" x="20" y="30" size="20"/></face>'
STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 0L8 10L0 4L10 4L2 10Z"/></svg>'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cards = "".join(
        f"  c{number}: {{art: art/a{number % 3}.png, said: 'Card {number}'}}\n" for number in range(58)
    )
    head = "kind: card\nlayout: l\nback: b\nfields: {art: picture, said: text}\npieces:\n"
    return write(
        tmp_path,
        {
            "game.yaml": "name: Test\nlanguage: en\n",
            "cards/deck.yaml": head + cards,
            "layouts/l.xml": FRONT,
            "layouts/b.xml": BACK,
            "icons/star.svg": STAR,
            **{f"art/a{number}.png": png(60, 90, 8, 0, seed=number) for number in range(3)},
        },
    )


def files(folder: Path, jobs: int) -> dict[str, bytes]:
    options = BuildOptions(out=folder / f"out-{jobs}", languages=("en",), jobs=jobs)
    result = build(open_workshop(folder, folder), options)
    assert result.files, [item.message for item in result.diagnostics]
    return {name: (options.out / name).read_bytes() for name in result.files}


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How many pages or files were shared out, and to how many processes."""
    calls: list[tuple[int, int]] = []

    real = language_run.shared

    def noted(make, count, jobs, *how):
        if min(count, jobs) > 1:
            calls.append((count, jobs))
        return real(make, count, jobs, *how)

    monkeypatch.setattr(language_run, "shared", noted)
    return calls


def test_the_bytes_are_the_same_whoever_makes_the_pages(folder, shared, monkeypatch):
    monkeypatch.setattr(pdf_pages, "WORTH_SHARING", 2)
    alone = files(folder, 1)
    for jobs in (2, 3):
        assert files(folder, jobs) == alone
    (pdf,) = (data for name, data in alone.items() if name.endswith("deck.pdf"))
    pages = len(pikepdf.open(io.BytesIO(pdf)).pages)
    assert shared == [(pages, 2), (pages, 3)]


def test_few_pages_are_made_by_one_process(folder, shared):
    files(folder, 2)
    assert shared == []


def test_files_of_sets_are_the_same_whoever_writes_them(tmp_path, shared):
    deck = "kind: card\nlayout: l\nfields: {said: text}\npieces:\n  a: {said: A}\n  b: {said: B}\n"
    layout = (
        '<face><text x="6" y="30" width="50" height="20">{{ piece.said }} of {{ set.name }}</text></face>'
    )
    names = ("first", "second", "third")
    cards = {f"cards/{name}.yaml": f"name: {name}\n{deck}" for name in names}
    rules = {"rulebook/rules.md": "# Rules\n\nDraw a card.\n\n:::piece first/a\n"}
    head = "name: Test\nlanguage: en\n"
    folder = write(tmp_path, {"game.yaml": head, "layouts/l.xml": layout, **cards, **rules})
    alone = files(folder, 1)
    assert len([name for name in alone if name.endswith(".pdf")]) == 4
    for jobs in (2, 3):
        assert files(folder, jobs) == alone
    assert shared == [(3, 2), (3, 3)]
