"""The referee against every way the unseen cards can lie."""
