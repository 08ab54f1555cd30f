"""What each screen shows, as frozen values made from the table's view; no Flask."""
