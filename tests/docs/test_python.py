"""The examples of ``docs/python.md`` are what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from pnp import api

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8").replace("```", "")
    found = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(PAGE), 0)
    assert len(found.examples) >= 12
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(found, out=told.append)
    assert result.failed == 0, "".join(told)
    assert (tmp_path / "out/doom/cs/spells.pdf").is_file()


def test_the_table_lists_every_function() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in ("load", "check", "build"):
        assert callable(getattr(api, name))
        assert f"| `{name}(" in text
