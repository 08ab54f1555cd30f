"""The evening's pages: its list, its score."""
