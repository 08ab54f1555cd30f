"""The auction by touch, word by word: whose turn it is and what may be said tells the engine."""
