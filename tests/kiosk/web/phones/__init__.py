"""The phones that look on, and the host's."""
