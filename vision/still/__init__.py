"""Cards on a single picture."""
