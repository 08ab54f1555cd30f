"""Replay: a recorded evening card by card, on the same screens as live (KIOSK screen 8).

A `Tape` is one evening's events, folded by the engine's one fold. A `Reel` is one deal of it as the
steps people saw; what was shown beside the record (alerts, questions, doubts) is worked out again
by the same functions that worked it out live (`recall`). `frame` puts one step on the screen,
`pages` serves it, `printed` tells it in words, `file` packs an evening into one HTML file.
"""
