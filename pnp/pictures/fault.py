"""Pictures that cannot be used."""

from __future__ import annotations

from typing import Protocol


class FileRefusal(Protocol):
    """Why a file is not to be had: the words, and what to do about it."""

    cure: str


class PictureFault(Exception):
    """A file that is no usable picture.

    Attributes:
        cure: What to do about it.
    """

    def __init__(self, message: str, cure: str = "download or export the picture again") -> None:
        """The message is one line for the author, with the path he typed."""
        super().__init__(message)
        self.cure = cure
