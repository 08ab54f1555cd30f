"""The search with open cards against searches and rules written apart from it."""
