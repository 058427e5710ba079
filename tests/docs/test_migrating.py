"""docs/migrating.md: each of its commands runs, one after the other, on the decks that it moves."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.call import call

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = {
    title: section
    for section in re.split(r"^## ", (DOCS / "migrating.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    if "```sh" in section
    for title in [section.partition("\n")[0]]
}


def test_the_page_moves_three_decks() -> None:
    assert list(SECTIONS) == ["A Squib deck", "A nanDECK script", "A Cider project"]


@pytest.mark.parametrize("title", SECTIONS)
def test_each_command_runs(tmp_path: Path, title: str) -> None:
    shutil.copytree(DOCS / "migrating", tmp_path, dirs_exist_ok=True)
    folder = tmp_path
    for kind, block in re.findall(r"^```(sh|yaml)\n(.*?)^```", SECTIONS[title], re.DOTALL | re.MULTILINE):
        if kind == "yaml":
            with (folder / "game.yaml").open("a", encoding="utf-8") as file:
                file.write(block)
            block = "pnp check --strict\n"
        for line in block.splitlines():
            program, *words = shlex.split(line)
            if program == "cd":
                folder = folder / words[0]
            else:
                ended = call(folder, *words)
                assert (program, ended.returncode) == ("pnp", 0), ended.stderr
    report = (folder / "import-report.txt").read_text(encoding="utf-8")
    assert "Nothing" in report or title == "A Cider project"
    assert list((folder / "out/pond/en").glob("*.pdf"))
