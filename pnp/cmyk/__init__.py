"""Colours and pictures in printing inks: the profile of a press, and the conversion to its inks."""

from pnp.cmyk.profile import PressProfile, ProfileFault, read_profile, shipped_profile

__all__ = ["PressProfile", "ProfileFault", "read_profile", "shipped_profile"]
