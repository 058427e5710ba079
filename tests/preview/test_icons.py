"""Drawings of icons for the pages of the preview."""

import io
from xml.etree import ElementTree

from PIL import Image

from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.pictures.load import load_picture
from pnp.preview.form import icon_svg


class Pictures:
    """What reads pictures."""

    def embedded(self, data):
        return load_picture(data, "a picture")


def test_icons_of_paths_and_of_pixels_are_drawings():
    buffer = io.BytesIO()
    Image.new("RGBA", (8, 4), (200, 0, 0, 128)).save(buffer, "PNG")
    shared = '{\n"dot":{"path":"M0 0H512V512H0Z","authors":[],"licence":"CC0"}\n}'
    library = IconLibrary(
        lambda: shared, {"medal": buffer.getvalue()}, "icons", Pictures, endings={"medal": ".png"}
    )
    drawings = [
        ElementTree.fromstring(icon_svg(library.get(name), FontLibrary([]))) for name in ("dot", "medal")
    ]
    assert [drawing.get("viewBox") for drawing in drawings] == ["0 0 512 512", "0 0 8 4"]
    space = "{http://www.w3.org/2000/svg}"
    assert drawings[0].find(f"{space}path").get("fill") == "currentColor"
    assert len(list(drawings[1].iter(f"{space}image"))) == 2  # the colours, and the transparency as a mask
