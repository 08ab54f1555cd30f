"""Deals played by chance, right or with one planted error."""
