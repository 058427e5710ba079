"""A game as frozen values, which every stage after loading takes as arguments."""

from pnp.model.files import FileFault, Files, LayoutSource, RulebookSource, TranslationSource, picture_face
from pnp.model.game import Claim, Fact, Game, Source
from pnp.model.piece import BUILT_IN_FIELDS, OWN_NAMES, ComponentSet, FieldDeclaration, Piece, Value
from pnp.model.print import PRINT_DEFAULTS, PrintSettings
from pnp.model.size import ONE_PANEL, STANDARD_SIZES, Panels, Size, hexagon
from pnp.model.text import (
    STANDARD_STYLES,
    Style,
    TableTranslation,
    Term,
    Text,
    Vocabulary,
    terms_called,
    which_term,
)
from pnp.model.value import SIDES, FieldValue, Sides

__all__ = [
    "BUILT_IN_FIELDS",
    "ONE_PANEL",
    "OWN_NAMES",
    "PRINT_DEFAULTS",
    "SIDES",
    "STANDARD_SIZES",
    "STANDARD_STYLES",
    "Claim",
    "ComponentSet",
    "Fact",
    "FieldDeclaration",
    "FieldValue",
    "FileFault",
    "Files",
    "Game",
    "LayoutSource",
    "Panels",
    "Piece",
    "PrintSettings",
    "RulebookSource",
    "Sides",
    "Size",
    "Source",
    "Style",
    "TableTranslation",
    "Term",
    "Text",
    "TranslationSource",
    "Value",
    "Vocabulary",
    "hexagon",
    "picture_face",
    "terms_called",
    "which_term",
]
