"""Records for tests, from card codes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Family, card
from engine.deal.record import Contract, DealRecord, Doubling, Play
from engine.dealfile.contract import read_contract
from engine.games import game as game_named
from engine.rules.house_rules import rules_from
from tests.engine.referee.oracle import Table

Plays = Sequence[tuple[int, str]]


def contract_from_json(
    value: object, game: str, players: int = 4, family: Family = Family.GERMAN
) -> Contract | None:
    """Return the contract of a deal file's `contract` field; None where it is null."""
    seats = tuple(range(players))
    return read_contract(value, game_named(game), seats, family, rules_from({}, game))


def plays_of(plays: Plays) -> tuple[Play, ...]:
    return tuple(Play(seat, None if code == "??" else card(code)) for seat, code in plays)


def tricks(text: str, leader: int = 0, size: int = 4) -> list[tuple[int, str]]:
    """Return plays from tricks such as "0 GA G7 G8 G9 | 2 HA"; each begins with its leader."""
    plays = []
    for trick in text.split("|"):
        first, *codes = trick.split()
        plays += [((int(first) + place) % size, code) for place, code in enumerate(codes)]
    return plays


def record(
    plays: Plays,
    contract: dict[str, object] | None = None,
    game: str = "schafkopf",
    rules: dict[str, object] | None = None,
    dealer: int = 3,
    doubles: Sequence[str] = (),
    hands: Sequence[Sequence[str]] | None = None,
    end: dict[str, object] | None = None,
) -> DealRecord:
    return DealRecord(
        id="test",
        game=game,
        rules=rules_from(rules or {}, game),
        players=4,
        dealer=dealer,
        contract=contract_from_json(contract, game),
        doubles=tuple(Doubling(word) for word in doubles),
        plays=plays_of(plays),
        hands=None if hands is None else tuple(tuple(card(c) for c in hand) for hand in hands),
        end=end,
    )


def record_at(table: Table, plays: Plays, **changes: object) -> DealRecord:
    """Return the record of an oracle's deal."""
    contract: dict[str, object] = {"kind": table.kind}
    if table.suit is not None:
        contract["suit"] = table.suit
    if table.caller is not None:
        contract["seat"] = table.caller
    rules: dict[str, object] = {
        "umspielen_when": table.keep_back,
        "called_discard": table.discard,
        "deck": "full" if len(table.deck) == 32 else "short",
    }
    leader = plays[0][0] if plays else 0
    return record(plays, contract, rules=rules, dealer=(leader - 1) % 4)
