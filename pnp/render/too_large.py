"""What is raised where a PDF grows too large."""


class PdfTooLargeError(Exception):
    """A file grew beyond what its cross-references can name."""
