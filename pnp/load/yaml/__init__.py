"""YAML: text to nodes with the place of every value, and its faults in plain words."""
