"""Ids made of names."""

from __future__ import annotations

import re
import unicodedata


def slug(name: str) -> str:
    """An id made of a name: small letters a to z, digits and hyphens, accents taken off."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ł", "l").replace("ß", "ss"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")[:60]
