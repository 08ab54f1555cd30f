"""The certificate of the page that a phone opens to be the camera, made here and signed by itself.

A browser gives its camera to a page that came by HTTPS alone. Nobody vouches for a device in a
pub, so it vouches for itself, and the browser says once that it knows nobody who does. Key and
certificate lie in one file of the data folder, readable by its owner alone; they go into no backup
and are made anew where they are damaged or have run out.
"""

from __future__ import annotations

import ipaddress
import logging
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.files import OWNER, write_whole
from kiosk.home.data_folder import Home, not_writable

LOG = logging.getLogger("mehrkopf.phones")

GOOD_FOR = timedelta(days=800)
"""Some phones take none that is good for longer than 825 days."""
_BEFORE = timedelta(days=1)
"""A phone's clock may be behind."""
_NAME = "Mehrkopf"


def secure(home: Home, places: Iterable[str], now: datetime | None = None) -> ssl.SSLContext:
    """Return what a server speaks TLS by, with the certificate of this data folder.

    `places` are names and addresses of this machine; one that is new makes no other certificate,
    for a phone that was told to trust this one would be warned again.

    Raises:
        PlainError: the data folder cannot be read or written.
    """
    moment = now or datetime.now(UTC)
    path = home.phone_camera
    try:
        if not _good(path, moment):
            write_whole(path, make(places, moment), OWNER)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(path)
    except OSError as error:
        raise not_writable(home.root, error) from error
    return context


def make(places: Iterable[str], now: datetime) -> bytes:
    """Return a new key and its certificate, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _NAME)])
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now - _BEFORE + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName([_place(each) for each in places]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def _place(place: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(place))
    except ValueError:
        return x509.DNSName(place)


def _good(path: Path, now: datetime) -> bool:
    """Whether there is a key with its certificate that holds now."""
    if not path.exists():
        return False
    try:
        body = path.read_bytes()
        certificate = x509.load_pem_x509_certificate(body)
        key = serialization.load_pem_private_key(body, None)
        matches = key.public_key() == certificate.public_key()
    except (ValueError, TypeError):
        LOG.warning("%s held no certificate and was made anew", path)
        return False
    return matches and certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc
