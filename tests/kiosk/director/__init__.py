"""What was seen becomes events, and what may be said of them."""
