"""What each screen shows, as frozen values."""
