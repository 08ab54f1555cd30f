"""From similarities to probabilities.

A cosine similarity is no probability. Divided by a temperature and normalised it is a usable
log-likelihood; the temperature was chosen on rendered cards (never on photographs or recorded
evenings) and stands in `models.toml`.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats


def log_scores(similarities: Floats, temperature: float) -> tuple[float, ...]:
    """Return natural-log likelihoods, one a card, whose probabilities sum to one."""
    scaled = similarities.astype(np.float64) / temperature
    top = float(scaled.max())
    norm = top + float(np.log(np.exp(scaled - top).sum()))
    return tuple(float(value - norm) for value in scaled)
