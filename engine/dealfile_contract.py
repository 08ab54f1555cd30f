"""Reading a deal file's `contract`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import UNSEEN_CODE, Card, Family, Suit
from engine.dealfile_fields import listed_words, read_card, read_cards, wrong
from engine.games.base import Game
from engine.games.naming import ContractShape, Detail
from engine.nicknames import named_suit
from engine.record import Contract
from engine.rules import Rules
from engine.text import PlainError, Text


def read_contract(
    value: object,
    game: Game,
    seats: Sequence[int],
    family: Family,
    rules: Rules,
    name: str = "contract",
    *,
    at_table: bool = False,
) -> Contract | None:
    """Return the contract of a field called `name`; `seats` are those that hold cards.

    `at_table` where people said it, who know no fields: what does not fit is told in their words.
    """
    if value is None:
        return None
    if not isinstance(value, dict):
        raise wrong(name, Text(de="ein Objekt oder null sein", en="be an object or null"), value)
    shapes = game.contract_kinds(rules, len(seats), family)
    kind = value.get("kind")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None or not isinstance(kind, str):
        one_of = listed_words(tuple(shapes))
        raise wrong(
            f"{name}.kind",
            Text(
                de=f"für {game.name} zu {len(seats)} {one_of.de}",
                en=f"{one_of.en} for {game.name} with {len(seats)} players",
            ),
            kind,
        )
    tout = value.get("tout", False)
    if not isinstance(tout, bool) or (tout and not shape.tout):
        raise wrong(
            f"{name}.tout", Text(de=f"bei {kind} fehlen", en=f"be absent with {kind}"), tout
        )
    details = {key: each for key, each in value.items() if key not in _CONTRACT_FIELDS}
    contract = Contract(
        kind,
        _declarer(value.get("seat"), shape, seats, kind, name),
        _contract_suit(value.get("suit"), shape, kind, name),
        tout,
        details,
    )
    return _Details(name, seats, family, at_table).read(contract, shape)


_EACH_ONCE = Text(de="jede Karte nur einmal nennen", en="name each card once")
_CONTRACT_FIELDS = frozenset({"kind", "seat", "suit", "tout"})


def _declarer(
    value: object, shape: ContractShape, seats: Sequence[int], kind: str, name: str
) -> int | None:
    if not shape.seat:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value in seats:
        return value
    listed = ", ".join(str(seat) for seat in seats)
    raise wrong(
        f"{name}.seat",
        Text(
            de=f"bei {kind} den Platz des Spielers nennen, eines von {listed}",
            en=f"name the declarer's seat with {kind}, one of {listed}",
        ),
        value,
    )


def _contract_suit(value: object, shape: ContractShape, kind: str, name: str) -> Suit | None:
    if not shape.suits:
        if value is not None:
            raise wrong(
                f"{name}.suit", Text(de=f"bei {kind} fehlen", en=f"be absent with {kind}"), value
            )
        return None
    meant = named_suit(value) if isinstance(value, str) else None
    for suit in shape.suits:
        if value == suit.letter or suit is meant:
            return suit
    one_of = listed_words(tuple(suit.letter for suit in shape.suits))
    raise wrong(
        f"{name}.suit", Text(de=f"bei {kind} {one_of.de}", en=f"{one_of.en} with {kind}"), value
    )


@dataclass(frozen=True, slots=True)
class _Details:
    """Reads the fields that only some kinds of contract have; cards are kept by their codes."""

    name: str
    """Of the contract's field."""
    seats: Sequence[int]
    family: Family
    at_table: bool

    def read(self, contract: Contract, shape: ContractShape) -> Contract:
        """Return the contract with every field the shape knows as it is kept."""
        details = dict(contract.details)
        if shape.calls and "called" in details:
            details["called"] = self._called(details["called"], contract)
        for key in shape.cards:
            if key in details:
                details[key] = self.cards(details[key], f"{self.name}.{key}")
        for key, words in shape.words.items():
            if key in details and details[key] not in words:
                listed = ", ".join(words)
                expected = Text(de=f"eines von {listed} sein", en=f"be one of {listed}")
                raise wrong(f"{self.name}.{key}", expected, details[key])
        for key, detail in shape.details.items():
            if key in details:
                details[key] = _READ[detail](self, details[key], f"{self.name}.{key}")
            elif key in shape.needed:
                expected = Text(
                    de=f"bei {contract.kind} genannt sein", en=f"be given with {contract.kind}"
                )
                raise wrong(f"{self.name}.{key}", expected, None)
        return self._together(replace(contract, details=details), shape)

    def _together(self, contract: Contract, shape: ContractShape) -> Contract:
        misfit = shape.misfit(contract) if shape.misfit is not None else None
        if misfit is None:
            return contract
        if self.at_table:
            raise PlainError(misfit.at_table)
        value = contract.details.get(misfit.field)
        raise wrong(f"{self.name}.{misfit.field}", misfit.expected, value)

    def _called(self, value: object, contract: Contract) -> object:
        name = f"{self.name}.called"
        codes = []
        for each in value if isinstance(value, list) and value else [value]:
            called = read_card(each, name, self.family)
            if called is None or contract.suit is None or called.suit is not contract.suit:
                raise wrong(
                    name,
                    Text(de="Karten der gerufenen Farbe nennen", en="be cards of the called suit"),
                    value,
                )
            codes.append(called.code)
        return codes if isinstance(value, list) else codes[0]

    def card(self, value: object, name: str) -> object:
        """Return the code of a card."""
        return _code(read_card(value, name, self.family))

    def cards(self, value: object, name: str) -> object:
        """Return a list of codes, none of them twice."""
        codes = [_code(each) for each in read_cards(value, name, self.family)]
        seen = [code for code in codes if code != UNSEEN_CODE]
        if len(set(seen)) < len(seen):
            raise wrong(name, _EACH_ONCE, value)
        return codes

    def seat(self, value: object, name: str) -> object:
        """Return a seat that holds cards."""
        if isinstance(value, int) and not isinstance(value, bool) and value in self.seats:
            return value
        listed = ", ".join(str(seat) for seat in self.seats)
        expected = Text(de=f"ein Platz aus {listed} sein", en=f"be a seat out of {listed}")
        raise wrong(name, expected, value)

    def flag(self, value: object, name: str) -> object:
        """Return true or false."""
        if isinstance(value, bool):
            return value
        raise wrong(name, Text(de="true oder false sein", en="be true or false"), value)

    def flag_or_card(self, value: object, name: str) -> object:
        """Return true, or the code of a card."""
        return value if isinstance(value, bool) else self.card(value, name)

    def teams(self, value: object, name: str) -> object:
        """Return two lists of two seats; partners sit opposite each other."""
        places = sorted(self.seats)
        opposite = [places[0::2], places[1::2]]
        said = value if isinstance(value, list | tuple) and len(value) == 2 else ()
        lists = [list(each) for each in said if isinstance(each, list | tuple)]
        whole = all(type(seat) is int for each in lists for seat in each)
        if whole and len(lists) == 2 and sorted(map(sorted, lists)) == opposite:
            return lists
        expected = Text(
            de=f"zwei Teams nennen, die Partner einander gegenüber, wie {opposite}",
            en=f"name two teams, partners opposite each other, such as {opposite}",
        )
        raise wrong(name, expected, value)


def _code(card: Card | None) -> str:
    return UNSEEN_CODE if card is None else card.code


_READ: Mapping[Detail, Callable[[_Details, object, str], object]] = {
    Detail.FLAG: _Details.flag,
    Detail.CARD: _Details.card,
    Detail.CARDS: _Details.cards,
    Detail.SEAT: _Details.seat,
    Detail.FLAG_OR_CARD: _Details.flag_or_card,
    Detail.TEAMS: _Details.teams,
}
