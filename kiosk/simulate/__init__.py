"""Deals made and played by chance, with every hand known: to measure the referee, never to show.

The rules are written once more here, over card codes and whole hands, from the rule documents and
without the engine's help; so a deal made here can be held against what the engine says of it.
"""
