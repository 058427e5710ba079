"""Pictures that cannot be used."""


class PictureFault(Exception):
    """A file that is no usable picture. The message is one line for the author, with the path he typed."""
