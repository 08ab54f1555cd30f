"""Camera frame -> sighting -> decoded cards. Knows cards, not rules."""
