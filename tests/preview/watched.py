"""What the server of the preview does with the disk while it answers: ``python -m tests.preview.watched FOLDER``.

Takes paths from standard input, as JSON, and prints what was done for each. In a process of its own, as an audit hook stays until
the process ends, and is called thousands of times in most tests.
"""

import json
import sys
import threading
from pathlib import Path

from tests.preview.game import write_game
from tests.preview.running import running

TOUCHES = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.remove", "os.rename", "os.link", "os.symlink",
           "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen", "socket.connect", "import")  # fmt: skip


class Watch:
    """An audit hook (PEP 578): what any thread but the first does with files, programs and other machines, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[str] = []

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.on and event in TOUCHES and threading.current_thread() is not threading.main_thread():
            self.seen.append(f"{event} {arguments[:1]}")

    def __enter__(self) -> list[str]:
        self.seen, self.on = [], True
        return self.seen

    def __exit__(self, *_: object) -> None:
        self.on = False


def main(folder: Path, paths: list[str]) -> dict[str, list[str]]:
    """What was done, by path; under ``thread``, what was seen of a thread that reads a file."""
    watch, done = Watch(), {}
    with running(write_game(folder)) as preview:
        with preview.events("en"):
            while preview.get("part?lang=en&name=books")[0] != 200:
                threading.Event().wait(0.05)
        front = preview.whole("en")["pieces"]["ants/worker"]["front"]
        for path in (f"pictures/{front}-100.png", "where?q=copies", "where?q=)", "look?lang=en&piece=a"):
            # Everything is imported that is imported with the first use.
            assert preview.get(path)[0] in (200, 204), path
        sys.addaudithook(watch)
        for path in paths:
            with watch as done[path]:
                preview.get(path.replace("{front}", front), "HEAD" if path.startswith("events") else "GET")
    with watch as done["thread"]:
        thread = threading.Thread(target=Path(__file__).read_bytes)
        thread.start()
        thread.join()
    return done


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), json.load(sys.stdin))))
