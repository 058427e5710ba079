"""No request makes the server touch the disk, whatever it asks for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATHS = [
    "", "app.js", "nothing", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "game.yaml", "file:///etc/passwd",
    "part?lang=en&name=claims", "part?lang=../..&name=claims", "part?lang=en&name=../claims", "events?lang=../../x",
    "look?lang=en&piece=../../etc/passwd", "where?q=open('/etc/passwd')", "where?q=name|reads('/etc/passwd')",
    "where?q=__import__('os')", "pictures/..-100.png", "pictures/etcpasswd-100.png", "pictures/{front}-300.png",
]  # fmt: skip


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """What the server did with the disk, by path."""
    folder = tmp_path_factory.mktemp("watched")
    run = subprocess.run(
        [sys.executable, "-m", "tests.preview.watched", str(folder)],
        cwd=ROOT,
        input=json.dumps(PATHS),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(run.stdout)


@pytest.mark.parametrize("path", PATHS)
def test_no_request_touches_the_disk(done, path):
    assert done[path] == []


def test_this_would_be_seen(done):
    assert len(done["thread"]) == 1
