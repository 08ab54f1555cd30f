"""Fair display, proven from the pages themselves (DESIGN points 7 and 8)."""
