"""The camera at the table: its thread, its values, decks enrolled by it, recordings."""
