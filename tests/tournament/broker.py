"""A broker that runs on the files `mehrkopf tournament broker` wrote."""

from __future__ import annotations

from kiosk.organiser.broker_files import BrokerFiles
from tests.mosquitto import Mosquitto


class WrittenBroker(Mosquitto):
    """Mosquitto with the written configuration, on this machine alone."""

    def __init__(
        self, files: BrokerFiles, told: int, port: int | None = None, text: str | None = None
    ) -> None:
        """Prepare.

        Args:
            files: what was written.
            told: the port that the tables are told.
            port: the broker's own, where it differs.
            text: a configuration that takes the written one in, in its place.
        """
        super().__init__(files.folder / "test")
        self.port = told if port is None else port
        if text is not None:
            self._config.write_text(text, "utf-8")
            return
        text = files.config.read_text("utf-8")
        heard = f"listener {told}\n"
        assert heard in text
        text = text.replace(heard, f"listener {self.port} 127.0.0.1\n")
        more = ("user root", "log_dest stderr", *(f"log_type {each}" for each in _LOGGED))
        self._config.write_text("\n".join([text, *more, ""]), "utf-8")


_LOGGED = ("error", "warning", "notice", "information")
