"""The writer, its commands and orders."""
