"""The organiser's line to the broker: where it is, who he is there, and why there is none."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from engine.bounds import MOST_DEAL
from engine.text import PlainError, Text, os_reason
from kiosk.words import mqtt as w

USER = "organiser"
MOST_UNANSWERED = 500
"""Messages that the broker hands over before the first of them is kept."""
_SESSION_S = 24 * 60 * 60
"""So long the broker keeps what came while the organiser's machine was off."""
_HEADER = 4096
_NO_PASSWORD = Text(
    de="Das Passwort des Brokers in {file} ist nicht lesbar ({why}); bitte „mqtt.password_file“ in "
    "organiser.toml prüfen.",
    en='The broker\'s password in {file} cannot be read ({why}); please check "mqtt.password_file" '
    "in organiser.toml.",
)
_NO_CERTIFICATES = Text(
    de="Die Zertifikate {file} sind nicht lesbar ({why}); bitte „mqtt.ca_file“ in organiser.toml "
    "prüfen.",
    en='The certificates {file} cannot be read ({why}); please check "mqtt.ca_file" in '
    "organiser.toml.",
)
WRONG_LOGIN = Text(
    de="Der Broker {host} kennt den Benutzer „{user}“ nicht oder das Passwort ist falsch; bitte "
    "[mqtt] in organiser.toml prüfen.",
    en='The broker {host} does not know the user "{user}", or the password is wrong; please check '
    "[mqtt] in organiser.toml.",
)
NOT_TRUSTED = Text(
    de="Dem Broker {host} ist nicht zu trauen: Sein Zertifikat passt nicht zu {file}; bitte "
    "ca_file und host in organiser.toml prüfen.",
    en="The broker {host} cannot be trusted: its certificate does not match {file}; please check "
    "ca_file and host in organiser.toml.",
)
TAKEN = Text(
    de="Ein anderes Programm sammelt am Broker {host} für dasselbe Turnier; bitte nur eines laufen "
    "lassen.",
    en="Another program collects at the broker {host} for the same tournament; please run only "
    "one.",
)
REFUSED = Text(
    de="Der Broker {host} nimmt das nicht an ({why}); bitte seine Rechte prüfen.",
    en="The broker {host} does not accept this ({why}); please check its rights.",
)


class _Socket(ssl.SSLSocket):
    """A socket that is closed where the broker turns out to be another one; paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        """Agree with the broker on a cipher, and look at its certificate."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


@dataclass(frozen=True, slots=True)
class Line:
    """Where the broker is and who the organiser is there."""

    host: str
    port: int
    user: str = ""
    """Empty: the broker asks for nobody."""
    password_file: Path | None = None
    ca_file: Path | None = None
    """Certificates by which the broker is known; None: what is sent is not encrypted."""

    def client(self, name: str) -> Client:
        """Return a client that knows how to reach the broker, and has done nothing yet.

        Raises:
            PlainError: password or certificates cannot be read.
        """
        client = Client(
            CallbackAPIVersion.VERSION2,
            name,
            protocol=MQTTProtocolVersion.MQTTv5,
            manual_ack=True,
        )
        if self.user:
            client.username_pw_set(self.user, self._password())
        if self.ca_file is not None:
            client.tls_set_context(self._context())
        return client

    def _password(self) -> str | None:
        if self.password_file is None:
            return None
        try:
            return self.password_file.read_text("utf-8").strip()
        except OSError as error:
            why: Text = os_reason(error)
            raise PlainError(_NO_PASSWORD.format(file=self.password_file, why=why)) from error
        except UnicodeDecodeError as error:
            raise PlainError(_NO_PASSWORD.format(file=self.password_file, why="UTF-8")) from error

    def _context(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self.ca_file)
        except ssl.SSLError as error:
            raise PlainError(_NO_CERTIFICATES.format(file=self.ca_file, why=w.NO_PEM)) from error
        except OSError as error:
            raise PlainError(
                _NO_CERTIFICATES.format(file=self.ca_file, why=os_reason(error))
            ) from error
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.sslsocket_class = _Socket
        return context

    def away(self, error: BaseException | None) -> Text:
        """Return what is said where there is no line."""
        if isinstance(error, ssl.SSLCertVerificationError):
            return NOT_TRUSTED.format(host=self.host, file=self.ca_file)
        why: Any = w.SILENT
        if isinstance(error, ConnectionRefusedError):
            why = w.NOBODY
        elif isinstance(error, ssl.SSLError):
            why = w.NO_TLS
        elif isinstance(error, OSError) and not isinstance(error, TimeoutError):
            why = os_reason(error)
        return w.AWAY.format(host=self.host, port=self.port, why=why)


def session() -> Properties:
    """Return what is asked of the broker: to keep what comes meanwhile, and not to hurry."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = _SESSION_S
    properties.ReceiveMaximum = MOST_UNANSWERED
    properties.MaximumPacketSize = MOST_DEAL + _HEADER
    return properties
