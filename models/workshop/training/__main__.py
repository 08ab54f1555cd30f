"""`python -m models`: train the nets anew (see models/workshop/training/make.py)."""

import sys

from models.workshop.training.make import main

sys.exit(main(sys.argv[1:]))
