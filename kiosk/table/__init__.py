"""The one writer of the journal, commands and what they come to, the published view."""
