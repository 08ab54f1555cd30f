"""Errors planted on purpose, in deals of every game."""
