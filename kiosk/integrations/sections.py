"""The section `[metrics]` of table.toml: the port where a monitor on this device reads figures.

Without the section there is no port; with it, even empty, the usual one.
"""

from __future__ import annotations

from pathlib import Path

from engine.text import PlainError, Text

METRICS_KEYS = ("port",)
METRICS_PORT = 9108
_WRONG = Text(
    de="In {file} passt der Wert von „metrics.port“ nicht; erwartet wird eine Nummer von 1 bis "
    "65535.",
    en='In {file} the value of "metrics.port" is wrong; it must be a number from 1 to 65535.',
)


def metrics_port_of(said: dict[str, object], file: Path | str) -> int:
    """Return the port a TOML section names; its keys are among `METRICS_KEYS`.

    Raises:
        PlainError: it is none.
    """
    port = said.get("port", METRICS_PORT)
    if type(port) is not int or not 1 <= port <= 65535:
        raise PlainError(_WRONG.format(file=file))
    return port
