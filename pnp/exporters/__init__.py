"""Exports of a whole game: each composes what is chosen and gives files by name.

``job`` is what they share; each other module is one export. The files that they are made of, such as a cut
line as DXF, are in ``pnp.export``.
"""
