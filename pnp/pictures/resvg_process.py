"""A program that draws one SVG document by resvg; run by path in a process of its own, never imported.

It reads a line of JSON from its input (``folder`` of the package, ``options`` of its function, ``seconds``
and ``memory``, ``lengths``), then the document and the fonts, of ``lengths`` bytes each. It writes a PNG
file, or ends with a message and another status than 0.
"""

import json
import os
import sys
import tempfile  # noqa: TID251 - resvg takes fonts as files only, and these are gone with the process
from contextlib import nullcontext


def limit(seconds: int, memory: int) -> None:
    """Let the system end this process when it takes more; where it cannot, its caller does."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Draw."""
    source = sys.stdin.buffer
    order = json.loads(source.readline())
    document, *fonts = [source.read(length) for length in order["lengths"]]
    sys.path.append(order["folder"])
    import resvg_py

    limit(order["seconds"], order["memory"])
    with tempfile.TemporaryDirectory(prefix="pnp-") if fonts else nullcontext("") as folder:
        files = []
        for number, font in enumerate(fonts):
            files.append(os.path.join(folder, f"{number}.ttf"))  # noqa: PTH118 - pathlib takes 10 ms
            with open(files[-1], "wb") as file:  # noqa: PTH123
                file.write(font)
        picture = resvg_py.svg_to_bytes(
            svg_string=document.decode(),
            skip_system_fonts=True,
            dpi=96.0,
            font_files=files or None,
            **order["options"],
        )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main()
