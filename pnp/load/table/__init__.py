"""Pieces from tables: CSV, XLSX and ODS files beside a set's YAML."""

from pnp.load.table.pieces import Tables

__all__ = ["Tables"]
