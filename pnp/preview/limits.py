"""Bounds of the preview server, far above what its own page needs."""

from __future__ import annotations

TARGET = 2_048
"""Characters of the path of a request with its query."""

BODY = 1_000_000
"""Bytes of an edit."""

HEADERS = 16_384
"""Characters of all headers of a request."""

BURST = 1_500
"""Requests of one client at once."""

PER_SECOND = 400
"""Requests of one client in a second, on and on."""

WRONG_BURST = 30
"""Requests without the secret at once, of all clients together."""

WRONG_PER_SECOND = 1
"""Requests without the secret in a second, on and on."""

CLIENTS = 256
"""Clients whose requests are counted apart."""

CONNECTIONS = 48
"""Connections that are open at once."""

IDLE_SECONDS = 20
"""Seconds after which a connection that says nothing is closed."""

EXPRESSION = 500
"""Characters of an expression that chooses pieces."""

EXPRESSION_STEPS = 2_000_000
"""Steps of such an expression over all pieces together."""

FOLDERS = 2_000
"""Folders of a game that are watched."""

WAITING = 64
"""Messages that wait for one page; a page with more waiting starts over."""

PIECES = 200
"""Pieces in a message, more than a window shows: the page takes a message in less than a frame."""

MESSAGES = 32
"""Messages that hold all pieces of a game; those of a very large game have more than ``PIECES``."""

PICTURE_PIXELS = 24_000_000
"""Pixels of one picture; what would have more is drawn at a lower resolution."""

PICTURE_BYTES = 32_000_000
"""Bytes of all pictures that are kept ready."""

RETIRED = 32
"""Drawings that stay available after they were replaced, because an open page may be a moment late."""
