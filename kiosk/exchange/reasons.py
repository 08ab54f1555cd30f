"""Why a broker says no: reason codes of MQTT 5 (its section 2.4), for table and organiser."""

from __future__ import annotations

BAD_LOGIN = (134, 135)
"""It does not know the user or the password, or lets nobody in by them."""
TOO_LONG = 149
"""With this reason a broker breaks a line off that brought more than it takes at once."""
FAILURE = 128
"""Codes from here on say that something failed."""
