"""Inputs nobody would write: each is understood, or told in one sentence, quickly."""
