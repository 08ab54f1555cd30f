"""The kiosk's Flask application: every page is drawn from the door's newest `TableView`.

The stage element of the first page carries `data-screen` (`start`, `wait`, `table`, `alert`,
`confirm`, `result`, `over`), each card `data-card` (its code), `data-seq` and `data-seat`, so that
a test or a helper can read what people see.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from kiosk.replay.open_cards import FINDER
from kiosk.table.view import TableDoor
from kiosk.web import door as web_door
from kiosk.web import language, live, pin, server, stage
from kiosk.web.evening import backups, evening, names, replay, take_home
from kiosk.web.evening.evening import EveningService
from kiosk.web.phones import camera_pages
from kiosk.web.phones import pages as phone_pages
from kiosk.web.phones.desk import PhoneDesk
from kiosk.web.play import alert, call, check, laying, remark, score_pad, table
from kiosk.web.settings import Preferences, Serving
from kiosk.web.setup import (
    camera,
    clips,
    debug_view,
    decks,
    place,
    power,
    region,
    rows,
    sounds,
    strip,
)
from kiosk.web.setup import service as setup_service
from kiosk.web.setup.service import SetupService
from kiosk.web.stage import StageService
from kiosk.web.start import house_rules, menu, people, walk
from kiosk.web.start import service as start_service
from kiosk.web.start.service import StartService
from kiosk.web.static_files import own_files
from kiosk.web.swap import SESSION
from kiosk.web.templates import MAX_BODY, set_words
from kiosk.words.phones import PHONES


@dataclass(frozen=True, slots=True)
class Services:
    """What the pages work with, one service an area; each has a value that works without any."""

    preferences: Preferences = field(default_factory=Preferences)
    stage: StageService = field(default_factory=StageService)
    start: StartService = field(default_factory=StartService)
    setup: SetupService = field(default_factory=SetupService)
    evening: EveningService = field(default_factory=EveningService)


def create_app(
    door: TableDoor,
    serving: Serving | None = None,
    services: Services | None = None,
    desk: PhoneDesk | None = None,
) -> Flask:
    """Return the application that shows `door`'s table and hands it what people tap.

    `desk` is what the pages about phones, and the PIN, work with; None: there are none here.
    """
    serving, services = serving or Serving(), services or Services()
    app = Flask(__name__, static_folder=None)
    app.config.update(_config(serving))
    web_door.show(app, door, serving, services.preferences)
    app.extensions |= {
        stage.EXTENSION: replace(services.stage, before_play=services.start.before_play),
        start_service.EXTENSION: services.start,
        setup_service.EXTENSION: replace(
            services.setup, pluggable="camera" in services.start.swaps.possible
        ),
        evening.EXTENSION: services.evening,
        FINDER: services.evening.analyses,
        "streams": live.Streams(serving.streams, serving.heartbeat, serving.lifetime),
    }
    if desk is not None:
        app.extensions |= {phone_pages.EXTENSION: desk, pin.EXTENSION: desk.pin}
    app.wsgi_app = server.closing_files(app.wsgi_app)  # type: ignore[method-assign, assignment]
    CSRFProtect(app)
    web_door.register_taps(app, serving.double_tap)
    set_words(
        app,
        phones=None if desk is None else PHONES,
        look_on=phone_pages.reached,
        claims=serving.claims,
        room=services.start.room.words,
        round_over=services.start.round_over,
        next_round=services.start.seating_offer,
        rulings=services.evening.ruled,
        swaps=services.start.swaps,
        rest_ms=round(1000 * serving.double_tap),
    )
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=own_files().answer, methods=["GET"]
    )
    for blueprint in (
        table.bp,
        call.bp,
        score_pad.bp,
        people.bp,
        alert.bp,
        check.bp,
        laying.bp,
        remark.bp,
        evening.bp,
        take_home.bp,
        names.bp,
        live.bp,
        language.bp,
        region.bp,
        sounds.bp,
        strip.bp,
        replay.bp,
        walk.bp,
        house_rules.bp,
        menu.bp,
        phone_pages.bp,
        camera_pages.bp,
        pin.bp,
        camera.switch_bp,
        camera.bp,
        clips.bp,
        place.bp,
        power.bp,
        decks.bp,
        rows.bp,
        debug_view.bp,
    ):
        app.register_blueprint(blueprint)
    if services.evening.backups is not None:
        app.register_blueprint(backups.bp)
    app.after_request(server.harden)
    web_door.register_errors(app)
    return app


def _config(serving: Serving) -> dict[str, Any]:
    return {
        "SECRET_KEY": serving.secret_key,
        "SESSION_COOKIE_SAMESITE": "Strict",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_NAME": SESSION,
        "WTF_CSRF_TIME_LIMIT": None,
        "WTF_CSRF_SSL_STRICT": False,
        "MAX_CONTENT_LENGTH": MAX_BODY,
        "TRUSTED_HOSTS": list(serving.trusted_hosts),
        "LANGUAGE": serving.language,
        "BOOT": token_hex(4),
    }
