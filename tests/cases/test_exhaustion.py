"""A game from a stranger cannot take the machine's time, memory or disk."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.cases.made import deck, write


@cache
def photo(seed: int) -> bytes:
    """A JPEG of a picture that does not compress."""
    file = BytesIO()
    noise = random.Random(seed).randbytes(600 * 840)
    Image.frombytes("L", (600, 840), noise).convert("RGB").save(file, "JPEG", quality=90)
    return file.getvalue()


def test_a_deck_of_photos_is_as_large_as_its_photos(tmp_path: Path) -> None:  # I07
    photos = {f"art/{number}.jpg": photo(number) for number in range(4)}
    pieces = "\n".join(f"c{number}: {{art: art/{number % 4}.jpg, copies: 2}}" for number in range(8))
    made = deck(tmp_path, pieces, files=photos)
    assert made.result.files
    assert made.pdf().stat().st_size < sum(map(len, photos.values())) + 60_000


MEASURED = """
import sys, time
from pnp.cli.main import _run
sys.argv = ["pnp", "build", "-q", "--jobs", "1"]
start = time.process_time()
code = _run()
peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(code, round(time.process_time() - start, 2), *peak)
"""


def measured(folder: Path) -> tuple[float, float]:
    """Seconds of work and peak of memory in megabytes of a build in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURED], cwd=folder, capture_output=True, encoding="utf-8", check=True
    )
    code, seconds, kilobytes = run.stdout.split()
    assert code == "0", run.stderr
    return float(seconds), int(kilobytes) / 1000


def large(folder: Path, cards: int, pictures: int) -> Path:
    pieces = "".join(
        f"  c{n}: {{name: Card {n}, text: Draw {n} cards., art: art/{n % pictures}.jpg}}\n"
        for n in range(cards)
    )
    files: dict[str, str | bytes] = {f"art/{n}.jpg": photo(n) for n in range(pictures)}
    return write(folder, {**files, "cards/deck.yaml": f"kind: card\npieces:\n{pieces}"})


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
def test_many_cards_take_time_and_memory_in_proportion(tmp_path: Path) -> None:  # S16
    few, many = measured(large(tmp_path / "few", 40, 8)), measured(large(tmp_path / "many", 320, 8))
    assert many[0] < 12 * few[0]  # eight times the cards
    assert many[1] < 500
    assert (many[1] - few[1]) / 280 < 0.15  # megabytes a card
    (pdf,) = (tmp_path / "many/out").rglob("deck.pdf")
    pictures = sum(path.stat().st_size for path in (tmp_path / "many/art").iterdir())
    assert pdf.stat().st_size < pictures + 1_500_000


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the peak")
def test_photos_of_a_telephone_are_held_one_at_a_time(tmp_path: Path) -> None:  # I07
    """Turned upright and unpacked they would be 6 MB each, and all of them were kept so."""
    exif = Image.Exif()
    exif[0x0112] = 6
    files: dict[str, str | bytes] = {}
    noise = Image.effect_noise((1_600, 1_200), 20).convert("RGB")
    for number in range(4):
        file = BytesIO()
        ImageChops.offset(noise, 100 * number, 0).save(file, "JPEG", quality=30, exif=exif)
        files[f"art/{number}.jpg"] = file.getvalue()
    files["cards/deck.yaml"] = "kind: card\npieces:\n" + "".join(
        f"  c{n}: {{art: art/{n}.jpg}}\n" for n in range(4)
    )
    one = {name: data for name, data in files.items() if name == "art/0.jpg"}
    one["cards/deck.yaml"] = "kind: card\npieces: {c: {art: art/0.jpg}}\n"
    rest = sum(len(data) for name, data in files.items() if name.endswith(".jpg")) / 1e6
    single, all_of_them = measured(write(tmp_path / "one", one)), measured(write(tmp_path / "all", files))
    assert all_of_them[1] < single[1] + 4 * rest


