"""The evening: the fold of its events, the state after each, the score and the payments."""
