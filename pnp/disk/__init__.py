"""Everything that pnp writes, moves, removes or reads of a folder that may come from a stranger; no link leads the way.

Files are written beside their places and moved when all are whole. A journal in the user's cache folder lets the next run
finish, or undo, what a run that was killed had begun.

No other package opens a file for writing or changes a folder (``tests/architecture/test_disk.py``).
"""

from pnp.disk.folder import Folder, LinkError, is_link, open_below, open_folder, own_folder, read_file
from pnp.disk.write import Content, nowhere, put_files, temporary_file, temporary_folder

__all__ = [
    "Content",
    "Folder",
    "LinkError",
    "is_link",
    "nowhere",
    "open_below",
    "open_folder",
    "own_folder",
    "put_files",
    "read_file",
    "temporary_file",
    "temporary_folder",
]
