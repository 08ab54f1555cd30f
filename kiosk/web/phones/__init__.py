"""Pages for phones that look on, and the gate of those that work the table."""
