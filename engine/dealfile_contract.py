"""Reading a deal file's `contract`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Family, Suit
from engine.dealfile_fields import read_card, read_cards, wrong
from engine.games import game as game_named
from engine.games.base import ContractShape, Game
from engine.record import Contract, JsonObject
from engine.rules import Rules, rules_from
from engine.text import Text


def contract_from_json(
    value: object, game: str, players: int = 4, family: Family = Family.GERMAN
) -> Contract | None:
    """Return the contract of a deal file's `contract` field; None where it is null.

    Raises:
        PlainError: the game does not know it, or seat or suit do not fit.
    """
    definition = game_named(game)
    return read_contract(value, definition, tuple(range(players)), family, rules_from({}, game))


def read_contract(
    value: object, game: Game, seats: Sequence[int], family: Family, rules: Rules
) -> Contract | None:
    """Return the contract of a field; `seats` are those that hold cards."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise wrong(
            "contract", Text(de="ein Objekt oder null sein", en="be an object or null"), value
        )
    shapes = game.contract_kinds(rules, family)
    kind = value.get("kind")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None or not isinstance(kind, str):
        listed = ", ".join(shapes)
        raise wrong(
            "contract.kind",
            Text(
                de=f"für {game.name} eines von {listed} sein",
                en=f"be one of {listed} for {game.name}",
            ),
            kind,
        )
    tout = value.get("tout", False)
    if not isinstance(tout, bool) or (tout and not shape.tout):
        raise wrong(
            "contract.tout", Text(de=f"bei {kind} fehlen", en=f"be absent with {kind}"), tout
        )
    details = {key: each for key, each in value.items() if key not in _CONTRACT_FIELDS}
    contract = Contract(
        kind,
        _declarer(value.get("seat"), shape, seats, kind),
        _contract_suit(value.get("suit"), shape, kind),
        tout,
        details,
    )
    _check_details(details, shape, contract, family)
    return contract


_CONTRACT_FIELDS = frozenset({"kind", "seat", "suit", "tout"})


def _declarer(value: object, shape: ContractShape, seats: Sequence[int], kind: str) -> int | None:
    if not shape.seat:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value in seats:
        return value
    listed = ", ".join(str(seat) for seat in seats)
    raise wrong(
        "contract.seat",
        Text(
            de=f"bei {kind} den Platz des Spielers nennen, eines von {listed}",
            en=f"name the declarer's seat with {kind}, one of {listed}",
        ),
        value,
    )


def _contract_suit(value: object, shape: ContractShape, kind: str) -> Suit | None:
    if not shape.suits:
        if value is not None:
            raise wrong(
                "contract.suit", Text(de=f"bei {kind} fehlen", en=f"be absent with {kind}"), value
            )
        return None
    for suit in shape.suits:
        if value == suit.letter:
            return suit
    listed = ", ".join(suit.letter for suit in shape.suits)
    raise wrong(
        "contract.suit",
        Text(de=f"bei {kind} eines von {listed} sein", en=f"be one of {listed} with {kind}"),
        value,
    )


def _check_details(
    details: JsonObject, shape: ContractShape, contract: Contract, family: Family
) -> None:
    if shape.calls and "called" in details:
        _check_called(details["called"], contract, family)
    for field in shape.cards:
        if field in details:
            read_cards(details[field], f"contract.{field}", family)
    for field, words in shape.words.items():
        if field in details and details[field] not in words:
            listed = ", ".join(words)
            raise wrong(
                f"contract.{field}",
                Text(de=f"eines von {listed} sein", en=f"be one of {listed}"),
                details[field],
            )


def _check_called(value: object, contract: Contract, family: Family) -> None:
    called = read_card(value, "contract.called", family)
    if called is None or contract.suit is None or called.suit is not contract.suit:
        raise wrong(
            "contract.called",
            Text(de="eine Karte der gerufenen Farbe sein", en="be a card of the called suit"),
            value,
        )
