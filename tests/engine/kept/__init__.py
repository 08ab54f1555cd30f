"""Sheepshead's called ten and the card face down, against every way the unseen cards can lie."""
