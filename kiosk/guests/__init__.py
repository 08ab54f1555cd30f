"""The table on other people's phones: to look on, and for the host to work it from a phone."""
