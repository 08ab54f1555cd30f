"""A simulated deal as the engine's record: only what lay open, never the hands."""

from __future__ import annotations

from dataclasses import replace

from engine.deal.record import DealRecord
from engine.dealfile.reader import parse
from tests.simulate.table import Deal, SimulatedTable


def contract_of(deal: Deal) -> dict[str, object]:
    """Return the contract as the deal file has it."""
    table = deal.table
    contract: dict[str, object] = {"kind": table.kind}
    if table.caller is not None:
        contract["seat"] = table.caller
    if table.suit is not None:
        contract["suit"] = table.suit
    if table.picked:
        contract.pop("suit", None)
    if table.kind == "rufspiel" and table.renonce:
        contract["renonce"] = True
    if table.kind == "pick":
        contract["partner"] = "jd" if len(table.seats) > 3 else "none"
        if table.ace is not None:
            contract |= {"partner": "called", "called": table.ace}
        contract |= _bury(deal)
    if table.kind == "teams":
        contract["teams"] = [list(table.seats[0::2]), list(table.seats[1::2])]
    if table.kind == "hochzeit":
        contract |= {"partner": table.partner, "gave": deal.gave, "back": deal.back}
    return contract


def _bury(deal: Deal) -> dict[str, object]:
    """Return what was buried, where it is known; to seven the die's partner buries as well (PG)."""
    cards = list(deal.hidden)
    if len(deal.table.seats) < _BY_DIE:
        return {"bury": cards} if deal.bury_known else {}
    roll = deal.table.dealer % (_BY_DIE - 1) + 1
    if not deal.bury_known:
        return {"die": {"roll": roll}}
    return {"bury": cards[:2], "die": {"roll": roll, "bury": cards[2:]}}


_BY_DIE = 7
"""With so many a die names a partner; what it shows makes nothing right or wrong."""


def _rules(table: SimulatedTable) -> dict[str, object]:
    rules: dict[str, object] = {"preset": table.game}
    if table.kind == "rufspiel":
        rules |= {"umspielen_when": table.keep_back, "called_discard": table.discard}
        if table.least is not None:
            rules["umspielen_min"] = table.least
        if table.renonce:
            rules["renonce"] = "always"
    if table.short:
        rules["deck"] = "short"
    return rules


def line_of(deal: Deal, name: str = "simulated") -> dict[str, object]:
    """Return the deal file's object for `deal`, hidden cards left out."""
    table = deal.table
    line: dict[str, object] = {
        "v": 1,
        "id": name,
        "game": table.game,
        "rules": _rules(table),
        "players": table.players,
        "dealer": table.dealer,
        "contract": contract_of(deal),
        "doubles": [],
        "plays": [[seat, code] for seat, code in deal.plays],
        "hands": None,
    }
    if len(table.seats) != table.players:
        line["out"] = [seat for seat in range(table.players) if seat not in table.seats]
    if deal.piles is not None:
        line["piles"] = [
            [["??"] * (len(pile) - 1) + [pile[-1]] for pile in deal.piles[seat]]
            for seat in range(table.players)
        ]
        line["reveals"] = [list(reveal) for reveal in deal.reveals]
    return line


def record_of(deal: Deal, name: str = "simulated") -> DealRecord:
    """Return the record of `deal`."""
    return parse(line_of(deal, name))


def cut(record: DealRecord, count: int) -> DealRecord:
    """Return the record as it was when `count` cards lay."""
    plays = record.plays[:count]
    if not record.reveals:
        return record.with_plays(plays)
    reveals = tuple(reveal for reveal in record.reveals if reveal.after <= count)
    return replace(record, plays=plays, reveals=reveals)
