"""Bierkopf: played by plain rules over whole hands, and held against the engine."""
