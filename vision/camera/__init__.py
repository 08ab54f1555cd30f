"""Where pictures come from, and how a camera is held still."""
