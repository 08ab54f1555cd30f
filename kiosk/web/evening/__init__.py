"""Pages of the evening: standings, replay, files to take home."""
