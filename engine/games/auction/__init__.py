"""The auction of every game: whose word it is, which words there are, who won (RULES 0.10 to 0.13).

An auction is a chain of frozen stages (`stages`); a bid leads from one to the next. A game picks a
style (`two_steps`, `play_too`, `one_round`) or brings its own, and gives it its games and their
order as data (`table`). Nothing is refused: a word that did not belong there is a fact and a
finding.
"""
