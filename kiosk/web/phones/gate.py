"""Phones that may work the table: a one-time code to get in, the PIN, a list of those that did.

The phone keeps a secret; the data folder keeps only its hash (readable by the owner alone). After a
restart, half a day without use, from another address, or once host mode was switched off, a phone
that is on the list gives the PIN once more.

The gate is a WSGI application in front of the kiosk's own, not a check inside it: a page that was
forgotten there is locked all the same.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from hmac import compare_digest
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect
from werkzeug.http import parse_cookie

from engine.text import PlainError, Text
from kiosk.table.view import TableDoor
from kiosk.web import door as web_door
from kiosk.web import server
from kiosk.web.phones.guest_app import GuestWindow
from kiosk.web.phones.guest_pages import choose_language
from kiosk.web.phones.limits import Throttle
from kiosk.web.pin import HostPin, Tries, refuse_while_locked, same, write_private
from kiosk.web.settings import Preferences, Serving
from kiosk.web.static_files import own_files
from kiosk.web.templates import MAX_BODY, set_words
from kiosk.words import phones as w

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOG = logging.getLogger("mehrkopf.phones")

CODE_S = 60.0
"""Seconds a code is good for."""
MOST_GUESSES = 30
"""Wrong codes, of all phones, after which a code that is shown gives way to another. One phone that
guesses does not come so far within its minute."""
CODE_WITHOUT_SCREEN_S = 15 * 60.0
"""Where it has to be read from a log."""
TICKET_S = 5 * 60.0
"""Seconds for the PIN after a right code."""
IDLE_S = 12 * 3600.0
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that look alike."""
_HALF = 4
_MOST_PHONES = 12


@dataclass(frozen=True, slots=True)
class Code:
    """A one-time code, shown in two halves."""

    word: str
    until: float
    shown: bool = True
    """Whether it is on the table's screen; else somebody read it in a log."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone on the list."""

    id: str
    name: str
    since: str
    """The day it was added, as people read it."""
    hash: str


