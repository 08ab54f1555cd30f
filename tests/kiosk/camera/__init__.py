"""Tests of `kiosk/camera`: eyes, what is measured of a camera, enrolment and recordings."""
