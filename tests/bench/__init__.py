"""Measures that need a checkout; those of a device are `mehrkopf bench`."""
