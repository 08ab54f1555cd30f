"""The strip at this table: its section of table.toml, how bright it is, its page and its test."""
