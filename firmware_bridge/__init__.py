"""The LED strip: what the table shows as light, and the drivers that show it."""
