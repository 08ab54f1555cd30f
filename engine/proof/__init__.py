"""Proof: what must have gone wrong whichever way the unseen cards lie (RULES 13).

`claims` reads what every seat has said about its hand by its plays, `position` puts a moment of the
deal together and `possible` asks whether nobody need have erred. `findings` follows a deal card by
card, and `grades` says what is proven, of whom, and since when, and what does not fit the order of
play.
"""
