"""What we depend on: bounds where they are needed, and a lock file that fits them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = ROOT / "requirements-dev.lock"


def locked() -> dict[str, str]:
    """Version by name; the lines of the lock file are nothing else."""
    lines = [
        line for line in LOCK.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.+]+", line) for line in lines)
    return dict(line.split("==") for line in lines)


def asked() -> list[Requirement]:
    """Everything that the project and its extras ask for."""
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    return [Requirement(line) for line in (*PROJECT["dependencies"], *extras)]


def test_the_lock_file_has_a_version_within_bounds_for_everything() -> None:
    versions = locked()
    for requirement in asked():
        name = canonicalize_name(requirement.name)
        if name != PROJECT["name"]:
            assert requirement.specifier.contains(versions[name]), requirement


def test_the_lock_file_is_sorted_and_names_no_place() -> None:
    names = list(locked())
    assert names == sorted(names)
    assert not re.search(r"://|@|--index|--find", LOCK.read_text(encoding="utf-8"))


def test_what_runs_at_the_user_has_an_upper_bound() -> None:
    for line in PROJECT["dependencies"]:
        assert "<" in line, line
