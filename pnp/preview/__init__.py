"""A game under work: kept up to date with its folder, shown on a local page."""
