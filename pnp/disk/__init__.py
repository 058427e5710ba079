"""All writing, moving and removing of files, and reading from folders of strangers, without following links.

Files are written beside their places and moved when all are complete. With a journal in the user's cache
folder, the next run can finish, or undo, what a killed run had begun.

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
