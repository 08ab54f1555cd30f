"""Debian's Mosquitto, started by a test with its own port, users, rights and certificate.

`Mosquitto` is a broker, `Listener` a client that notes what it hears. Both wait for what happens,
never for a time.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

PROGRAM = "/usr/sbin/mosquitto"
PATIENCE_S = 60.0
"""Longest wait for something that should come at once."""
RIGHTS = """\
pattern write mehrkopf/%u/available
pattern write mehrkopf/%u/state
pattern write mehrkopf/%u/event
pattern write mehrkopf/%u/result
pattern write mehrkopf/%u/list
pattern read mehrkopf/%u/to/#

user organiser
topic read mehrkopf/+/+
topic write mehrkopf/+/to/#
"""
"""A table writes below its own name, the organiser reads all of them and writes below `to`."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Certificates:
    """An authority of its own and what it vouches for: `localhost` and 127.0.0.1."""

    authority: Path
    server: Path
    key: Path


def _signs() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def certificates(folder: Path) -> Certificates:
    made = Certificates(folder / "ca.crt", folder / "server.crt", folder / "server.key")
    now = datetime.now(UTC)

    def name(word: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, word)])

    def begun(word: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name(word))
            .issuer_name(name("Test authority"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
        )

    authority, server = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root = begun("Test authority", authority).add_extension(
        x509.BasicConstraints(ca=True, path_length=None), critical=True
    )
    # Python 3.13 trusts no certificate that does not name the key that vouches for it.
    own = x509.SubjectKeyIdentifier.from_public_key(authority.public_key())
    root = root.add_extension(own, critical=False).add_extension(_signs(), critical=True)
    places = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    leaf = begun("localhost", server).add_extension(
        x509.SubjectAlternativeName(places), critical=False
    )
    leaf = leaf.add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), critical=False
    )
    pem = serialization.Encoding.PEM
    made.authority.write_bytes(root.sign(authority, hashes.SHA256()).public_bytes(pem))
    made.server.write_bytes(leaf.sign(authority, hashes.SHA256()).public_bytes(pem))
    made.key.write_bytes(
        server.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return made


class Mosquitto:
    """A broker of one test. Without `users` everybody may do everything.

    Nothing outlives it on a disk: after `kill` or `stop` and `start` it has lost every retained and
    every queued message, as a broker does whose machine lost its power.
    """

    def __init__(
        self,
        folder: Path,
        users: Mapping[str, str] | None = None,
        *,
        rights: str = RIGHTS,
        tls: bool = False,
        more: str = "",
    ) -> None:
        """Prepare a broker in `folder`.

        Args:
            folder: for its files.
            users: each with the password.
            rights: what they may do, as an access list of Mosquitto.
            tls: whether it speaks TLS alone.
            more: lines of its configuration.
        """
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.certificates = certificates(folder) if tls else None
        lines = [f"listener {self.port} 127.0.0.1", "user root", "log_type all", "log_dest stderr"]
        if users is None:
            lines.append("allow_anonymous true")
        else:
            (folder / "acl").write_text(rights, "utf-8")
            (folder / "passwords").touch(0o600)
            lines += [
                "allow_anonymous false",
                f"password_file {folder}/passwords",
                f"acl_file {folder}/acl",
            ]
            for user, password in users.items():
                self.admit(user, password)
        if self.certificates is not None:
            made = self.certificates
            lines += [f"cafile {made.authority}", f"certfile {made.server}", f"keyfile {made.key}"]
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join([*lines, more, ""]), "utf-8")
        self.log: list[str] = []
        self._news = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def admit(self, user: str, password: str) -> None:
        """Give a user a password; a broker that runs knows it from its next start on."""
        subprocess.run(
            ["mosquitto_passwd", "-b", str(self.folder / "passwords"), user, password],
            check=True,
            capture_output=True,
        )

    def start(self) -> None:
        """Begin, or begin again on the same port; returns when it takes clients."""
        assert self._process is None
        before = len(self.log)
        self._process = subprocess.Popen(
            [PROGRAM, "-c", str(self._config)], stderr=subprocess.PIPE, text=True, errors="replace"
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,))
        self._reader.start()
        self.says("mosquitto version .* running", before)

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            with self._news:
                self.log.append(line.rstrip())
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def says(self, pattern: str, after: int = 0) -> str:
        """Wait for a line of its log, from line `after` on, that holds `pattern`."""

        def found() -> str | None:
            return next((line for line in self.log[after:] if re.search(pattern, line)), None)

        with self._news:
            self._news.wait_for(lambda: found() is not None or self._died(), PATIENCE_S)
            line = found()
        assert line is not None, "\n".join(self.log[-20:])
        return line

    def _died(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def kill(self) -> None:
        """End it without a word."""
        self._end(9)

    def stop(self) -> None:
        """End it in order."""
        self._end(15)

    def _end(self, signal: int) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stderr is not None
        assert self._reader is not None
        process.send_signal(signal)
        process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        process.stderr.close()

    def pause(self, *, on: bool) -> None:
        """Have it hang, or go on."""
        assert self._process is not None
        self._process.send_signal(19 if on else 18)


@dataclass(frozen=True)
class Heard:
    """A message as it came."""

    topic: str
    payload: bytes
    retained: bool


class Listener:
    """A client that notes what it hears, and says what it is told to."""

    def __init__(
        self,
        broker: Mosquitto,
        user: str = "",
        password: str = "",
        topics: Iterable[str] = ("#",),
        name: str = "",
    ) -> None:
        """Connect and listen; returns once the broker has taken the subscriptions."""
        self.heard: list[Heard] = []
        self._news = threading.Condition()
        self._ready = 0
        self._topics = tuple(topics)
        self.client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
        if user:
            self.client.username_pw_set(user, password)
        if broker.certificates is not None:
            self.client.tls_set(str(broker.certificates.authority))
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = self._hear_connect
        self.client.on_subscribe = self._hear_subscribe
        self.client.on_message = self._hear
        self.client.connect_async("127.0.0.1", broker.port, 30)
        self.client.loop_start()
        self.wait(lambda: self._ready > 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
        self.client.on_connect = self.client.on_subscribe = self.client.on_message = None

    def _hear_connect(
        self, client: Client, _: object, __: object, reason: Any, ___: object
    ) -> None:
        if not reason.is_failure:
            client.subscribe([(topic, 1) for topic in self._topics])

    def _hear_subscribe(self, *_: object) -> None:
        with self._news:
            self._ready += 1
            self._news.notify_all()

    def _hear(self, _: Client, __: object, message: Any) -> None:
        with self._news:
            self.heard.append(Heard(message.topic, bytes(message.payload), message.retain))
            self._news.notify_all()

    def wait(self, until: Callable[[], bool], patience: float = PATIENCE_S) -> None:
        """Wait until something is so; looked at after each message."""
        with self._news:
            assert self._news.wait_for(until, patience), self.heard[-10:]

    def hears(self, topic: str, payload: bytes | None = None, after: int = 0) -> Heard:
        """Wait for a message, from number `after` on."""

        def found() -> Heard | None:
            for each in self.heard[after:]:
                if each.topic == topic and payload in (None, each.payload):
                    return each
            return None

        self.wait(lambda: found() is not None)
        heard = found()
        assert heard is not None
        return heard

    def says(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something; returns once the broker has it, whether it may be said or not."""
        info = self.client.publish(topic, payload, 1, retain)
        info.wait_for_publish(PATIENCE_S)
        assert info.is_published()
