"""Pages of the start: the walk of questions, house rules, menu."""
