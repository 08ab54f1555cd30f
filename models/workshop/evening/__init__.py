"""Recorded evenings without a camera: an own compositor that plays deals on a drawn table."""
