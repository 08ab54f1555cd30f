"""What is said of the figures for a monitor."""

from __future__ import annotations

from engine.text import Text

TAKEN = Text(
    de="Port {port} für die Messwerte ist belegt; der Abend läuft ohne sie ([metrics] in "
    "table.toml).",
    en="Port {port} for the metrics is taken; the evening runs without them ([metrics] in "
    "table.toml).",
)
LACKING = Text(
    de="Für die Messwerte fehlt ein Paket; der Abend läuft ohne sie. Bitte pip install "
    '"mehrkopf[metrics]" ausführen oder [metrics] aus table.toml nehmen.',
    en="A package is missing for the metrics; the evening runs without them. Please run pip "
    'install "mehrkopf[metrics]", or take [metrics] out of table.toml.',
)
OFF = Text(
    de="aus; mit dem Abschnitt [metrics] in table.toml liest ein Monitor auf diesem Gerät mit",
    en="off; with the section [metrics] in table.toml a monitor on this device can read them",
)
ON = Text(
    de="ein Monitor auf diesem Gerät kann sie an Port {port} lesen",
    en="a monitor on this device can read them at port {port}",
)
WILL = Text(
    de="an Port {port}, sobald Mehrkopf läuft; nur auf diesem Gerät",
    en="at port {port} whenever mehrkopf runs; on this device only",
)
