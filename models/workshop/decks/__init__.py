"""Decks to train and test on: licensed art and decks drawn by code."""
