"""Draws and reckons what the documents in `hardware/` show; `make hardware` runs it."""
