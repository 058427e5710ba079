"""The fuzzer itself, a short round of every target, and the inputs that once made a traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.call import call
from tests.fuzz.run import fuzz, input_of
from tests.fuzz.target import CORPUS, TARGETS, corpus

ONCE_FOUND = sorted((Path(__file__).parent / "once_found").glob("*"))


@pytest.mark.parametrize("target", TARGETS)
def test_a_short_round_finds_nothing(target: str, tmp_path: Path) -> None:
    report = fuzz([target], 0.3, 10_000, keep=tmp_path)
    assert report.found == []
    assert report.inputs[target] >= 1


def test_the_game_that_is_broken_prints_before(tmp_path: Path) -> None:
    game = shutil.copytree(CORPUS / "folder", tmp_path / "game")
    assert call(tmp_path, "--no-cache", "build", "--game", str(game), "--lang", "all").returncode == 0


@pytest.mark.parametrize("path", ONCE_FOUND, ids=lambda path: path.name)
def test_what_was_found_once_is_answered(path: Path) -> None:
    TARGETS[path.name.partition("-")[0]](path.read_bytes())


def test_a_seed_gives_the_same_input_each_time() -> None:
    assert [input_of("yaml", seed) for seed in range(40)] == [input_of("yaml", seed) for seed in range(40)]
    assert len({input_of("yaml", seed) for seed in range(40)}) > 30


def test_a_traceback_and_a_hang_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(_data: bytes) -> None:
        while True:
            pass

    monkeypatch.setattr("tests.fuzz.run.HANG", 0.1)
    monkeypatch.setitem(TARGETS, "yaml", lambda data: data[len(data)])  # type: ignore[arg-type, return-value]
    monkeypatch.setitem(TARGETS, "set", hangs)
    report = fuzz(["yaml", "set"], 5, 1, keep=tmp_path)
    assert [fault.partition(":")[0].rpartition(".")[2] for _, fault in report.found] == ["IndexError", "Hang"]
    assert len(list(tmp_path.glob("*.txt"))) == 2
    assert len(corpus("yaml")) > 1
