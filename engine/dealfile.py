"""The deal file, read: one JSON object a line becomes a `DealRecord` (`DEAL_FILE.md`).

What cannot be read is told in one sentence that names the field and what belongs there. Fields this
version does not know are kept and written back. Writing and answering are in `engine.dealfile_out`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from engine.cards import (
    FRENCH_52,
    GERMAN_48,
    UNSEEN_CODE,
    Card,
    Family,
    Suit,
    UnknownCardError,
    card,
)
from engine.dealfile_out import answer, contract_to_json, payout_to_json, to_json, verdict_to_json
from engine.games import game as game_named
from engine.games.base import ContractShape, Game
from engine.record import Contract, DealRecord, DealRuling, Doubling, JsonObject, Play
from engine.rules import Rules, rules_from
from engine.text import PlainError, Text

__all__ = [
    "VERSION",
    "answer",
    "contract_from_json",
    "contract_to_json",
    "parse",
    "parse_line",
    "payout_to_json",
    "to_json",
    "verdict_to_json",
]

_T = TypeVar("_T")

VERSION = 1
"""The version of the deal file written; raised only when a meaning changes."""

_FIELDS = frozenset(
    (
        *("v", "id", "game", "rules", "players", "dealer", "out", "contract", "bids", "doubles"),
        *("plays", "hands", "blind", "end", "rulings", "stock", "suits"),
    )
)
_ENDS = ("thrown_in", "claim", "ruled", "tout_lost", "void")
_RULINGS = ("upheld", "dismissed", "waived")


def parse_line(line: str) -> DealRecord:
    """Return the deal of one line.

    Raises:
        PlainError: the line is no JSON object, or a field cannot be read.
    """
    try:
        read = json.loads(line)
    except ValueError as error:
        raise PlainError(
            Text(
                de=f"Die Zeile ist kein JSON ({error}); erwartet ist ein Spiel je Zeile.",
                en=f"The line is not JSON ({error}); expected is one deal a line.",
            )
        ) from None
    if not isinstance(read, dict):
        raise PlainError(
            Text(
                de='Die Zeile ist kein JSON-Objekt; erwartet ist {"v":1,"game":…}.',
                en='The line is not a JSON object; expected is {"v":1,"game":…}.',
            )
        )
    return parse(read)


def parse(read: Mapping[str, object]) -> DealRecord:
    """Return the deal of one JSON object.

    Raises:
        PlainError: a field cannot be read.
    """
    if read.get("v", VERSION) != VERSION:
        raise _wrong("v", Text(de="1 sein", en="be 1"), read.get("v"))
    game = game_named(_word(read, "game"))
    family = _family(read, game)
    players = _whole(read, "players", 2, 8)
    seats = _seat_of(players)
    out = _list(read, "out", seats)
    active = tuple(seat for seat in range(players) if seat not in out)
    if len(active) not in game.player_counts:
        counts = ", ".join(str(count) for count in game.player_counts)
        raise _wrong(
            "players",
            Text(
                de=f"ohne die Aussetzenden in `out` für {game.name} {counts} ergeben",
                en=f"come to {counts} for {game.name}, less those in `out`",
            ),
            players,
        )
    rules = _object(read, "rules")
    record_rules = rules_from(rules, game.name)
    end = read.get("end")
    return DealRecord(
        id=_text(read, "id"),
        game=game.name,
        rules=record_rules,
        players=players,
        dealer=_whole(read, "dealer", 0, players - 1),
        out=out,
        contract=_contract(read.get("contract"), game, active, family, record_rules),
        bids=_list(read, "bids", _as_it_is),
        doubles=_list(read, "doubles", _doubling(game, players)) if read.get("doubles") else (),
        plays=_plays(read.get("plays"), active, family),
        hands=_hands(read.get("hands"), players, family),
        blind=_cards(read.get("blind"), "blind", family) if read.get("blind") else None,
        end=None if end is None else _end(end, players),
        rulings=_list(read, "rulings", _ruling(players)) if read.get("rulings") else (),
        stock=_whole(read, "stock", 0, 1_000_000_000) if "stock" in read else 0,
        family=family,
        extra={name: value for name, value in read.items() if name not in _FIELDS},
    )


def _wrong(field: str, expected: Text, value: object) -> PlainError:
    shown = json.dumps(value, default=str, ensure_ascii=False)
    if len(shown) > 60:
        shown = shown[:57] + "..."
    return PlainError(
        Text(
            de=f"Das Feld `{field}` muss {expected.de}, dort steht {shown}.",
            en=f"The field `{field}` must {expected.en}, but it is {shown}.",
        )
    )


def _word(read: Mapping[str, object], field: str) -> str:
    value = read.get(field)
    if not isinstance(value, str) or not value:
        raise _wrong(field, Text(de="ein Wort sein", en="be a word"), value)
    return value


def _text(read: Mapping[str, object], field: str) -> str:
    value = read.get(field, "")
    if not isinstance(value, str):
        raise _wrong(field, Text(de="ein Text sein", en="be a string"), value)
    return value


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _whole(read: Mapping[str, object], field: str, least: int, most: int) -> int:
    value = read.get(field)
    if isinstance(value, int) and _is_whole(value, least, most):
        return value
    raise _wrong(
        field,
        Text(
            de=f"eine ganze Zahl von {least} bis {most} sein",
            en=f"be a whole number from {least} to {most}",
        ),
        value,
    )


def _object(read: Mapping[str, object], field: str) -> JsonObject:
    value = read.get(field)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _wrong(field, Text(de="ein Objekt sein", en="be an object"), value)
    return value


def _list(
    read: Mapping[str, object], field: str, one: Callable[[object, str], _T]
) -> tuple[_T, ...]:
    """Read a list field entry by entry; `one` gets the entry and what to call it."""
    value = read.get(field)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _wrong(field, Text(de="eine Liste sein", en="be a list"), value)
    return tuple(one(entry, f"{field}[{place}]") for place, entry in enumerate(value))


def _as_it_is(value: object, field: str) -> object:
    return value


def _seat_of(players: int) -> Callable[[object, str], int]:
    def seat(value: object, field: str) -> int:
        if isinstance(value, int) and _is_whole(value, 0, players - 1):
            return value
        raise _wrong(
            field,
            Text(
                de=f"eine Platznummer von 0 bis {players - 1} sein",
                en=f"be a seat from 0 to {players - 1}",
            ),
            value,
        )

    return seat


def _family(read: Mapping[str, object], game: Game) -> Family:
    suits = read.get("suits", game.family.value)
    if suits in ("german", "french"):
        return Family(suits)
    raise _wrong(
        "suits", Text(de='"german" oder "french" sein', en='be "german" or "french"'), suits
    )


@lru_cache(maxsize=64)
def _known_plays(seats: tuple[int, ...], family: Family) -> dict[int, dict[str, Play]]:
    deck: tuple[Card, ...] = GERMAN_48 if family is Family.GERMAN else FRENCH_52
    return {
        seat: {UNSEEN_CODE: Play(seat, None), **{each.code: Play(seat, each) for each in deck}}
        for seat in seats
    }


def _plays(value: object, seats: tuple[int, ...], family: Family) -> tuple[Play, ...]:
    if value is None:
        return ()
    known = _known_plays(seats, family)
    if isinstance(value, list):
        try:
            return tuple([known[seat][code] for seat, code in value])
        except (KeyError, TypeError, ValueError):
            for place, entry in enumerate(value):
                _check_play(entry, f"plays[{place}]", known)
    raise _wrong(
        "plays",
        Text(de="eine Liste aus [Platz, Karte] sein", en="be a list of [seat, card]"),
        value,
    )


def _check_play(entry: object, field: str, known: Mapping[int, Mapping[str, Play]]) -> None:
    seat, code = entry if isinstance(entry, list) and len(entry) == 2 else (None, None)
    if not isinstance(seat, int) or seat not in known:
        seats = ", ".join(str(each) for each in known)
        raise _wrong(
            field,
            Text(
                de=f"[Platz, Karte] sein, mit einem Platz aus {seats}",
                en=f"be [seat, card] with a seat out of {seats}",
            ),
            entry,
        )
    if not isinstance(code, str) or code not in known[seat]:
        raise _wrong(field, _A_CARD, entry)


def _card(value: object, field: str, family: Family) -> Card | None:
    if value == UNSEEN_CODE:
        return None
    try:
        if isinstance(value, str):
            return card(value, family)
    except UnknownCardError:
        pass
    raise _wrong(field, _A_CARD, value)


_A_CARD = Text(
    de='eine Karte wie "EO" oder "??" nennen, Farbe zuerst',
    en='name a card such as "EO" or "??", suit first',
)


def _cards(value: object, field: str, family: Family) -> tuple[Card | None, ...]:
    if not isinstance(value, list):
        raise _wrong(field, Text(de="eine Liste aus Karten sein", en="be a list of cards"), value)
    return tuple(_card(each, f"{field}[{place}]", family) for place, each in enumerate(value))


def _hands(
    value: object, players: int, family: Family
) -> tuple[tuple[Card | None, ...], ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != players:
        raise _wrong(
            "hands",
            Text(
                de=f"eine Liste mit den Karten von {players} Plätzen sein",
                en=f"be a list with the cards of {players} seats",
            ),
            value,
        )
    return tuple(_cards(hand, f"hands[{seat}]", family) for seat, hand in enumerate(value))


def contract_from_json(
    value: object, game: str, players: int = 4, family: Family = Family.GERMAN
) -> Contract | None:
    """Return the contract of a deal file's `contract` field; None where it is null.

    Raises:
        PlainError: the game does not know it, or seat or suit do not fit.
    """
    definition = game_named(game)
    return _contract(value, definition, tuple(range(players)), family, rules_from({}, game))


def _contract(
    value: object, game: Game, seats: Sequence[int], family: Family, rules: Rules
) -> Contract | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise _wrong(
            "contract", Text(de="ein Objekt oder null sein", en="be an object or null"), value
        )
    shapes = game.contract_kinds(rules, family)
    kind = value.get("kind")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None or not isinstance(kind, str):
        listed = ", ".join(shapes)
        raise _wrong(
            "contract.kind",
            Text(
                de=f"für {game.name} eines von {listed} sein",
                en=f"be one of {listed} for {game.name}",
            ),
            kind,
        )
    tout = value.get("tout", False)
    if not isinstance(tout, bool) or (tout and not shape.tout):
        raise _wrong(
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
    if "called" in details:
        _check_called(details["called"], contract, family)
    return contract


_CONTRACT_FIELDS = frozenset({"kind", "seat", "suit", "tout"})


def _declarer(value: object, shape: ContractShape, seats: Sequence[int], kind: str) -> int | None:
    if not shape.seat:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value in seats:
        return value
    listed = ", ".join(str(seat) for seat in seats)
    raise _wrong(
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
            raise _wrong(
                "contract.suit", Text(de=f"bei {kind} fehlen", en=f"be absent with {kind}"), value
            )
        return None
    for suit in shape.suits:
        if value == suit.letter:
            return suit
    listed = ", ".join(suit.letter for suit in shape.suits)
    raise _wrong(
        "contract.suit",
        Text(de=f"bei {kind} eines von {listed} sein", en=f"be one of {listed} with {kind}"),
        value,
    )


def _check_called(value: object, contract: Contract, family: Family) -> None:
    called = _card(value, "contract.called", family)
    if called is None or contract.suit is None or called.suit is not contract.suit:
        raise _wrong(
            "contract.called",
            Text(de="eine Karte der gerufenen Farbe sein", en="be a card of the called suit"),
            value,
        )


def _doubling(game: Game, players: int) -> Callable[[object, str], Doubling]:
    words = game.doubling_words()
    seat_of = _seat_of(players)

    def doubling(value: object, field: str) -> Doubling:
        said = value if isinstance(value, dict) else {"say": value}
        say, seat, after = said.get("say"), said.get("seat"), said.get("after")
        if not isinstance(say, str) or say not in words:
            listed = ", ".join(words)
            raise _wrong(
                field, Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), value
            )
        if after is not None and not _is_whole(after, 0, 64):
            raise _wrong(
                f"{field}.after",
                Text(de="die Zahl der liegenden Karten sein", en="be the number of cards laid"),
                after,
            )
        return Doubling(
            say,
            None if seat is None else seat_of(seat, f"{field}.seat"),
            after if isinstance(after, int) else None,
        )

    return doubling


def _end(value: object, players: int) -> JsonObject:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(value, dict) or kind not in _ENDS:
        listed = ", ".join(_ENDS)
        raise _wrong(
            "end.kind", Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), kind or value
        )
    if kind == "claim":
        _seat_of(players)(value.get("seat"), "end.seat")
        if value.get("tricks", "rest") != "rest":
            raise _wrong("end.tricks", Text(de='"rest" sein', en='be "rest"'), value.get("tricks"))
    if "laufende" in value and not _is_whole(value["laufende"], -14, 14):
        raise _wrong(
            "end.laufende",
            Text(de="eine ganze Zahl von -14 bis 14 sein", en="be a whole number from -14 to 14"),
            value["laufende"],
        )
    return value


def _ruling(players: int) -> Callable[[object, str], DealRuling]:
    seat_of = _seat_of(players)

    def ruling(value: object, field: str) -> DealRuling:
        said = value if isinstance(value, dict) else {}
        kind, play, decided = said.get("kind"), said.get("play"), said.get("ruling")
        if decided not in _RULINGS:
            listed = ", ".join(_RULINGS)
            raise _wrong(
                f"{field}.ruling",
                Text(de=f"eines von {listed} sein", en=f"be one of {listed}"),
                decided,
            )
        if not isinstance(kind, str) or not _is_whole(play, 0, 1000):
            raise _wrong(
                field,
                Text(
                    de="mit kind, seat und play ein Urteil nennen",
                    en="name a verdict by kind, seat and play",
                ),
                value,
            )
        seat = seat_of(said.get("seat"), f"{field}.seat")
        return DealRuling(f"{kind}:{seat}:{play}", decided)

    return ruling
