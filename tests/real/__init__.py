"""What the program makes of real pictures and recordings that nobody made for it."""