class Pairings:
    """Who may work the table from a phone.

    Args:
        path: where the list is kept.
        pin: the host's PIN.
        today: tells the day.
        clock: seconds, ever growing.
    """

    def __init__(
        self,
        path: Path,
        pin: HostPin,
        today: Callable[[], str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.pin = pin
        self._path = path
        self._today = today
        self._clock = clock
        self._gate = Lock()
        self._code: Code | None = None
        self._laid_ready: str | None = None
        self._guesses = Tries(clock)
        self._wrong = 0
        """Wrong codes since the one that is good now was made."""
        self._tickets: dict[str, float] = {}
        self._seen: dict[str, tuple[float, str]] = {}
        """When and from which address each phone was here last."""
        self._phones, self._used = _read(path)

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The phones on the list."""
        return tuple(self._phones)

    def lay_ready(self, code: str) -> bool:
        """Accept a code from a file once; False where it was used already."""
        with self._gate:
            self._laid_ready = None if hashed(plain(code)) in self._used else plain(code)
            return self._laid_ready is not None

    def new_code(self, seconds: float = CODE_S) -> Code:
        """Make a code; the one before is good no more."""
        with self._gate:
            self._code = Code(some_word(), self._clock() + seconds, seconds <= CODE_S)
            self._wrong = 0
            return self._code

    def code(self) -> tuple[Code, int] | None:
        """Return the code that is good now, and for how many seconds."""
        with self._gate:
            if self._code is None or self._code.until <= self._clock():
                return None
            return self._code, int(self._code.until - self._clock())

    def redeem(self, word: str, address: str = "") -> str:
        """Take a code; returns a ticket, good for choosing or giving the PIN.

        A code of ours is right whoever else guessed: nobody guesses eight signs in a minute. One
        that a person thought up might be guessed: for that each address waits after wrong ones.

        Raises:
            PlainError: the code is wrong, old or used, or there were too many guesses.
        """
        with self._gate:
            if self._takes(plain(word), ready=self._guesses.waits(address) == 0):
                self._guesses.right(address)
                return self._ticket()
            refuse_while_locked(self._guesses, address)
            self._guesses.wrong(address)
            self._count_wrong()
            raise PlainError(w.WRONG_CODE)

    def _count_wrong(self) -> None:
        """Show another code where many were guessed; the page that shows it looks anew."""
        self._wrong += 1
        if self._code is not None and self._code.shown and self._wrong >= MOST_GUESSES:
            self._code = Code(some_word(), self._clock() + CODE_S)
            self._wrong = 0

    def _takes(self, word: str, *, ready: bool) -> bool:
        code = self._code
        good = code is not None and code.until > self._clock()
        if code is not None and good and compare_digest(word.encode(), plain(code.word).encode()):
            self._code = None
            return True
        laid = self._laid_ready if ready else None
        if laid is not None and compare_digest(word.encode(), laid.encode()):
            self._laid_ready = None
            self._used.append(hashed(laid))
            self._save()
            return True
        return False

    def _ticket(self) -> str:
        ticket, now = secrets.token_urlsafe(32), self._clock()
        self._tickets = {each: until for each, until in self._tickets.items() if until > now}
        self._tickets[hashed(ticket)] = now + TICKET_S
        return ticket

    def has_ticket(self, ticket: str) -> bool:
        """Tell whether the phone may choose or give the PIN now."""
        with self._gate:
            return self._tickets.get(hashed(ticket), 0.0) > self._clock()

    def enter(self, ticket: str, digits: str, name: str, address: str = "") -> str:
        """Put a phone with a ticket and the right PIN on the list; returns its secret.

        Where there is no PIN yet, `digits` become it.

        Raises:
            PlainError: no ticket, or the PIN is wrong.
        """
        if not self.has_ticket(ticket):
            raise PlainError(w.TOO_LATE)
        if self.pin.is_set:
            self.pin.check(digits, hashed(ticket))
        else:
            self.pin.choose(digits)
        with self._gate:
            self._tickets.pop(hashed(ticket), None)
            secret = secrets.token_urlsafe(32)
            phone = Phone(secrets.token_hex(4), name, self._today(), hashed(secret))
            self._phones = [*self._phones, phone][-_MOST_PHONES:]
            self._seen[phone.id] = self._clock(), address
            self._save()
            return secret

    def known(self, secret: str) -> Phone | None:
        """Return the phone this secret belongs to, None where it is on no list."""
        found = hashed(secret)
        return next((each for each in self._phones if compare_digest(each.hash, found)), None)

    def awake(self, phone: Phone, address: str = "") -> bool:
        """Tell whether a phone may go on without its PIN, and note that it was used.

        From another address it may not: its secret may have been read along in the network.
        """
        with self._gate:
            now = self._clock()
            seen, where = self._seen.get(phone.id, (-IDLE_S, ""))
            if now - seen >= IDLE_S or where != address:
                return False
            self._seen[phone.id] = now, address
            return True

    def wake(self, phone: Phone, digits: str, address: str = "") -> None:
        """Let a phone on the list go on after its PIN.

        Raises:
            PlainError: it is wrong.
        """
        self.pin.check(digits, f"{phone.id} {address}")
        with self._gate:
            self._seen[phone.id] = self._clock(), address

    def all_asleep(self) -> None:
        """Ask every phone for its PIN again; no code shown, and nobody on the way in, is good."""
        with self._gate:
            self._code = None
            self._tickets.clear()
            self._seen.clear()

    def revoke(self, id_: str) -> None:
        """Take a phone off the list; one that is not on it changes nothing."""
        with self._gate:
            self._phones = [each for each in self._phones if each.id != id_]
            self._save()

    def _save(self) -> None:
        kept = [
            {"id": each.id, "name": each.name, "since": each.since, "hash": each.hash}
            for each in self._phones
        ]
        write_private(self._path, json.dumps({"phones": kept, "used": self._used}).encode())


def some_word() -> str:
    """Return a new code in two halves."""
    signs = "".join(secrets.choice(_SIGNS) for _ in range(2 * _HALF))
    return f"{signs[:_HALF]}-{signs[_HALF:]}"


def plain(code: str) -> str:
    """Return a code as it is compared: without what people put between, in capitals."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def hashed(word: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


def read_phones(path: Path) -> tuple[list[Phone], list[str]]:
    """Return the phones of a list, and the codes that were used.

    Raises:
        OSError: it cannot be read.
        ValueError, KeyError, TypeError: it is no such list.
    """
    data = json.loads(path.read_text("utf-8"))
    return [_phone_of(**each) for each in data["phones"]], [str(each) for each in data["used"]]


_HEX = re.compile("[0-9a-f]+")


def _phone_of(**said: str) -> Phone:
    """Return a phone of the list; its hash is compared with every request."""
    phone = Phone(**said)
    if not all(isinstance(each, str) for each in astuple(phone)):
        raise ValueError("a phone is told by words")
    if not (_HEX.fullmatch(phone.hash) and _HEX.fullmatch(phone.id)):
        raise ValueError(phone.id)
    return phone


def _read(path: Path) -> tuple[list[Phone], list[str]]:
    """Read the list; a damaged one counts as empty, so that nobody gets in by it."""
    try:
        return read_phones(path)
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        LOG.warning("the list of phones %s is damaged; all have to be added anew", path)
        return [], []


COOKIE = "mehrkopf-phone"
TICKET = "mehrkopf-ticket"
KEPT_S = 90 * 24 * 3600
"""Seconds a phone keeps its secret; the PIN is asked for after half a day all the same."""
_LONGEST_NAME = 20
_LONGEST_SECRET = 64

bp = Blueprint("gate", __name__)


class Gate:
    """Lets phones on the list through to `kiosk`; all else is answered by the gate's own pages."""

    def __init__(self, kiosk: WSGIApplication, gate: WSGIApplication, pairings: Pairings) -> None:
        self._kiosk = kiosk
        self._gate = gate
        self._pairings = pairings

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        phone = self._phone(environ)
        if phone is not None and self._pairings.awake(phone, environ.get("REMOTE_ADDR", "")):
            environ["mehrkopf.phone"] = phone.id
            environ["mehrkopf.banned"] = lambda: phone not in self._pairings.phones
            return self._kiosk(environ, start)
        return self._gate(environ, start)

    def _phone(self, environ: WSGIEnvironment) -> Phone | None:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        secret = cookies.get(COOKIE, "")
        return self._pairings.known(secret) if 0 < len(secret) <= _LONGEST_SECRET else None


def create_gate_app(
    door: TableDoor, pairings: Pairings, serving: Serving, preferences: Preferences
) -> Flask:
    """Return the pages before the gate: the code, then the PIN."""
    app = Flask("kiosk", static_folder=None)
    app.config.update(
        SECRET_KEY=serving.secret_key,
        SESSION_COOKIE_NAME="mehrkopf-gate",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        MAX_CONTENT_LENGTH=MAX_BODY,
        TRUSTED_HOSTS=list(serving.trusted_hosts),
        LANGUAGE=serving.language,
        BOOT=token_hex(4),
    )
    web_door.show(app, GuestWindow(door), serving, preferences)
    app.extensions["pairings"] = pairings
    CSRFProtect(app)
    set_words(app)
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=own_files().answer, methods=["GET"]
    )
    app.before_request(choose_language)
    app.register_blueprint(bp)
    app.after_request(server.harden)
    web_door.register_errors(app)
    app.wsgi_app = Throttle(app.wsgi_app)  # type: ignore[method-assign, assignment]
    return app


def _pairings() -> Pairings:
    return cast(Pairings, current_app.extensions["pairings"])


@bp.get("/pair")
def pair() -> ResponseReturnValue:
    """Ask for the code, or for the PIN of a phone that is on its way in."""
    return _page()


@bp.get("/")
@bp.get("/<path:anywhere>")
def anywhere(anywhere: str = "") -> ResponseReturnValue:
    """Lead whoever is not let in to the gate."""
    return redirect("/pair", code=HTTPStatus.SEE_OTHER)


@bp.post("/pair")
def give_code() -> ResponseReturnValue:
    """Take the one-time code."""
    try:
        code = request.form.get("code", "")[:_LONGEST_SECRET]
        ticket = _pairings().redeem(code, request.remote_addr or "")
    except PlainError as error:
        return _page(error.text)
    response = redirect("/pair", code=HTTPStatus.SEE_OTHER)
    return _with_cookie(cast(Response, response), TICKET, ticket, None)


@bp.post("/pin")
def give_pin() -> ResponseReturnValue:
    """Take the PIN, or the host's choice of one."""
    digits, again = request.form.get("pin", ""), request.form.get("again")
    phone = _phone()
    try:
        if phone is not None:
            _pairings().wake(phone, digits, request.remote_addr or "")
            return redirect("/", code=HTTPStatus.SEE_OTHER)
        same(digits, again)
        name = _name(request.form.get("name", ""))
        ticket = request.cookies.get(TICKET, "")
        secret = _pairings().enter(ticket, digits, name, request.remote_addr or "")
    except PlainError as error:
        return _page(error.text)
    response = cast(Response, redirect("/", code=HTTPStatus.SEE_OTHER))
    response.delete_cookie(TICKET, httponly=True, samesite="Strict")
    return _with_cookie(response, COOKIE, secret, KEPT_S)


def _with_cookie(response: Response, name: str, value: str, seconds: int | None) -> Response:
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Strict")
    return response


def _phone() -> Phone | None:
    return _pairings().known(request.cookies.get(COOKIE, ""))


def _name(typed: str) -> str:
    seen = "".join(sign for sign in typed if sign.isprintable()).strip()
    return seen[:_LONGEST_NAME] or w.SOME_PHONE.in_language(g.language)


def _page(wrong: Text | None = None) -> Response:
    """Return the gate as this phone has to see it."""
    known = _phone()
    ticket = known is None and _pairings().has_ticket(request.cookies.get(TICKET, ""))
    page = render_template(
        "phones/gate.html",
        step="pin" if known is not None or ticket else "code",
        choose=ticket and not _pairings().pin.is_set,
        new=known is None,
        code=request.args.get("code", "")[:_LONGEST_SECRET],
        wrong=wrong,
    )
    return make_response(page, HTTPStatus.OK if wrong is None else HTTPStatus.CONFLICT)
