"""A term, a field and a fact of each shipped game under other names: ``python -m tests.bench.renames [GAME]``.

It works on copies, in one process. Each renaming is carried out in a copy; then the game is checked, as by
``pnp check --strict``. Shown are the files that changed, the findings that are new, and the processor time.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from pnp.build import check_workshop, open_workshop
from pnp.edit import edited
from pnp.names.index import Names
from pnp.names.name import Kind
from pnp.names.rename import RenameFault, checked_renaming, contents, find_name, remove_moved

DATA = Path(__file__).parents[2] / "data"
KINDS: tuple[Kind, ...] = ("term", "field", "fact")
NEW = "renamed_here"
MOST = 4
"""Names that are tried; a layout may show pictures by the id of a term, which then cannot change."""


def main() -> None:
    """Rename, check, print."""
    options = argparse.ArgumentParser(description=__doc__)
    games = sorted(each.name for each in DATA.iterdir() if (each / "game.yaml").is_file())
    options.add_argument("game", nargs="*", default=games)
    for game in options.parse_args().game:
        for kind in KINDS:
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / game
                shutil.copytree(DATA / game, folder)
                start = time.process_time()
                result = outcome(folder, kind)
                print(f"{game:14} {kind:6} {result}, {time.process_time() - start:.1f} s", flush=True)


def outcome(folder: Path, kind: Kind) -> str:
    """The outcome of giving the name with the most places another word, or the next one if it is refused."""
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    names = Names(workshop.game, workshop.sources)
    known = dict.fromkeys(each.name for each in names.mentions if each.defines and each.name.kind == kind)
    if not known:
        return "none"
    before = {(item.code, item.message) for item in check_workshop(workshop, rulebooks=True).diagnostics}
    refused = []
    for name in sorted(known, key=lambda each: -len(names.of(each)))[:MOST]:
        try:
            renamed = checked_renaming(workshop, names, find_name(names, kind, name.id), NEW)
            break
        except RenameFault as fault:
            refused.append(f"'{name.id}' refused ({fault})")
    else:
        return ", ".join(refused)
    read = {**contents(workshop, renamed), **dict.fromkeys(new for _, new in renamed.moved)}
    for file, data in edited(read, renamed.changes(contents(workshop, renamed))).items():
        (folder / file).write_bytes(data)
    remove_moved(folder, renamed)
    checked = check_workshop(open_workshop(folder, folder), rulebooks=True)
    new = [str(item) for item in checked.diagnostics if (item.code, item.message) not in before]
    failed = [each for each in checked.claims if each.diagnostics]
    places = f"{len(renamed.places)} places in {len(renamed.files)} files"
    return ", ".join(
        [*refused, f"'{name.id}' at {places}: {len(new)} new findings, {len(failed)} claims fail"]
    )


if __name__ == "__main__":
    main()
