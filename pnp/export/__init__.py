"""Exports of a whole game: each composes what is chosen and gives files by name.

``job`` is what they share. The other modules are one export each, or what some are made of.
"""
