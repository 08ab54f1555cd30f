"""One deal as plain values: what happened, how it ended, what can be said about it."""
