"""Setting the table up: the camera's switch, where it looks, how well, and the decks it knows."""
