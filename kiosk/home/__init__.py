"""The data folder of a table: its decks, house rules, choices, clock and disk room."""
