"""No request makes the server touch the disk, whatever it asks for."""

import sys
import threading
from pathlib import Path

import pytest

from tests.preview.game import write_game
from tests.preview.running import running

WATCHED: list[str] = []
ON = threading.Event()
TOUCHES = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.link", "os.symlink",
           "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen", "socket.connect", "import")  # fmt: skip


def note(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook (PEP 578): what any thread but that of the tests does with files, programs and other machines."""
    if ON.is_set() and event in TOUCHES and threading.current_thread() is not threading.main_thread():
        WATCHED.append(f"{event} {arguments[:1]}")


@pytest.fixture(scope="module")
def preview(tmp_path_factory):
    with running(write_game(tmp_path_factory.mktemp("watched"))) as found:
        with found.events("en"):
            while found.get("part?lang=en&name=books")[0] != 200:
                threading.Event().wait(0.05)
        front = found.whole("en")["pieces"]["ants/worker"]["front"]
        for path in (f"pictures/{front}-100.png", "where?q=copies", "where?q=)", "look?lang=en&piece=a"):
            assert found.get(path)[0] in (
                200,
                204,
            )  # everything is imported that is imported with the first use
        sys.addaudithook(note)
        yield found


@pytest.mark.parametrize(
    "path",
    [
        "", "app.js", "nothing", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "game.yaml", "file:///etc/passwd",
        "part?lang=en&name=claims", "part?lang=../..&name=claims", "part?lang=en&name=../claims", "events?lang=../../x",
        "look?lang=en&piece=../../etc/passwd", "where?q=open('/etc/passwd')", "where?q=name|reads('/etc/passwd')",
        "where?q=__import__('os')", "pictures/..-100.png", "pictures/etcpasswd-100.png", "pictures/{front}-300.png",
    ],
)  # fmt: skip
def test_no_request_touches_the_disk(preview, path):
    front = preview.whole("en")["pieces"]["ants/worker"]["front"]
    WATCHED.clear()
    ON.set()
    try:
        if path.startswith("events"):
            preview.get(path, "HEAD")
        else:
            preview.get(path.replace("{front}", front))
    finally:
        ON.clear()
    assert WATCHED == []


def test_this_would_be_seen(preview):
    del preview
    WATCHED.clear()
    ON.set()
    thread = threading.Thread(target=Path(__file__).read_bytes)
    thread.start()
    thread.join()
    ON.clear()
    assert len(WATCHED) == 1
