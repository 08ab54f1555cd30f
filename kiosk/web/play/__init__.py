"""Pages of the play: table, call, alert, corrections, score pad, people."""
