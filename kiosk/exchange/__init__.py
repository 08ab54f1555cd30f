"""What tables and other programs say to each other: topics and messages, as frozen values."""
