"""What is bolted on: strip, buttons and sounds, and their sections of table.toml."""
