"""The pages: server, door, what holds on all of them."""
