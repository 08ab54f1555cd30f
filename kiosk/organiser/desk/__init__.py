"""The organiser's desk, by what lies on it."""
