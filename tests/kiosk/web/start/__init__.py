"""The pages before play: the walk, house rules."""
