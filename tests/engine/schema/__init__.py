"""The published schemas against the code."""
