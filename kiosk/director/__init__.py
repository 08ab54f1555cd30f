"""What was seen becomes events, and what may be said of them; no thread, no page."""
