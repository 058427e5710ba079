"""Pictures and QR codes by value. Pillow and segno are imported when the first one is needed."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pictures.fault import PictureFault
    from pnp.pictures.library import PictureLibrary
    from pnp.pictures.load import load_picture, picture_data, unfiltered_picture
    from pnp.pictures.place import (
        bleed_ratio,
        dpi_at,
        fit_box,
        is_about_picture,
        low_resolution,
        picture_items,
        unusable_picture,
    )
    from pnp.pictures.qr import QrFault, qr_lines, qr_path
    from pnp.pictures.resample import Sampling, decoded, resampled, tinted
    from pnp.pictures.svg import ICON_PIXELS, pixels_in, svg_pictures

__getattr__ = lazy(__name__)
