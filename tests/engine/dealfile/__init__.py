"""Dealfile."""
