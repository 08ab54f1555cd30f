"""Measures the nets on what they never learned from, and what each part of reading is worth."""
