"""Golden evenings: whole evenings and what must come out of them."""
