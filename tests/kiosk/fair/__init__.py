"""Fair display, proven from the pages themselves (DESIGN 7 and 8)."""
