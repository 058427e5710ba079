"""Limits of SVG files. A drawing for a card stays far below; a file made to exhaust us does not."""

MAX_BYTES = 4_000_000
"""Bytes of an SVG file."""
MAX_PACK_BYTES = 256_000_000
"""Bytes of the SVG and JSON files in a package of icons, unpacked."""
MAX_ELEMENTS = 20_000
"""Elements in the file, and again drawn, as ``use`` draws an element many times."""
MAX_ENTITIES = 50
"""Entities that a DOCTYPE defines."""
MAX_ENTITY = 200
"""Characters of an entity."""
MAX_DEPTH = 60
"""Elements inside one another, through ``use`` too."""
MAX_SEGMENTS = 200_000
"""Path segments drawn in all."""
MAX_HREFS = 8
"""Gradients that take their stops from one another."""
MAX_STOPS = 256
"""Stops of one gradient."""
MAX_SELECTORS = 500
"""Selectors of all style sheets together."""
MAX_COMPOUNDS = 32
"""Elements in one selector, as in `g > rect`."""
MAX_COMPARISONS = 1_000_000
"""Comparisons of elements with parts of selectors."""
MAX_PATH_SEGMENTS = 100_000
"""Segments of one path; drawings made by tracing photographs have some ten thousand."""
MAX_COORDINATE = 1_000_000
"""Greatest number in a path or length; beyond it a drawing is broken, and sums would lose their decimals."""
MAX_FACTOR = 1_000_000_000
"""Greatest number in a `transform`."""
MAX_PICTURES = 16
"""Parts of a drawing that become pictures; with more, the whole drawing becomes one."""
MAX_PIXELS = 20_000_000
"""Pixels of such a picture: an A3 page at 300 dpi. A larger one gets fewer pixels to the inch."""
