"""What the phone that is the camera is served: its page, the code, and where its pictures go.

An application of its own, by HTTPS, that knows no evening. One picture a request, and the answer
says what comes next: whether the camera may run, how large and how good the next picture is, and
when. So nothing queues on either side, and a phone that was lost goes on where it likes. Whoever is
not the one phone learns nothing but that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from http import HTTPStatus

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from engine.text import PlainError, Text
from kiosk.web import server
from kiosk.web.phones.camera_pairing import CameraPairing
from kiosk.web.phones.limits import Throttle
from kiosk.web.static_files import own_files
from kiosk.words import phone_camera as w
from vision.camera.phone import MOST_BYTES, PhoneLine, PhoneWord

COOKIE = "mehrkopf-camera"
KEPT_S = 90 * 24 * 3600
MOST_REQUESTS = 400
"""Of one address in ten seconds: more than twice the pictures ever asked for."""
_LONGEST_SECRET = 64
_JPEG = "image/jpeg"
_MOST_MS = 60_000
_PERMISSIONS = "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()"


@dataclass(frozen=True, slots=True)
class CameraSide:
    """What the phone's application works with."""

    line: PhoneLine
    pairing: CameraPairing
    heard: Callable[[PhoneWord], object] = bool
    """Is told how the phone is doing, with each of its words."""


def create_camera_app(side: CameraSide, hosts: tuple[str, ...]) -> Flask:
    """Return the application for the phone; it answers to these names and addresses alone."""
    app = Flask("kiosk", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, TRUSTED_HOSTS=list(hosts))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    files = own_files()

    @app.get("/")
    def page() -> ResponseReturnValue:
        return render_template("phones/camera_phone.html", words=w)

    @app.get("/static/<path:filename>", endpoint="static")
    def file(filename: str) -> Response:
        return files.answer(filename)

    @app.post("/pair")
    def pair() -> ResponseReturnValue:
        word = request.form.get("code", "")[:_LONGEST_SECRET]
        try:
            secret = side.pairing.redeem(word, request.remote_addr or "")
        except PlainError as error:
            return _said(error.text, HTTPStatus.FORBIDDEN)
        side.line.newcomer()
        answer = make_response(jsonify({}))
        answer.set_cookie(
            COOKIE, secret, max_age=KEPT_S, secure=True, httponly=True, samesite="Strict"
        )
        return answer

    @app.post("/picture")
    def picture() -> ResponseReturnValue:
        secret = request.cookies.get(COOKIE, "")
        if not secret:
            # Nothing is wrong yet: the page asks for the code.
            return make_response(jsonify({}), HTTPStatus.FORBIDDEN)
        if len(secret) > _LONGEST_SECRET or not side.pairing.known(secret):
            return _said(w.NOT_THIS_PHONE, HTTPStatus.FORBIDDEN)
        word = _word()
        order = asdict(side.line.hear(word))
        side.heard(word)
        body = request.get_data(cache=False)
        if not body:
            return jsonify(order)
        if request.mimetype != _JPEG:
            return _said(w.NOT_A_PICTURE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, order)
        try:
            side.line.take(body)
        except PlainError as error:
            return _said(error.text, HTTPStatus.BAD_REQUEST, order)
        return jsonify(order)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> ResponseReturnValue:
        too_much = isinstance(error, RequestEntityTooLarge)
        return _said(w.TOO_MUCH if too_much else w.NOT_UNDERSTOOD, HTTPStatus(error.code or 400))

    @app.after_request
    def harden(response: Response) -> Response:
        hardened = server.harden(response)
        if "Permissions-Policy" in hardened.headers:
            hardened.headers["Permissions-Policy"] = _PERMISSIONS
        return hardened

    app.wsgi_app = Throttle(app.wsgi_app, MOST_REQUESTS)  # type: ignore[method-assign, assignment]
    return app


def _said(text: Text, status: HTTPStatus, order: dict[str, object] | None = None) -> Response:
    return make_response(jsonify({**(order or {}), "de": text.de, "en": text.en}), status)


def _word() -> PhoneWord:
    """Read what the phone says of itself; what makes no sense was not said."""
    battery, took = _number("battery", 100), _number("took", _MOST_MS)
    charging, torch = _number("charging", 1), _number("torch", 1)
    return PhoneWord(
        battery=battery,
        charging=None if charging is None else charging == 1,
        torch=None if torch is None else torch == 1,
        refused=_number("refused", 1) == 1,
        took_ms=took,
    )


def _number(name: str, most: int) -> int | None:
    given = request.args.get(name, "")
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(most))):
        return None
    return min(int(given), most)