LAYOUTS = {
    "nested loops": "<face>{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}</face>",
    "doubling": "<face>{% set ns = namespace(x='ab') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}</face>",
    "doubling a list": "<face>{% set ns = namespace(x=[1]) %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}</face>",
    "a long text": "<face>{{ 'x' * 999999999 }}</face>",
    "a power": "<face>{{ 9 ** 9 ** 9 }}</face>",
    "powers in a row": "<face>{% set ns = namespace(x=9) %}{% for i in range(99) %}{% set ns.x = ns.x ** 9 %}{% endfor %}</face>",
    "a macro that calls itself": "{% macro m(n) %}{{ m(n + 1) }}{{ m(n + 1) }}{% endmacro %}<face>{{ m(0) }}</face>",
    "a loop that calls itself": "<face>{% for i in [1] recursive %}{{ loop([1, 1]) }}{% endfor %}</face>",
    "a layout that includes itself": "<face>{% include 'l' %}</face>",
    "a layout that extends itself": "{% extends 'l' %}",
    "an import in a circle": "{% import 'l' as l %}<face/>",
    "a block in a block": "{% block a %}{{ self.a() }}{{ self.a() }}{% endblock %}<face/>",
    "wide padding": "<face>{{ '%999999999d' % 1 }}{{ '%999999999d' | format(1) }}</face>",
    "centred": "<face>{{ 'a' | center(999999999) }}</face>",
    "indented": "<face>{{ 'a\nb' | indent(999999999) }}</face>",
    "replaced": "<face>{% set ns = namespace(x='aaaaaaaaaa') %}{% for i in range(12) %}{% set ns.x = ns.x | replace('a', 'aaaaaaaaaa') %}{% endfor %}</face>",
    "joined": "<face>{{ range(99999) | join('x' * 9999) }}</face>",
    "batched": "<face>{% for row in [1] | batch(999999999, 0) %}{% endfor %}</face>",
    "sliced": "<face>{% for row in [1] | slice(999999999) %}{% endfor %}</face>",
    "deep elements": "<face>" + "<g>" * 3_000 + "</g>" * 3_000 + "</face>",
    "many elements": "<face>{% for i in range(300) %}{% for j in range(300) %}<rect/>{% endfor %}{% endfor %}</face>",
    "deep brackets": "<face>{{ " + "(" * 3_000 + ")" * 3_000 + " }}</face>",
    "deep lists": "<face>{{ " + "[" * 900 + "]" * 900 + " }}</face>",
    "loops in loops": "<face>" + "{% for i in [1] %}" * 25 + "x" + "{% endfor %}" * 25 + "</face>",
    "deep ifs": "{% if 1 %}" * 900 + "{% endif %}" * 900 + "<face/>",
    "entities": '<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]><face><text inset="1">&b;</text></face>',
    "a list in itself": "<face>{% set a = [1] %}{% for i in range(50) %}{% set a = [a, a] %}{% endfor %}{{ a == a }}</face>",
    "lists in lists": "<face>{% set ns = namespace(a=[1]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}{{ ns.a == ns.a }}{{ ns.a }}</face>",
    "a huge path": "<face><path d='" + "M0 0L1 1" * 51_000 + "'/></face>",
    "a huge dash": "<face><line x1='0' y1='0' x2='60' y2='0' stroke='black' stroke-width='1' stroke-dasharray='0.000001 0.000001'/></face>",
    "a huge table": "<face><table inset='1'>{% for i in range(20) %}<tr>{% for j in range(20) %}<td>x x x</td>{% endfor %}</tr>{% endfor %}</table></face>",
    "a huge QR code": "<face><qr inset='4'>{{ 'x' * 9999 }}</qr></face>",
    "a long word": "<face><text inset='4'>{{ 'x' * 49999 }}</text></face>",
    "many words": "<face><text inset='4'>{{ 'x ' * 9000 }}</text></face>",
    "faces of faces": "<face><face-of piece='deck/a' inset='4'/><face-of piece='deck/a' inset='4'/></face>",
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_ends_soon_and_says_why(tmp_path: Path, name: str) -> None:
    start = time.process_time()
    made = deck(tmp_path, "a: {name: x}", "layout: l\n", {"layouts/l.xml": LAYOUTS[name]})
    assert time.process_time() - start < 8
    assert made.found, name
    assert not made.result.files or name in WARNED


WARNED = {"a huge dash", "batched", "sliced"}
"""These are drawn after all."""

EXPRESSIONS = [
    "9 ** 9 ** 9 ** 9",
    "'x' * 10 ** 9",
    "[0] * 10 ** 9",
    "sum(a * b * c for a in range(999) for b in range(999) for c in range(999))",
    "[[[[0] * 99] * 99] * 99] * 99",
    "range(10 ** 15)",
    "max(range(10 ** 12))",
    "sorted([x for x in range(19000)] * 100)",
    "'{:999999999}'.format(1)",
    "1 if " * 300 + "1",
    "(" * 300 + ")" * 300,
    "[" * 61 + "]" * 61,
    "not " * 1_000 + "1",
    "-" * 3_000 + "1",
    "1" + "+1" * 1_900,
    "facts" + ".x" * 1_900,
    "facts" + "[0]" * 1_300,
    "1" + "<2" * 1_900,
    "().__class__.__mro__[1].__subclasses__()",
    "(lambda: 1)()",
    "__import__('os').system('id')",
    "[x for x in (y for y in range(10 ** 9))]",
    "{x: x for x in range(10 ** 7)}",
    "'a' + 'b' * 19999 + 'c' * 19999",
    "0x" + "f" * 3_900,
    "1e308 * 10",
    "f'{1:99999999}'",
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda text: text[:24])
def test_an_expression_ends_soon_and_says_why(tmp_path: Path, expression: str) -> None:
    start = time.process_time()
    made = deck(tmp_path, f'a: {{text: "{{{{ {expression} }}}}"}}')
    assert time.process_time() - start < 5
    assert [item.code[0] for item in made.found if item.severity.name == "ERROR"] == ["X"]


def test_endless_unknown_keys_are_listed_up_to_a_limit(tmp_path: Path) -> None:
    """Looking for what each was meant to be took minutes."""
    pieces = "\n".join(f"c{n}: {{key{n}: 1}}" for n in range(1_050))
    made = deck(tmp_path, pieces)
    assert [item.code for item in made.found].count("M100") == 1_000
    odd = "".join(f"key{n}: 1\n" for n in range(1_050))
    made = deck(tmp_path / "other", "c: {name: x}", odd)
    assert [item.code for item in made.found].count("M100") == 1_000
