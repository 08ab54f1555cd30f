"""The deal file: one JSON object a line, read, checked, written and scored."""
