"""The text that a package index shows: README.md with links that work there.

An index has only this text. A relative link becomes absolute if the project has an address; otherwise its words
stay without the link, and so do those of a picture in a table.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_NOTE = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]*)\)")
_PICTURE_ALONE = re.compile(rf"^{_PICTURE.pattern}\n\n", re.MULTILINE)
_LINKED_PICTURE = re.compile(r"\[(!\[[^\]]*\]\([^)]*\))\]\((?!https?:)[^)]*\)")
_LINK = re.compile(r"(?<!!)\[([^\]!]*)\]\((?!https?:)([^)]*)\)")


class Readme(MetadataHookInterface):
    """Gives the package its long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the text into the metadata."""
        text = Path(self.root, "README.md").read_text("utf-8")
        page = for_index(text, self.config["pages"], self.config["pictures"])
        metadata["readme"] = {"content-type": "text/markdown", "text": page}


def for_index(text: str, pages: str = "", pictures: str = "") -> str:
    """The README as an index shows it.

    Args:
        text: The README.
        pages: Address of the folder that README.md is in, as pages to read, with a slash at its end; empty if
            there is none.
        pictures: Likewise, as files to load.
    """
    text = _NOTE.sub("", text)
    if not pictures:
        text = _PICTURE_ALONE.sub("", text)
    text = _PICTURE.sub(rf"![\1]({pictures}\2)" if pictures else r"\1", _LINKED_PICTURE.sub(r"\1", text))
    return _LINK.sub(rf"[\1]({pages}\2)" if pages else r"\1", text)
