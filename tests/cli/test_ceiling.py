"""The system itself stops a command that needs too much memory or does not come back to Python."""

from __future__ import annotations

import resource
import signal
from pathlib import Path

from tests.cli.test_ends import run


def listing(code: str) -> str:
    """Code that runs where ``pnp list`` would list the games."""
    return f"import pnp.cli.list\ndef list_games(*_):\n    {code}\n    return []\npnp.cli.list.list_games = list_games"


def test_a_command_that_needs_too_much_memory_says_so_and_names_the_option(tmp_path: Path) -> None:
    result = run(tmp_path, listing("bytes(900_000_000)"), "--memory-limit", "600", "list")
    assert (result.returncode, result.stdout) == (3, "")
    assert "there is not enough memory" in result.stderr
    assert "pnp --memory-limit MEGABYTES" in result.stderr


def test_more_memory_may_be_allowed(tmp_path: Path) -> None:
    for allowed in ("2000", "0"):
        result = run(tmp_path, listing("bytes(900_000_000)"), "--memory-limit", allowed, "list")
        assert result.returncode == 0, result.stderr


def test_memory_is_limited_without_an_option(tmp_path: Path) -> None:
    result = run(tmp_path, listing("bytes(5_000_000_000)"), "list")
    assert (result.returncode, "not enough memory" in result.stderr) == (3, True)


def test_code_of_a_library_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    endless = "import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"
    code = f"import pnp.cli.process\npnp.cli.process._GRACE = 0\n{listing(endless)}"
    result = run(tmp_path, code, "--time-limit", "0.02", "list")
    assert result.returncode == -signal.SIGXCPU


def test_what_is_limited_for_a_command_is_not_limited_after_it() -> None:
    from pnp.cli.process import held_to, lifted

    kinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU)
    before = [resource.getrlimit(kind) for kind in kinds]
    with held_to(100_000, 20):
        held = [resource.getrlimit(kind)[0] for kind in kinds]
        assert held[0] == 100_000_000_000
        assert held[1] > 20 * 60
        with held_to(200_000, 30):  # never more than the caller allows
            assert [resource.getrlimit(kind)[0] for kind in kinds] == held
        with lifted():
            assert [resource.getrlimit(kind)[0] for kind in kinds] == [each[1] for each in before]
    assert [resource.getrlimit(kind) for kind in kinds] == before
