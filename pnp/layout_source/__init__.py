"""The source of layouts, parsed once for everyone who asks."""

from pnp.layout_source.limits import NUMBER, WAY
from pnp.layout_source.parsed import (
    HOLE,
    HOLE_CLOSE,
    HOLE_OPEN,
    MARK,
    TOO_DEEP,
    LabelsRead,
    ParsedLayout,
    SourceFault,
    StartTag,
    excess,
    file_key,
    labels_printed,
    marked_place,
    member_of,
    names_in,
    parsed_layout,
)

__all__ = [
    "HOLE",
    "HOLE_CLOSE",
    "HOLE_OPEN",
    "MARK",
    "NUMBER",
    "TOO_DEEP",
    "WAY",
    "LabelsRead",
    "ParsedLayout",
    "SourceFault",
    "StartTag",
    "excess",
    "file_key",
    "labels_printed",
    "marked_place",
    "member_of",
    "names_in",
    "parsed_layout",
]
