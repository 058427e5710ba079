"""Pieces from tables: CSV, XLSX and ODS files beside a set's YAML.

XLSX and ODS are read with the XML parser of the standard library, within limits. Both readers have 600 lines
together. Each library that could replace them loses something that a designer must know:

- ``python-calamine`` (2.3 MB) has no number formats (``007`` and ``15%`` come out as 7.0 and 0.15), no hidden
  rows, no bold words, and empty texts for error values and for formulas that nobody calculated. It fills the
  rectangle of a sheet in memory: a file of 4.8 kB with a cell in the last row and column of the sheet asks
  for 550 GB and ends the process (version 0.9.1).
- ``openpyxl`` (3.1 MB) takes twice the time, takes a formula with an empty text for one that nobody
  calculated, removes ``x005F_`` from texts, finds no sheet in "Strict Open XML", and prints warnings of its
  own. ``pnp export xlsx`` writes with it.
"""

from pnp.load.table.pieces import Tables

__all__ = ["Tables"]
