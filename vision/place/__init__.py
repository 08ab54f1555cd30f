"""Where things are: pixels and millimetres, the watched square, its light, a camera that moved."""
