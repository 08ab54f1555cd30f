"""The evening's pages: standings, deals, course, earlier evenings (KIOSK screens 6 and 7)."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from kiosk.days import iso_day
from kiosk.exports import page_words as p
from kiosk.exports import screens
from kiosk.exports.certificate import certificate
from kiosk.exports.which import archive, chosen
from kiosk.pages import stage
from kiosk.pages.door import refuse, the_door
from kiosk.pages.language import language

bp = Blueprint("evening", __name__)


@bp.get("/scores")
def scores() -> ResponseReturnValue:
    """Show who stands where."""
    found = chosen()
    return stage.sub_page("exports/scores.html", found.view, screens.scores_page(found))


@bp.get("/deals")
def deals() -> ResponseReturnValue:
    """List the deals and the changes by hand, the newest first."""
    found = chosen()
    return stage.sub_page("exports/deals.html", found.view, screens.deals_page(found))


@bp.get("/deals/<name>")
def deal(name: str) -> ResponseReturnValue:
    """Show one finished deal: its result, and where its replay is."""
    found = chosen()
    shown = screens.deal_page(found, name)
    if shown is None:
        refuse(p.NO_SUCH_DEAL, 404)
    return stage.sub_page("exports/deal.html", found.view, shown)


@bp.get("/evening")
def evening() -> ResponseReturnValue:
    """Show everybody's balance over the deals, and what settles the evening."""
    found = chosen()
    return stage.sub_page(
        "exports/evening.html", found.view, screens.course_page(found, language())
    )


@bp.get("/evenings")
def evenings() -> ResponseReturnValue:
    """List the evenings of the journal."""
    found = chosen()
    shown = screens.evenings_page(found, archive().tell(screens.evening_line))
    return stage.sub_page("exports/evenings.html", the_door().view(), shown)


@bp.get("/certificate/<name>")
def sie(name: str) -> ResponseReturnValue:
    """Show the certificate of a Sie, to print and frame."""
    found = chosen()
    done = next((each for each in found.view.state.finished if each.id == name), None)
    if done is None:
        refuse(p.NO_SUCH_DEAL, 404)
    head = archive().head(found.view.state)
    day = next((iso_day(line.at) for line in found.book().deals if line.deal is done), "")
    shown = certificate(done, day or iso_day(found.began), head)
    if shown is None:
        refuse(p.NO_SIE, 404)
    back = f"/deals/{done.id}{found.query}"
    return render_template("exports/certificate.html", screen=shown, back=back)
