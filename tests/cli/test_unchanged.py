"""A build of what has not changed says the same at once; whatever has changed is built."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from pnp.build import unchanged as inputs_module
from pnp.build.unchanged import (
    BuildReport,
    Inputs,
    build_key,
    file_hash,
    find_record,
    game_contents,
    keep_record,
    program_key,
)
from tests.cli.call import call as run
from tests.cli.call import start
from tests.cli.test_commands import DECK, GAME

ROOT = Path(__file__).parents[2]
FILE = "out/ants/en/ants.pdf"
RECORD = "out/ants/.pnp-build.json"
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2H22V22Z"/></svg>'
RULES = "# Ants\n\nPlay a worker.\n"
PROFILE = "paper: A5\n"


def unchanged(folder, *options):
    result = run(folder, "build", *options)
    assert result.returncode == 0, result.stderr
    return ", unchanged, " in result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "ants"
    for name, text in {
        "game.yaml": GAME,
        "cards/ants.yaml": DECK,
        "icons/leaf.svg": ICON,
        "rules.en.md": RULES,
        ".hidden": "",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    home = str(folder.parent / "home")
    assert ", unchanged, " not in run(folder, "build", HOME=home, XDG_CONFIG_HOME=home).stdout
    assert (folder / RECORD).is_file()
    return folder


@pytest.fixture
def ants(built, tmp_path, monkeypatch):
    """A game that has been built, in a place of its own: a record does not say where it lies."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return shutil.copytree(built, tmp_path / "ants")


def test_nothing_changed_leaves_the_files_and_says_the_same(ants):
    time, first = (ants / FILE).stat().st_mtime_ns, run(ants, "build", "--force").stdout
    again = start(ants, "build").stdout
    assert first.rpartition(", ")[0] == again.replace(", unchanged", "").rpartition(", ")[0]
    assert (ants / FILE).stat().st_mtime_ns > time
    time = (ants / FILE).stat().st_mtime_ns
    assert unchanged(ants)
    assert (ants / FILE).stat().st_mtime_ns == time


def test_findings_are_reported_again_with_their_excerpts(ants):
    (ants / "cards/ants.yaml").write_text(DECK.replace("Carry one", "Carry  one"), encoding="utf-8")
    first = run(ants, "build")
    again = run(ants, "build")
    assert "^^" in first.stderr
    assert again.stderr == first.stderr
    assert "unchanged" in again.stdout
    for form in ("json", "github"):
        assert (
            run(ants, "build", "--format", form).stdout
            == run(ants, "build", "--force", "--format", form).stdout
        )


