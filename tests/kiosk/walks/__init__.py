"""Whole evenings in a browser, one of each family of games, at three sizes of screen."""
