"""What is proven, of whom and since when."""
