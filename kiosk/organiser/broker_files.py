"""Everything a broker for a tournament needs, written into a folder: rights, passwords, TLS.

`broker` goes to the machine of the broker, of `tables` one folder to each table, and the rest stays
with the organiser. Written again with more tables, what is there already goes on to hold: nobody
needs another password or certificate authority.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.files import write_whole
from engine.text import PlainError, Text, os_reason
from kiosk.exchange.topics import PREFIX, TOLD, Topics
from kiosk.organiser.line import USER

PORT = 8883
"""Of MQTT over TLS, as it is registered."""
BROKER_FOLDER = "/etc/mosquitto/mehrkopf"
"""Where the broker's machine, or its container, has the folder `broker`."""
SETTINGS = "organiser.toml"
_OWNER, _ALL = 0o600, 0o644
_AUTHORITY_DAYS, _SERVER_DAYS = 3650, 1825
_ITERATIONS, _SALT_BYTES, _HASH_BYTES = 101, 12, 64
"""Of Mosquitto's password files; the passwords themselves are random and long."""
_NO_HOST = Text(
    de="Ein Broker braucht wenigstens eine Adresse, unter der die Tische ihn finden.",
    en="A broker needs at least one address where the tables find it.",
)
_BAD_HOST = Text(
    de="„{host}“ ist weder eine IP-Adresse noch ein Rechnername.",
    en='"{host}" is neither an IP address nor the name of a computer.',
)
_NOT_WRITTEN = Text(
    de="Unter {folder} lässt sich nicht schreiben ({why}); bitte einen anderen Ordner nennen.",
    en="Nothing can be written to {folder} ({why}); please name another folder.",
)
_BAD_KEY = Text(
    de="Der Schlüssel {file} ist nicht lesbar; bitte ihn aus einer Sicherung holen, oder ihn "
    "löschen und allen Tischen das neue Zertifikat geben.",
    en="The key {file} cannot be read; please get it from a backup, or delete it and give all "
    "tables the new certificate.",
)
_Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True, slots=True)
class Plan:
    """What the broker is for."""

    tables: tuple[str, ...]
    hosts: tuple[str, ...]
    """Addresses by which tables reach it, the first as they are told."""
    port: int = PORT
    at: str = BROKER_FOLDER

    def __post_init__(self) -> None:
        """Refuse addresses that cannot stand in a certificate.

        Raises:
            PlainError: which.
        """
        if not self.hosts:
            raise PlainError(_NO_HOST)
        for table in self.tables:
            Topics(table)
        for host in self.hosts:
            _place(host)


@dataclass(frozen=True, slots=True)
class BrokerFiles:
    """Where everything is, below the organiser's folder."""

    folder: Path

    @property
    def broker(self) -> Path:
        """What the broker's machine gets."""
        return self.folder / "broker"

    @property
    def config(self) -> Path:
        """The broker's configuration."""
        return self.broker / "mosquitto.conf"

    @property
    def rights(self) -> Path:
        """Its access list."""
        return self.broker / "rights"

    @property
    def passwords(self) -> Path:
        """Its users, without a password in plain text."""
        return self.broker / "passwords"

    @property
    def authority(self) -> Path:
        """By what the broker is known."""
        return self.broker / "ca.crt"

    @property
    def certificate(self) -> Path:
        """The broker's own certificate."""
        return self.broker / "server.crt"

    @property
    def key(self) -> Path:
        """Its key."""
        return self.broker / "server.key"

    @property
    def authority_key(self) -> Path:
        """With which certificates are made; it stays with the organiser."""
        return self.folder / "ca.key"

    @property
    def settings(self) -> Path:
        """The organiser's own line to the broker."""
        return self.folder / SETTINGS

    @property
    def password(self) -> Path:
        """The organiser's own password."""
        return self.folder / "organiser-password"

    def table(self, table: str) -> Path:
        """Return what one table gets."""
        return self.folder / "tables" / table


def write_broker(folder: Path, plan: Plan) -> BrokerFiles:
    """Write everything, and return where it is.

    Raises:
        PlainError: it cannot be written, or what is there cannot be read.
    """
    files = BrokerFiles(folder)
    try:
        _write(files, plan)
    except OSError as error:
        raise PlainError(_NOT_WRITTEN.format(folder=folder, why=os_reason(error))) from error
    return files


def _write(files: BrokerFiles, plan: Plan) -> None:
    for each in (files.folder, files.broker, *(files.table(name) for name in plan.tables)):
        each.mkdir(parents=True, exist_ok=True, mode=0o700)
    authority, key = _authority(files)
    _server(files, plan, authority, key)
    users = {USER: _password(files.password)}
    pem = files.authority.read_bytes()
    for name in plan.tables:
        place = files.table(name)
        users[name] = _password(place / "mqtt-password")
        write_whole(place / "mqtt-ca.crt", pem, _ALL)
        write_whole(place / "mqtt.toml", _table_section(name, plan), _ALL)
    write_whole(files.passwords, "".join(map(_hashed, users, users.values())), _OWNER)
    write_whole(files.rights, rights(), _OWNER)
    write_whole(files.config, config(plan), _ALL)
    if not files.settings.exists():
        write_whole(files.settings, _settings(files, plan), _OWNER)


