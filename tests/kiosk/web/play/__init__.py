"""The pages of play: table, call, alert, score pad."""
