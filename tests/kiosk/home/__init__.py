"""The data folder: files, clock, days."""
