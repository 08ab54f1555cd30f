"""Learning a deck, card by card or from a folder."""
