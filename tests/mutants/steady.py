"""A pytest plugin: property tests try the same examples every time, and do not simplify failures.

A fault counts as noticed or not, whoever runs it; what the simplest failing example is does not
matter, and looking for it may take minutes.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "steady",
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("steady")
