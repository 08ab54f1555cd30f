"""Settlement: every count of players, every house rule, every end."""
