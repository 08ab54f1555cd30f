"""The certificate for the phone that is the camera: its owner's alone, kept, and made anew."""

from __future__ import annotations

import logging
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from engine.text import PlainError
from kiosk.exports.backup import back_up, read_backup
from kiosk.home.certificate import GOOD_FOR, secure
from kiosk.home.data_folder import Home

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PLACES = ("192.0.2.7", "stammtisch.local", "127.0.0.1")


def test_it_is_the_owners_alone_and_stays(tmp_path: Path) -> None:
    home = Home(tmp_path)
    secure(home, PLACES, NOW)
    assert home.phone_camera.stat().st_mode & 0o777 == 0o600
    first = home.phone_camera.read_bytes()
    assert isinstance(secure(home, ("192.0.2.99",), NOW + timedelta(days=700)), ssl.SSLContext)
    assert home.phone_camera.read_bytes() == first
    certificate = x509.load_pem_x509_certificate(first)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(each.value) for each in names] == list(PLACES)
    assert certificate.not_valid_before_utc < NOW
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc == GOOD_FOR


def test_one_that_has_run_out_is_made_anew(tmp_path: Path) -> None:
    home = Home(tmp_path)
    secure(home, PLACES, NOW)
    first = home.phone_camera.read_bytes()
    secure(home, PLACES, NOW + GOOD_FOR)
    assert home.phone_camera.read_bytes() != first


@pytest.mark.parametrize("spoil", [lambda body: b"", lambda body: body[:200]])
def test_a_damaged_one_is_made_anew_and_said(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    spoil: object,
) -> None:
    home = Home(tmp_path)
    secure(home, PLACES, NOW)
    assert callable(spoil)
    home.phone_camera.write_bytes(spoil(home.phone_camera.read_bytes()))
    with caplog.at_level(logging.WARNING):
        secure(home, PLACES, NOW)
    assert "made anew" in caplog.text
    assert b"BEGIN CERTIFICATE" in home.phone_camera.read_bytes()


def test_a_key_that_is_not_the_certificates_is_made_anew(tmp_path: Path) -> None:
    one, other = Home(tmp_path / "one"), Home(tmp_path / "other")
    for home in (one, other):
        home.prepare()
        secure(home, PLACES, NOW)
    key = one.phone_camera.read_bytes().partition(b"-----BEGIN CERT")[0]
    mixed = key + b"-----BEGIN CERT" + other.phone_camera.read_bytes().partition(b"BEGIN CERT")[2]
    one.phone_camera.write_bytes(mixed)
    secure(one, PLACES, NOW)
    assert one.phone_camera.read_bytes() != mixed


def test_a_folder_that_takes_nothing_is_said(tmp_path: Path) -> None:
    home = Home(tmp_path / "gone")
    with pytest.raises(PlainError, match="cannot be written"):
        secure(home, PLACES, NOW)


def test_neither_it_nor_the_phones_mark_goes_into_a_backup(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    secure(home, PLACES, NOW)
    home.phone_paired.write_text("0" * 64)
    home.settings_toml.write_text('chosen = "phone"\n')
    made = back_up(home, tmp_path / "made.zip", NOW, "1.0.0")
    assert list(read_backup(made).files) == ["settings.toml"]