@pytest.mark.parametrize("name", ["game.yaml", "cards/ants.yaml", "icons/leaf.svg", "rules.en.md"])
def test_an_edit_anywhere_is_built(ants, name):
    (ants / name).write_text((ants / name).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert not unchanged(ants)
    assert unchanged(ants)


def test_files_that_come_and_go_are_seen(ants):
    (ants / "layouts").mkdir()
    assert unchanged(ants)
    (ants / "layouts/more.xml").write_text("<face/>", encoding="utf-8")
    assert not unchanged(ants)
    (ants / "layouts/more.xml").unlink()
    (ants / "rules.en.md").unlink()
    assert not unchanged(ants)


def test_a_renamed_file_is_seen(ants):
    (ants / "icons/leaf.svg").rename(ants / "icons/twig.svg")
    assert not unchanged(ants)


def test_what_nothing_reads_does_not_count(ants):
    (ants / ".hidden").write_text("changed", encoding="utf-8")
    os.utime(ants / "game.yaml")
    assert unchanged(ants)


def test_settings_of_the_user_count(ants):
    settings = ants.parent / "home/pnp/profiles"
    settings.mkdir(parents=True)
    (settings / "home.yaml").write_text(PROFILE, encoding="utf-8")
    assert not unchanged(ants)
    assert unchanged(ants)


@pytest.mark.parametrize(
    "option",
    [("--paper", "A3"), ("--copies", "2"), ("--combined",), ("--strict",), ("--build-card",), ("--stamp",)],
)
def test_another_option_is_another_build(ants, option):
    assert not unchanged(ants, *option)
    assert unchanged(ants, *option)


def test_options_that_change_no_byte_do_not_count(ants):
    assert unchanged(ants, "--jobs", "2")
    assert run(ants, "build", "-q").stdout == ""
    assert json.loads(run(ants, "build", "--format", "json").stdout) == []


def test_builds_may_take_turns(ants):
    assert not unchanged(ants, "--only", "ants/worker", "--out", "elsewhere")
    (ants / "elsewhere").rename(ants.parent / "elsewhere")
    assert not unchanged(ants, "--simulate", "deutan")
    assert unchanged(ants)
    assert unchanged(ants, "--simulate", "deutan")


@pytest.mark.parametrize("name", [FILE, "out/ants/en/manifest.json"])
def test_damaged_and_lost_output_is_made_again(ants, name):
    whole = (ants / name).read_bytes()
    (ants / name).write_bytes(whole[:-1])
    assert not unchanged(ants)
    assert (ants / name).read_bytes() == whole
    (ants / name).unlink()
    assert not unchanged(ants)
    assert (ants / name).read_bytes() == whole


@pytest.mark.parametrize(
    "damage",
    [
        lambda record: record[:200],
        lambda record: b"",
        lambda record: b"\xff" + record,
        lambda record: record.replace(b"no faults", b"No faults"),
        lambda record: b"[]",
    ],
)
def test_a_damaged_record_is_not_believed(ants, damage):
    record = (ants / RECORD).read_bytes()
    (ants / RECORD).write_bytes(damage(record))
    assert not unchanged(ants)
    assert (ants / RECORD).read_bytes() == record


def test_a_record_that_cannot_be_written_keeps_no_build_from_working(ants):
    (ants / RECORD).unlink()
    (ants / RECORD).mkdir()
    assert not unchanged(ants)
    assert not unchanged(ants)


def test_faulty_builds_are_made_again(ants):
    (ants / "cards/ants.yaml").write_text(DECK.replace("caste: worker", "caste: wroker"), encoding="utf-8")
    first, again = run(ants, "build"), run(ants, "build")
    assert first.returncode == again.returncode == 1
    assert "unchanged" not in again.stdout


def test_folders_behind_links_are_never_taken_for_unchanged(ants):
    shutil.move(ants / "icons", ants / "pictures")
    (ants / "icons").symlink_to("pictures")
    assert not unchanged(ants)
    assert not unchanged(ants)


@pytest.mark.parametrize(
    "body",
    ["[]", "{}", "3", "[3]", "[{}]", '[{"key": 1}]', '[{"key": "KEY", "files": {"../../x": ""}}]', "[" * 100_000],
    ids=lambda body: body[:20],
)  # fmt: skip
def test_a_record_of_another_shape_is_none(tmp_path: Path, body: str) -> None:
    (tmp_path / "game.yaml").write_text("id: ants\n", encoding="utf-8")
    inputs = Inputs(tmp_path, "ants", tmp_path / "user", tmp_path, tmp_path / "out")
    path = tmp_path / RECORD
    path.parent.mkdir(parents=True)
    body = body.replace("KEY", "k")
    path.write_text(f"{hashlib.sha256(f'1 {body}'.encode()).hexdigest()}\n{body}", encoding="utf-8")
    assert find_record(inputs, "k") is None


def test_a_record_cut_off_anywhere_is_none_and_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("id: ants\n", encoding="utf-8")
    inputs = Inputs(tmp_path, "ants", tmp_path / "user", tmp_path, tmp_path / "out")
    said = BuildReport((), "12 pieces, no faults", "all texts fit", "", ())
    keep_record(inputs, "k", {}, said)
    record = tmp_path / RECORD
    whole = record.read_bytes()
    assert find_record(inputs, "k") == said
    for length in range(len(whole)):
        record.write_bytes(whole[:length])
        assert find_record(inputs, "k") is None, length
        record.write_bytes(whole[:length] + bytes([whole[length] ^ 4]) + whole[length + 1 :])
        assert find_record(inputs, "k") is None, length
    keep_record(inputs, "k", {}, said)
    assert record.read_bytes() == whole


def test_links_and_pipes_of_a_game_are_not_read_to_see_what_has_changed(tmp_path: Path) -> None:
    game = tmp_path / "ants"
    inputs = Inputs(game, "ants", tmp_path / "user", ROOT, game / "out")
    (game / "art").mkdir(parents=True)
    os.mkfifo(game / "game.yaml")
    key = build_key(inputs, {}, game_contents(inputs), program_key(inputs))
    assert key
    assert find_record(inputs, key) is None
    (tmp_path / "outside").write_text("x", encoding="utf-8")
    (game / "art/a.png").symlink_to(tmp_path / "outside")
    assert build_key(inputs, {}, game_contents(inputs), program_key(inputs)) == ""


def test_the_key_of_the_program_follows_each_of_its_files_but_explanations(tmp_path, monkeypatch):
    program = tmp_path / "pnp"
    labels, explanation = program / "i18n/labels/cs.json", program / "diagnostics/codes/L100.md"
    for path in (labels, explanation):
        path.parent.mkdir(parents=True)
        path.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(inputs_module, "__file__", str(program / "build/inputs.py"))
    inputs = Inputs(tmp_path, "ants", tmp_path / "user", ROOT, tmp_path / "out")
    key = program_key(inputs)
    explanation.write_text("what it does", encoding="utf-8")
    assert program_key(inputs) == key
    labels.write_text('{"a": "b"}', encoding="utf-8")
    assert program_key(inputs) != key


def test_files_that_nobody_touched_are_not_read_again_and_all_others_are(tmp_path, monkeypatch):
    game = tmp_path / "ants"
    inputs = Inputs(game, "ants", tmp_path / "user", ROOT, game / "out")
    (game / "art").mkdir(parents=True)
    names = ["art/a.png", "art/b.png", "art/c.png", "game.yaml"]
    for name in names:
        (game / name).write_text(name, encoding="utf-8")
    fresh = game_contents(inputs)
    assert fresh.stamps == {}  # written just now: the next writing might have the same time
    monkeypatch.setattr(inputs_module, "_TICK", -(10**18))
    before = game_contents(inputs)
    assert before.files == fresh.files
    assert sorted(before.stamps) == names

    read = []
    monkeypatch.setattr(
        inputs_module, "file_hash", lambda folder, name, **_: read.append(name) or file_hash(folder, name)
    )
    assert game_contents(inputs, before) == before
    assert read == []
    times = (game / "art/a.png").stat()
    (game / "art/a.png").write_text("ART/a.png", encoding="utf-8")  # as long as before, and as old
    os.utime(game / "art/a.png", ns=(times.st_atime_ns, times.st_mtime_ns))
    (game / "art/new.png").write_text("art/b.png", encoding="utf-8")
    os.utime(game / "art/new.png", ns=(times.st_atime_ns, times.st_mtime_ns))
    (game / "art/new.png").replace(game / "art/b.png")
    (game / "art/c.png").unlink()
    (game / "art/d.png").write_text("new", encoding="utf-8")
    after = game_contents(inputs, before)
    assert after == game_contents(inputs)
    assert [Path(path).name for path in read[:3]] == ["a.png", "b.png", "d.png"]
    assert [name for name, _ in after.files] == ["art/a.png", "art/b.png", "art/d.png", "game.yaml"]


def test_low_ink_on_other_paper_replaced_the_plain_files_and_has_a_folder_of_its_own(ants):
    plain = (ants / FILE).read_bytes()
    other = ("--ink", "low", "--paper", "Letter", "--out", "out/letter")
    assert not unchanged(ants, *other)
    assert (ants / FILE).read_bytes() == plain
    assert (ants / "out/letter/ants/en/ants.pdf").read_bytes() != plain
    assert unchanged(ants)
    assert unchanged(ants, *other)
    (ants / "cards/ants.yaml").write_text(DECK.replace("Carry one", "Carry two"), encoding="utf-8")
    assert not unchanged(ants)
    assert not unchanged(ants, *other)
    assert unchanged(ants)
