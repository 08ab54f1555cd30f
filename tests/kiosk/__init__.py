"""Tests of `kiosk`."""
