"""What only POSIX systems have: where it may be used, and a run without all of it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

PNP = Path(__file__).parents[2] / "pnp"
MODULES = {
    "_posixsubprocess", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty",
}  # fmt: skip
OS = {
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "chown", "chroot", "fchdir", "fchmod", "fchown",
    "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "lchown", "mkfifo",
    "mknod", "nice", "posix_fallocate", "posix_spawn", "pread", "pwrite", "sched_getaffinity", "setsid", "setuid",
    "statvfs", "sync", "sysconf", "uname", "wait", "wait4", "waitid",
}  # fmt: skip
SIGNAL = {
    "SIGALRM",
    "SIGCHLD",
    "SIGHUP",
    "SIGKILL",
    "SIGUSR1",
    "SIGPIPE",
    "alarm",
    "pthread_sigmask",
    "setitimer",
    "sigwait",
}
WORDS = re.compile(rf"\b({'|'.join(MODULES | OS | SIGNAL)})\b")
"""A file that holds none of them need not be parsed."""
ALLOWED = {
    ("disk/folder.py", "os.O_NOFOLLOW"): "where _HANDLES says that the system has handles of folders",
    ("disk/write.py", "fcntl"): "an import that may fail; Windows locks open files itself",
    ("disk/write.py", "os.geteuid"): "after hasattr",
    ("store/store.py", "os.geteuid"): "after hasattr",
    ("disk/folder.py", "os.fchmod"): "after hasattr",
    ("cli/process.py", "resource"): "an import that may fail",
    ("cli/process.py", "signal.SIGALRM"): "after hasattr of setitimer",
    ("cli/process.py", "signal.setitimer"): "after hasattr; elsewhere a thread rings",
    ("pictures/resvg_process.py", "resource"): "an import that may fail",
    ("workers/process.py", "fcntl"): "on Linux",
    ("workers/process.py", "os.sched_getaffinity"): "after hasattr",
    ("workers/process.py", "signal.pthread_sigmask"): "after hasattr",
}


def used(path: Path) -> set[str]:
    """What a module uses of it."""
    found: set[str] = set()
    source = path.read_text(encoding="utf-8")
    if not WORDS.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            found.add(node.module)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            known = {"os": OS, "signal": SIGNAL}.get(node.value.id, ())
            if node.attr in known:
                found.add(f"{node.value.id}.{node.attr}")
    return found


def test_what_windows_lacks_is_used_in_known_places_only() -> None:
    found = {(path.relative_to(PNP).as_posix(), name) for path in PNP.rglob("*.py") for name in used(path)}
    assert found == set(ALLOWED)


WINDOWS = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ImportError(name)
for name in MODULES:
    sys.modules.pop(name, None)
import asyncio, multiprocessing.connection, os, shutil, signal, subprocess, tempfile, threading, webbrowser
sys.meta_path.insert(0, Hidden())
for name in MODULES:
    sys.modules.pop(name, None)
for module, names in ((os, OS), (signal, SIGNAL)):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
os.supports_dir_fd, os.supports_follow_symlinks = set(), {os.stat}
import _thread
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
webbrowser.open = lambda address: _thread.interrupt_main()
from pnp.cli import main
for line in LINES:
    sys.argv = ["pnp", *line.split()]
    try:
        main()
    except SystemExit as end:
        print(line, end.code, flush=True)
from pnp.disk import folder
from pnp.workers import start_method
print(folder._HANDLES, start_method())
"""


def test_commands_run_on_a_system_without_all_of_it(tmp_path: Path) -> None:
    """In a process of its own: the modules are gone for good there."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("id: ants\nname: Ants\nlanguage: en\nplayers: 2\n", encoding="utf-8")
    (tmp_path / "cards/a.yaml").write_text(
        "kind: card\nname: Ants\npieces:\n  one: {name: A}\n", encoding="utf-8"
    )
    lines = ["check", "build", "build --keep-going", "print --mark", "list", "preview --open"]
    program = f"{MODULES=}\n{OS=}\n{SIGNAL=}\nLINES={lines!r}\n{WINDOWS}"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={
            **os.environ,
            "PNP_CACHE_DIR": str(tmp_path / "cache"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    ends = [line for line in ended.stdout.splitlines() if line.rpartition(" ")[0] in (*lines, "False")]
    assert ends == [
        "check 0",
        "build 0",
        "build --keep-going 0",
        "print --mark 0",
        "list 0",
        "preview --open 0",
        "False spawn",
    ]
    assert (tmp_path / "out/ants/en/a.pdf").is_file()
    assert "Traceback" not in ended.stderr
