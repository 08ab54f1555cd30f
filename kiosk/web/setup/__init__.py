"""Pages of camera, corners, decks, strip, sounds and the region's words."""
