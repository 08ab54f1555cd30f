"""Open cards: what a finished deal would have come to with best play, once every hand is known.

`deal` is a deal as a few numbers, `bonds` what called cards ask, `tables` and `search` the fast
search, `game` positions within it. `analysis` goes through a whole deal, `knowledge` asks what a
player could know, `findings` says what of it is told and `wording` in which words.
"""
