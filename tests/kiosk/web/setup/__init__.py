"""The set-up pages: camera, decks, strip."""
