"""The running table: rest, new card, trick, and what is no play."""
