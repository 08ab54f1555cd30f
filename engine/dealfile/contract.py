"""A deal file's `contract` and `bids`, read and checked against what the game knows.

The bids are `[seat, word or contract]` in the order in which they were said. What people at the
table call is checked by the same rules (`check_fits`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import UNSEEN_CODE, Card, Family, Suit, named_suit
from engine.deal.fields import a_card, listed_words, read_card, read_cards, wrong
from engine.deal.record import Bid, Contract, JsonObject
from engine.dealfile.names import refuse_misspelt
from engine.games.base import Game
from engine.games.contract_fields import CONTRACT_FIELDS, ContractShape, Detail
from engine.options import Rules
from engine.text import PlainError, Text


def read_contract(
    value: object,
    game: Game,
    seats: Sequence[int],
    family: Family,
    rules: Rules,
    name: str = "contract",
    elsewhere: Mapping[str, Text] | None = None,
) -> Contract | None:
    """Return the contract of a field called `name`; `seats` are those that hold cards.

    `elsewhere` are names known in other parts of the line, and where they belong.

    Raises:
        PlainError: it does not fit the game; the sentence names the field.
    """
    if value is None:
        return None
    if not isinstance(value, dict):
        raise wrong(name, Text(de="ein Objekt oder null sein", en="be an object or null"), value)
    kind = value.get("kind")
    shape = game.contract_kinds(rules, len(seats), family).get(kind if type(kind) is str else "")
    known = CONTRACT_FIELDS if shape is None else shape.fields
    if not known.issuperset(value):
        known |= contract_fields(game, rules)
        refuse_misspelt(value, known, f"{name}.", ("kind", "seat"), elsewhere)
    said = {each: one for each, one in value.items() if one is not None or each not in known}
    if shape is not None and not shape.seat and "seat" in said:
        raise wrong(f"{name}.seat", _absent(kind), said["seat"])
    return _Reader(game, seats, family, rules, name).contract(
        kind,
        said.pop("seat", None),
        said.pop("suit", None),
        said.pop("tout", False),
        {each: one for each, one in said.items() if each != "kind"},
    )


def contract_fields(game: Game, rules: Rules) -> frozenset[str]:
    """Return every field that a contract of the game may have, however many play.

    Asked of the game's own deck: the other may lack cards that only five and more play with.
    """
    shapes = (game.contract_kinds(rules, count, game.family) for count in game.player_counts)
    return frozenset(name for each in shapes for shape in each.values() for name in shape.fields)


def check_fits(
    contract: Contract, game: Game, seats: Sequence[int], family: Family, rules: Rules
) -> None:
    """Check a contract that people at the table called; `seats` are those that hold cards.

    Raises:
        PlainError: it does not fit the game. What does not fit together is told in words of the
            table, for people know no fields.
    """
    suit = None if contract.suit is None else contract.suit.letter
    reader = _Reader(game, seats, family, rules, "contract", at_table=True)
    reader.contract(contract.kind, contract.seat, suit, contract.tout, contract.details)


_EACH_ONCE = Text(de="jede Karte nur einmal nennen", en="name each card only once")
_FLAG = Text(de="true oder false sein", en="be true or false")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a contract's fields; of cards it keeps the codes."""

    game: Game
    seats: Sequence[int]
    family: Family
    rules: Rules
    name: str
    """Of the contract's field."""
    at_table: bool = False

    def contract(
        self, kind: object, seat: object, suit: object, tout: object, details: JsonObject
    ) -> Contract:
        """Return the contract of these fields as it is kept."""
        shapes = self.game.contract_kinds(self.rules, len(self.seats), self.family)
        shape = shapes.get(kind) if isinstance(kind, str) else None
        if shape is None or not isinstance(kind, str):
            one_of = listed_words(tuple(shapes))
            expected = Text(
                de=f"für {self.game.name} zu {len(self.seats)} {one_of.de}",
                en=f"{one_of.en} for {self.game.name} with {len(self.seats)} players",
            )
            raise wrong(f"{self.name}.kind", expected, kind)
        if tout and not shape.tout:
            raise wrong(f"{self.name}.tout", _absent(kind), tout)
        if not isinstance(tout, bool):
            raise wrong(f"{self.name}.tout", _FLAG, tout)
        declarer = self._declarer(seat, kind) if shape.seat else None
        return self._detailed(
            Contract(kind, declarer, self._suit(suit, shape, kind), tout, dict(details)), shape
        )

    def _declarer(self, value: object, kind: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value in self.seats:
            return value
        listed = ", ".join(str(seat) for seat in self.seats)
        expected = Text(
            de=f"bei {kind} den Platz des Spielers nennen, einen von {listed}",
            en=f"be the declarer's seat for {kind}, one of {listed}",
        )
        raise wrong(f"{self.name}.seat", expected, value)

    def _suit(self, value: object, shape: ContractShape, kind: str) -> Suit | None:
        if not shape.suits and value is None:
            return None
        meant = named_suit(value, self.family) if isinstance(value, str) else None
        for suit in shape.suits:
            if suit is meant:
                return suit
        expected = _absent(kind)
        if shape.suits:
            one_of = listed_words(tuple(suit.letter for suit in shape.suits))
            expected = Text(de=f"bei {kind} {one_of.de}", en=f"{one_of.en} for {kind}")
        raise wrong(f"{self.name}.suit", expected, value)

    def _detailed(self, contract: Contract, shape: ContractShape) -> Contract:
        """Return the contract with every further field the shape knows as it is kept."""
        details = dict(contract.details)
        if shape.calls and "called" in details:
            details["called"] = self._called(details["called"], contract)
        for key in shape.cards:
            if key in details:
                details[key] = self.cards(details[key], f"{self.name}.{key}")
        for key, words in shape.words.items():
            if key in details and details[key] not in words:
                raise wrong(f"{self.name}.{key}", listed_words(words), details[key])
        for key, detail in shape.details.items():
            if key in details:
                details[key] = _READ[detail](self, details[key], f"{self.name}.{key}")
            elif key in shape.needed:
                expected = Text(
                    de=f"bei {contract.kind} genannt sein", en=f"be given for {contract.kind}"
                )
                raise wrong(f"{self.name}.{key}", expected, None)
        contract = replace(contract, details=details)
        misfit = shape.misfit(contract) if shape.misfit is not None else None
        if misfit is None:
            return contract
        if self.at_table:
            raise PlainError(misfit.at_table)
        value = details.get(misfit.field)
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
        expected = Text(de=f"einer der Plätze {listed} sein", en=f"be one of the seats {listed}")
        raise wrong(name, expected, value)

    def flag(self, value: object, name: str) -> object:
        """Return true or false."""
        if isinstance(value, bool):
            return value
        raise wrong(name, _FLAG, value)

    def flag_or_card(self, value: object, name: str) -> object:
        """Return true, or the code of a card."""
        if isinstance(value, str):
            return self.card(value, name)
        return value if isinstance(value, bool) else self._no_flag_or_card(value, name)

    def _no_flag_or_card(self, value: object, name: str) -> object:
        expected = a_card(self.family)
        raise wrong(
            name,
            Text(
                de=f"true oder false sein oder {expected.de}",
                en=f"be true or false, or {expected.en}",
            ),
            value,
        )

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


def _absent(kind: object) -> Text:
    return Text(de=f"bei {kind} fehlen", en=f"be absent for {kind}")


def _code(card: Card | None) -> str:
    return UNSEEN_CODE if card is None else card.code


_READ: Mapping[Detail, Callable[[_Reader, object, str], object]] = {
    Detail.FLAG: _Reader.flag,
    Detail.CARD: _Reader.card,
    Detail.CARDS: _Reader.cards,
    Detail.SEAT: _Reader.seat,
    Detail.FLAG_OR_CARD: _Reader.flag_or_card,
    Detail.TEAMS: _Reader.teams,
}


NAMED_CONTRACT = "contract"
"""`Bid.say` of a bid that names a contract."""


def bid_reader(
    game: Game,
    seats: Sequence[int],
    family: Family,
    rules: Rules,
    elsewhere: Mapping[str, Text] | None = None,
) -> Callable[[object, str], Bid]:
    """Return a reader of `bids` entries; `seats` and `elsewhere` as for `read_contract`."""
    words = game.bid_words()

    def bid(value: object, field: str) -> Bid:
        seat, said = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in seats:
            listed = ", ".join(str(each) for each in seats)
            raise wrong(
                field,
                Text(
                    de=f"[Platz, Wort oder Ansage] sein, mit einem der Plätze {listed}",
                    en=f"be [seat, word or contract], with one of the seats {listed}",
                ),
                value,
            )
        if isinstance(said, dict):
            # Who names a contract declares it: the example of the deal file leaves the seat out.
            shape = game.contract_kinds(rules, len(seats), family).get(str(said.get("kind")))
            named = {"seat": seat, **said} if shape is not None and shape.seat else said
            return Bid(
                seat,
                NAMED_CONTRACT,
                read_contract(named, game, seats, family, rules, f"{field}[1]", elsewhere),
            )
        if not isinstance(said, str) or said not in words:
            listed = ", ".join(words)
            raise wrong(
                f"{field}[1]",
                Text(
                    de=f"eine Ansage oder eines von {listed} sein",
                    en=f"be a contract or one of {listed}",
                ),
                said,
            )
        return Bid(seat, said)

    return bid
