"""Every sentence in both languages, and in the words of a region."""
