"""The set-up pages: camera and deck."""
