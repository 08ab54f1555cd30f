"""House rules: read from JSON and TOML, described for people."""
