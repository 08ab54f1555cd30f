"""The appliance: command line, composition root, director, pages and live updates."""
