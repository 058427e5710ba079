"""Seven slips in one copy of Doom: each is told in one run, and the last good files stay."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.call import Called, call

ROOT = Path(__file__).parents[2]


def run(folder: Path, *arguments: str) -> Called:
    return call(folder, "build", "--game", "doom", *arguments)


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, (path, old)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture(scope="module")
def workplace(tmp_path_factory) -> Path:
    """A copy with one set built before the slips."""
    folder = tmp_path_factory.mktemp("slips")
    shutil.copytree(ROOT / "data" / "doom", folder / "data" / "doom")
    assert run(folder, "-q", "--only", "spells").returncode == 0
    _spoil_game(folder / "data" / "doom")
    return folder


def _spoil_game(game: Path) -> None:
    spoil(
        game / "tiles/map.yaml",
        "{weapons: [bow, sword], name: Luk/meč}",
        "{weapons: [bow, swrod], name: Luk/meč}",
    )
    spoil(game / "cards/spells.yaml", "    copies: ", "    copis: ")
    spoil(game / "cards/quests.yaml", "  gap-human-undead:", "  gap-demon-animal:")
    spoil(game / "tokens/monsters.yaml", "    name: ", "    art: art/nowhere.png\n    name: ")
    spoil(game / "standees/pawns.yaml", "figure: pikeman", "figure: pikemann")
    spoil(
        game / "cards/weapons.yaml",
        "Porazí kteroukoli {{ facts.bomb",
        "Porazí kteroukoli 漢 {{ facts.bomb",
    )
    spoil(game / "tiles/fixed.yaml", "name: Skála", "name: Nejneobhospodařovávatelnější skalisko")
    spoil(game / "layouts/victory-token.xml", "winners-crown", "winners-crownp")
    spoil(game / "layouts/spell-back.xml", "</face>", "</fase>")


def test_every_mistake_is_reported_in_one_run_and_the_last_good_files_stay(workplace):
    good = {path: path.read_bytes() for path in (workplace / "out").rglob("*.pdf")}
    assert good
    result = run(workplace, "--format", "json")
    assert result.returncode == 1, result.stderr
    found = {
        (item["code"], item["span"]["file"].removeprefix("data/doom/"), item["span"]["line"])
        for item in json.loads(result.stdout)
    }
    where = {(code, file) for code, file, _ in found}
    assert {
        ("M110", "tiles/map.yaml"),
        ("M100", "cards/spells.yaml"),
        ("Y201", "cards/quests.yaml"),
        ("A210", "tokens/monsters.yaml"),
        ("A100", "standees/pawns.yaml"),
        ("A100", "layouts/victory-token.xml"),
        ("T200", "cards/weapons.yaml"),
        ("T100", "tiles/fixed.yaml"),
    } <= where, sorted(found)
    assert any(file == "layouts/spell-back.xml" for _, file in where), sorted(found)
    assert {path: path.read_bytes() for path in (workplace / "out").rglob("*.pdf")} == good


def test_each_fault_is_worded_with_excerpt_and_cure(workplace):
    result = run(workplace)
    text = result.stderr
    for part in (
        "unknown weapon 'swrod'",
        "did you mean 'sword'?",
        "unknown key 'copis'",
        "did you mean 'copies'?",
        "did you mean 'pikeman'?",
        "did you mean 'winners-crown'?",
        "^^^^^",
    ):
        assert part in text, part
    assert result.stdout.startswith("nothing written: ")
