"""The one door to verdicts and settlement: a record goes in, a report comes out."""
