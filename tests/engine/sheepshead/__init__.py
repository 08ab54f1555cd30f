"""Sheepshead for every number of players."""
