"""The notation for people."""
