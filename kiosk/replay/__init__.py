"""Replay: a recorded evening card by card, on the same screens as live (PAGES 2.8).

A `Tape` is one evening's events, folded by the engine's one fold; a `Reel` is one deal of it as the
steps people saw (`reel`). What was shown beside the record (alerts, questions, doubts) is worked
out again by the same functions that worked it out live. `library` finds evenings, `lists` names
them and tells one in words, `screen` puts one step on the screen.
"""
