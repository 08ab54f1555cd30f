"""What becomes of a deal besides its last card: rulings, deals broken off, results told by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.reference.compare import settled, shown_at
from tests.reference.deal import read
from tests.reference.dealing import Made
from tests.reference.duties import wrong_acts
from tests.reference.penalties import COSTLY


def ruled(rng: Random, made: Made) -> Made:
    """Some of the deals with errors get a ruling; some are stopped by it when the error shows."""
    if made.told is not None:
        return made
    deal = read(made.line, made.hands, made.covered)
    costly = [act for act in wrong_acts(deal) if act.kind in COSTLY]
    if not costly or not deal.whole or rng.random() < 0.6:
        return made
    act = rng.choice(costly)
    ruling = rng.choice(["upheld", "upheld", "dismissed", "waived"])
    made.line["rulings"] = [
        {"kind": act.kind, "seat": act.seat, "play": act.play, "ruling": ruling}
    ]
    shown = shown_at(deal, act)
    if ruling == "upheld" and shown is not None and rng.random() < 0.5:
        made.line["plays"] = made.line["plays"][: shown + 1]
        made.line["end"] = {"kind": "ruled"}
    return made


def by_hand(made: Made) -> Made:
    """The same deal as somebody would tell it on the score pad: no cards, only the result."""
    line = made.line
    if line["game"] == "bierkopf" or line["players"] == 2 or line["contract"]["kind"] == "sie":
        return made
    deal = read(line, made.hands, made.covered)
    if not deal.whole or line["contract"].get("tout"):
        return made
    result = settled(deal)
    end: dict[str, Any] = {"kind": "entered"}
    if result.points is None:
        end["points_by_seat"] = list(result.points_by_seat)
        end["tricks_by_seat"] = list(result.tricks)
        if len(result.winners) < deal.people - 1:
            return made
        if line["contract"]["kind"] == "ramsch":
            end["losers"] = [seat for seat in deal.seats if seat not in result.winners]
    else:
        others = [seat for seat in deal.seats if seat not in result.declarers]
        end["points"] = [result.points[0]]
        end["tricks"] = [
            sum(result.tricks[seat] for seat in side) for side in (result.declarers, others)
        ]
        end["partners"] = [seat for seat in result.declarers if seat != line["contract"]["seat"]]
        if result.laufende:
            end["laufende"] = result.laufende
    drop = ("plays", "hands", "blind", "end")
    told = {name: value for name, value in line.items() if name not in drop}
    return replace(made, line={**told, "plays": [], "end": end}, told=line)


def broken_off(rng: Random, made: Made) -> Made:
    """The deal as it lies in the middle of the play, without an end."""
    line = made.line
    if made.told is not None or len(line["plays"]) < 2 or line["contract"].get("tout"):
        return made
    cut = rng.randint(1, len(line["plays"]) - 1)
    line["plays"] = line["plays"][:cut]
    line.pop("end", None)
    if line.get("reveals"):
        line["reveals"] = [each for each in line["reveals"] if each[0] <= cut]
    return replace(made, running=True)
