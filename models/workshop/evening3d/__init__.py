"""The second renderer: evenings in three dimensions, for measuring only; nothing trains on it."""
