"""Page and form of cards laid by touch: one tap a card, on a grid that stays open.

Where no camera looks the grid stays until the table has something else to show (an alert, a
question, the end of the deal); where one does it closes after the card that was missed. A card
that was entered before in this deal is said as that and asked about: one of the two was a slip of
the finger. Of the cards that are gone the page says nothing else (DESIGN 8).
"""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card
from engine.text import Text
from kiosk.screens import facts
from kiosk.screens import laying as screens
from kiosk.screens import table as table_screen
from kiosk.screens.facts import DealFacts
from kiosk.table.commands import LayCard
from kiosk.table.orders import is_over
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import by_script, go, the_door
from kiosk.web.play.check import card_of
from kiosk.words import pages as m

bp = Blueprint("laying", __name__)


@bp.get("/lay")
def ask() -> ResponseReturnValue:
    """Show the deck, and who lays the next card; the table where no card can be laid.

    A page that stood open while the program was restarted leads to the question how it goes on.
    """
    view = the_door().view()
    deal = _running(view)
    asks = stage.screen_of(view)[0] == "start/resume.html"
    return redirect("/", code=303) if deal is None or asks else _show(view, deal)


@bp.post("/lay")
def lay() -> ResponseReturnValue:
    """Record a card; tapped twice it is laid once, and one entered before is asked about."""
    door, form = the_door(), request.form
    view = door.view()
    deal = _running(view)
    if deal is None:
        return go("/")
    card = card_of(deal)
    if screens.lies(deal, card):
        return _onwards(view)
    if form.get("laid", str(len(deal.record.plays))) != str(len(deal.record.plays)):
        return _again(view, deal, note=m.TAPPED_TOO_SOON)
    if screens.entered_before(deal, card) and "sure" not in form:
        return _again(view, deal, card)
    door.do(LayCard(card))
    return _onwards(door.view())


def _running(view: TableView) -> DealFacts | None:
    """Return the deal in which a card can be laid."""
    deal = facts.running_deal(view)
    return None if deal is None or is_over(deal.deal) else deal


def _onwards(view: TableView) -> ResponseReturnValue:
    """Go on to the next card, or to the table where that is what people have to see now."""
    watched = view.source != "none" and not (facts.camera(view).bad or view.camera.off)
    template, _ = stage.screen_of(view)
    quiet = template == "table.html" and table_screen.ask(view) is None
    if watched or not quiet or _running(view) is None:
        return go("/")
    return redirect("/lay", code=303)


def _again(
    view: TableView, deal: DealFacts, card: Card | None = None, note: Text | None = None
) -> ResponseReturnValue:
    # A script shows no page that is answered with an error.
    return make_response(_show(view, deal, card, note), 200 if by_script() else 409)


def _show(
    view: TableView, deal: DealFacts, card: Card | None = None, note: Text | None = None
) -> str:
    return stage.sub_page("lay.html", view, screens.lay(view, deal, card, note))
