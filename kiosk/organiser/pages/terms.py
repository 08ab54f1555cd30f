"""The terms of the tournament: what is played, how long, for what; and what was turned away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from engine.games import GAMES, game
from engine.text import LANGUAGES, PlainError, Text
from kiosk.organiser.list_modes import LIST_MODES, ListMode, list_mode
from kiosk.organiser.pages.frame import desk, to, typed, whole
from kiosk.organiser.tournament import Prize, TieBreak
from kiosk.words import organiser as w

bp = Blueprint("terms", __name__)

_PRIZE = Text(
    de="„{line}“ ist kein Preis; erwartet wird je Zeile „Platz;Euro;Worte“, zum Beispiel "
    "„1;200;Schinken“.",
    en='"{line}" is not a prize; each line is "place;euros;words", for example "1;200;ham".',
)


@bp.get("/terms")
def terms() -> str:
    """Show the terms."""
    tournament = desk().tournament
    return render_template(
        "terms.html",
        modes=[(key, _told(mode)) for key, mode in LIST_MODES.items()],
        games=[(name, each.title) for name, each in GAMES.items()],
        ties=TieBreak,
        tie_ways=[("", w.NO_MORE), *((tie.value, w.TIES[tie.value]) for tie in TieBreak)],
        begun=any(plan.begun for plan in desk().rounds),
        prizes="\n".join(
            f"{prize.place};{_euros(prize.cents)};{prize.words}".rstrip(";")
            for prize in tournament.prizes
        ),
        fee=_euros(tournament.fee),
        refusals=desk().refusals(),
        came_again=_came_again(desk().repeated()),
    )


@bp.post("/terms")
def change() -> ResponseReturnValue:
    """Change the terms; what decides how deals count stays once a round has begun."""
    before = desk().tournament
    known = {tie.value: tie for tie in TieBreak}
    ties = tuple(known[word] for word in request.form.getlist("ties") if word in known)
    terms = replace(
        before,
        title=typed("title"),
        minutes=whole(typed("minutes") or "0"),
        fee=_cents(typed("fee") or "0"),
        prizes=_prizes(request.form.get("prizes", "")),
        ties=ties,
        names=typed("names") == "1",
    )
    if not any(plan.begun for plan in desk().rounds):
        terms = replace(
            terms,
            game=_game(typed("game")),
            mode=list_mode(typed("mode")).key,
            rounds=whole(typed("rounds")),
            deals=whole(typed("deals") or "0"),
        )
    desk().set_terms(terms)
    return to("/terms")


@bp.post("/terms/journal")
def admit() -> ResponseReturnValue:
    """Take a table's round from another journal from now on."""
    desk().admit_journal(typed("table"), whole(typed("round")), typed("journal"))
    return to("/terms")


def _came_again(repeated: Mapping[str, int]) -> Text | None:
    """Write what came again and from which tables; None where nothing did."""
    if not repeated:
        return None
    de, en = (
        ", ".join(
            f"{w.TABLE_N.format(table=table).in_language(language)}: {times}"
            for table, times in sorted(repeated.items())
        )
        for language in LANGUAGES
    )
    return w.CAME_AGAIN.format(n=sum(repeated.values()), tables=Text(de=de, en=en))


def _told(mode: ListMode) -> Text:
    return Text(
        de=f"{mode.name.de}: {mode.meaning.de}",
        en=f"{mode.name.en}: {mode.meaning.en}",
    )


def _game(name: str) -> str:
    game(name)
    return name


def _prizes(text: str) -> tuple[Prize, ...]:
    found = []
    for line in text.splitlines():
        if not line.strip():
            continue
        place, euros, words = (cell.strip() for cell in (*line.split(";", 2), "", "")[:3])
        if not place.isdecimal() or len(place) > 4:
            raise PlainError(_PRIZE.format(line=line[:40]))
        found.append(Prize(int(place), _cents(euros or "0"), words[:60]))
    return tuple(sorted(found, key=lambda prize: prize.place))


def _cents(euros: str) -> int:
    whole_part, _, cents = euros.replace(",", ".").partition(".")
    if not whole_part.isdecimal() or len(whole_part) > 6 or not f"0{cents}".isdecimal():
        raise PlainError(w.NO_EUROS.format(word=euros[:20]))
    return 100 * int(whole_part) + int(f"{cents}00"[:2])


def _euros(cents: int) -> str:
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
