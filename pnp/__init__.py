"""Print-and-play components for board games: a folder of text in, exact vector PDFs out."""

__version__ = "1.0.0"
