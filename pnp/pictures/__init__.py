"""Pictures and QR codes by value. Pillow and segno are imported when the first one is needed."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pictures.check import (
        LEAST_DPI,
        WANTED_DPI,
        bleed_ratio,
        is_about_picture,
        low_resolution,
        unusable_picture,
    )
    from pnp.pictures.fault import PictureFault
    from pnp.pictures.library import PictureLibrary
    from pnp.pictures.limits import MAX_PIXELS
    from pnp.pictures.load import FORMATS, load_picture, picture_data
    from pnp.pictures.place import Fit, dpi_at, fit_box, picture_items
    from pnp.pictures.qr import QrFault, qr_lines, qr_path
    from pnp.pictures.resample import Sampling, decoded, resampled, tinted
    from pnp.pictures.resvg import SvgPictures
    from pnp.pictures.rows import unfiltered_rows
    from pnp.pictures.svg import ICON_PIXELS, pixels_in, svg_pictures

__all__ = [
    "FORMATS",
    "ICON_PIXELS",
    "LEAST_DPI",
    "MAX_PIXELS",
    "WANTED_DPI",
    "Fit",
    "PictureFault",
    "PictureLibrary",
    "QrFault",
    "Sampling",
    "SvgPictures",
    "bleed_ratio",
    "decoded",
    "dpi_at",
    "fit_box",
    "is_about_picture",
    "load_picture",
    "low_resolution",
    "picture_data",
    "picture_items",
    "pixels_in",
    "qr_lines",
    "qr_path",
    "resampled",
    "svg_pictures",
    "tinted",
    "unfiltered_rows",
    "unusable_picture",
]

__getattr__ = lazy(
    __name__,
    {
        "LEAST_DPI": "check",
        "WANTED_DPI": "check",
        "bleed_ratio": "check",
        "low_resolution": "check",
        "unusable_picture": "check",
        "PictureFault": "fault",
        "PictureLibrary": "library",
        "FORMATS": "load",
        "MAX_PIXELS": "limits",
        "load_picture": "load",
        "picture_data": "load",
        "Fit": "place",
        "dpi_at": "place",
        "fit_box": "place",
        "picture_items": "place",
        "QrFault": "qr",
        "qr_lines": "qr",
        "qr_path": "qr",
        "decoded": "resample",
        "resampled": "resample",
        "tinted": "resample",
        "ICON_PIXELS": "svg",
        "SvgPictures": "resvg",
        "pixels_in": "svg",
        "svg_pictures": "svg",
        "unfiltered_rows": "rows",
        "Sampling": "resample",
        "is_about_picture": "check",
    },
)
