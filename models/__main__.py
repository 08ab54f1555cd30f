"""`python -m models`: train the nets anew (see models/make.py)."""

import sys

from models.make import main

sys.exit(main(sys.argv[1:]))
