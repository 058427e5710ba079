"""Pictures and QR codes by value. Pillow and segno are imported when the first one is needed."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.pictures.library import ICON_PIXELS, PictureFault, PictureLibrary, pixels_in, svg_pictures
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

__getattr__ = lazy(__name__)
