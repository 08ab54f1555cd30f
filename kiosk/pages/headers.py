"""Response headers of every page: nothing from elsewhere, framed nowhere (KIOSK section 5)."""

from __future__ import annotations

from flask import Response, request

POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def harden(response: Response) -> Response:
    """Add the security headers; pages are never cached, files are."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response
