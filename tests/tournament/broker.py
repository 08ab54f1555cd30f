"""A broker that runs on the files `mehrkopf tournament broker` wrote."""

from __future__ import annotations

from kiosk.organiser.broker_files import BrokerFiles
from tests.mosquitto import Mosquitto


class WrittenBroker(Mosquitto):
    """Mosquitto with the written configuration, on this machine alone."""

    def __init__(self, files: BrokerFiles, told: int, port: int | None = None) -> None:
        """Take the files, the port they tell the tables, and the broker's own where it differs."""
        super().__init__(files.folder / "test")
        self.port = told if port is None else port
        text = files.config.read_text("utf-8")
        heard = f"listener {told}\n"
        assert heard in text
        text = text.replace(heard, f"listener {self.port} 127.0.0.1\n")
        more = ("user root", "log_dest stderr", *(f"log_type {each}" for each in _LOGGED))
        self._config.write_text("\n".join([text, *more, ""]), "utf-8")


_LOGGED = ("error", "warning", "notice", "information")