def config(plan: Plan) -> str:
    """Return the broker's configuration."""
    at = plan.at
    return f"""\
# Der Broker eines Turniers, von „mehrkopf tournament broker“ geschrieben.
# A tournament's broker, written by "mehrkopf tournament broker".
# Der Ordner gehört nach {at}; liegt er woanders, bitte die Pfade hier ändern.
# The folder belongs in {at}; where it lies elsewhere, please change the paths here.
listener {plan.port}
cafile {at}/ca.crt
certfile {at}/server.crt
keyfile {at}/server.key
tls_version tlsv1.2
allow_anonymous false
password_file {at}/passwords
acl_file {at}/rights
max_queued_messages 20000
message_size_limit 300000
"""


def rights() -> str:
    """Return the access list: a table speaks below its own name alone."""
    said = "".join(f"pattern write {PREFIX}/%u/{what}\n" for what in TOLD)
    return f"""\
{said}pattern read {PREFIX}/%u/to/#

user {USER}
topic read {PREFIX}/+/+
topic write {PREFIX}/+/to/#
"""


def _table_section(name: str, plan: Plan) -> str:
    return f"""\
[mqtt]
host = "{plan.hosts[0]}"
port = {plan.port}
table = "{name}"
password_file = "mqtt-password"
ca_file = "mqtt-ca.crt"
"""


def _settings(files: BrokerFiles, plan: Plan) -> str:
    return f"""\
# Ohne diese Zeile liegt alles in einer Datei in diesem Ordner.
# Without this line everything is in one file in this folder.
# database = "postgresql:///mehrkopf"

[mqtt]
host = "{plan.hosts[0]}"
port = {plan.port}
user = "{USER}"
password_file = "{files.password.name}"
ca_file = "{files.authority.relative_to(files.folder)}"
"""


def _password(file: Path) -> str:
    """Return the password in a file, made where there is none."""
    if not file.exists():
        write_whole(file, secrets.token_urlsafe(18) + "\n", _OWNER)
    return file.read_text("utf-8").strip()


def _hashed(user: str, password: str) -> str:
    """Return a line of Mosquitto's password file (PBKDF2 with SHA-512, `mosquitto_passwd(1)`)."""
    salt = secrets.token_bytes(_SALT_BYTES)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS, _HASH_BYTES)
    words = (base64.b64encode(each).decode() for each in (salt, made))
    return f"{user}:$7${_ITERATIONS}${'$'.join(words)}\n"


def _authority(files: BrokerFiles) -> tuple[x509.Certificate, _Key]:
    """Return the certificate authority, made where there is none."""
    if files.authority_key.exists() and files.authority.exists():
        try:
            key = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
            made = x509.load_pem_x509_certificate(files.authority.read_bytes())
        except ValueError as error:
            raise PlainError(_BAD_KEY.format(file=files.authority_key)) from error
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return made, key
        raise PlainError(_BAD_KEY.format(file=files.authority_key))
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("mehrkopf tournament")
    made = (
        _begun(name, name, key, _AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_use(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    write_whole(files.authority_key, _private(key), _OWNER)
    write_whole(files.authority, made.public_bytes(serialization.Encoding.PEM), _ALL)
    return made, key


def _server(files: BrokerFiles, plan: Plan, authority: x509.Certificate, signer: _Key) -> None:
    """Write the broker's certificate for its addresses."""
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _begun(_name(plan.hosts[0]), authority.subject, key, _SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_use(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_places(plan.hosts)), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()),
            critical=False,
        )
        .sign(signer, hashes.SHA256())
    )
    write_whole(files.key, _private(key), _OWNER)
    write_whole(files.certificate, made.public_bytes(serialization.Encoding.PEM), _ALL)


def _begun(subject: x509.Name, issuer: x509.Name, key: _Key, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A table without a clock chip may be some days behind.
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now + timedelta(days=days))
    )


def _name(word: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, word[:64])])


def _use(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _places(hosts: Sequence[str]) -> list[x509.GeneralName]:
    return [_place(host) for host in dict.fromkeys(hosts)]


def _place(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        pass
    plain = host.replace("-", "").replace(".", "")
    if not (plain.isascii() and plain.isalnum()) or len(host) > 253:
        raise PlainError(_BAD_HOST.format(host=host))
    return x509.DNSName(host)


def _private(key: _Key) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
