"""The organiser's pages, by area; each is drawn from the desk and sends what was typed to it."""
