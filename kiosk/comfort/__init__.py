"""Sounds and spoken announcements: off by default, offline, only what is new and nothing hidden."""
