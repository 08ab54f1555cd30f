"""A phone as the camera, from code to first card: a browser films a rendered evening."""
