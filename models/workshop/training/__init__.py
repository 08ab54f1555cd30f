"""Trains the nets and writes them with their card: `python -m models.workshop.training`."""
