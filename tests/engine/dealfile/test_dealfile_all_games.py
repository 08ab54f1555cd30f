"""Whatever a deal file may say of any game is read, written and read again as the same deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Family
from engine.deal.ends import END_KINDS, WHYS
from engine.deal.record import DealRecord
from engine.dealfile.places import DEALT
from engine.dealfile.reader import parse, parse_line
from engine.dealfile.writer import to_json
from engine.games import GAMES
from engine.games.base import Game
from engine.games.contract_fields import ContractShape, Detail
from engine.rules.house_rules import preset_rules, rules_from
from engine.text import PlainError

Json = dict[str, Any]
NAMES = st.text("abcxyz-0123456789", max_size=8)


def codes(deck: tuple[Card, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(["??", *(card.code for card in deck)])


def lists_of(cards: st.SearchStrategy[str], least: int = 0, most: int = 4) -> Any:
    return st.lists(cards, min_size=least, max_size=most)


def details(draw: st.DrawFn, shape: ContractShape, seats: tuple[int, ...], deck: Any) -> Json:
    """Draw the further fields of a contract, each there or not, those needed always."""
    holds: dict[str, st.SearchStrategy[Any]] = {
        **{name: st.sampled_from(words) for name, words in shape.words.items()},
        **{name: lists_of(codes(deck)) for name in shape.cards},
        **{name: _detail(detail, seats, deck) for name, detail in shape.details.items()},
    }
    chosen = [name for name in holds if name in shape.needed or draw(st.booleans())]
    return {name: draw(holds[name]) for name in chosen}


def _detail(detail: Detail, seats: tuple[int, ...], deck: tuple[Card, ...]) -> Any:
    card = codes(deck)
    return {
        Detail.FLAG: st.booleans(),
        Detail.CARD: card,
        Detail.CARDS: lists_of(card, 1),
        Detail.SEAT: st.sampled_from(seats),
        Detail.FLAG_OR_CARD: st.one_of(st.just(True), card),
        Detail.TEAMS: st.permutations([list(seats[0::2]), list(seats[1::2])]),
    }[detail]


def contracts(shapes: Any, seats: tuple[int, ...], deck: Any) -> st.SearchStrategy[Json]:
    """Return contracts whose fields are each such as their kind takes."""

    @st.composite
    def contract(draw: st.DrawFn) -> Json:
        kind = draw(st.sampled_from(sorted(shapes)))
        shape = shapes[kind]
        written: Json = {"kind": kind}
        if shape.seat:
            written["seat"] = draw(st.sampled_from(seats))
        if shape.suits:
            written["suit"] = draw(st.sampled_from(shape.suits)).letter
        if shape.tout and draw(st.booleans()):
            written["tout"] = True
        return {**written, **details(draw, shape, seats, deck)}

    return contract()


@st.composite
def ends(draw: st.DrawFn, players: int) -> Json:
    kind = draw(st.sampled_from(sorted(END_KINDS)))
    end: Json = {"kind": kind}
    if END_KINDS[kind].why:
        end["why"] = draw(st.sampled_from(sorted(WHYS)))
    if END_KINDS[kind].seat or draw(st.booleans()):
        end["seat"] = draw(st.integers(0, players - 1))
    if END_KINDS[kind].claim:
        end.update(tricks="rest", agreed=draw(st.booleans()))
    return end


@st.composite
def deals(draw: st.DrawFn, name: str) -> Json:
    """Return a line of the deal file with every field that the game may have."""
    game = GAMES[name]
    active = draw(st.sampled_from(game.player_counts))
    players = active + draw(st.integers(0, 1))
    out = [] if players == active else [draw(st.integers(0, players - 1))]
    seats = tuple(seat for seat in range(players) if seat not in out)
    rules = preset_rules(game.name)
    # Five and more play with cards that only the German deck has.
    german = game.family is Family.GERMAN and active > 4
    family = Family.GERMAN if german else draw(st.sampled_from(Family))
    deck = game.deck(rules, active, family)
    some = st.sampled_from(seats)
    shapes = game.contract_kinds(rules, active, family)
    contract = contracts(shapes, seats, deck)
    words = sorted(game.doubling_words())
    doubles = st.sampled_from(words)
    said = st.fixed_dictionaries({"say": doubles}, optional={"seat": some, "after": st.just(1)})
    bid = st.tuples(some, st.one_of(st.sampled_from(sorted(game.bid_words())), contract)).map(list)
    setting = game.setting(DealRecord("", game.name, rules, players, 0, tuple(out), family=family))
    count, deep = setting.piles or (0, 0)
    piles = _each(count, _each(deep, codes(deck)))
    size = setting.hand_size - count * deep
    hand = st.one_of(st.just([]), _each(size, codes(deck)))
    aside = len(deck) - setting.hand_size * active
    rulings = st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["revoke", "called_card_withheld"]),
            "seat": st.one_of(st.none(), some),
            "play": st.integers(0, 40),
            "ruling": st.sampled_from(["upheld", "dismissed", "waived"]),
        }
    )
    written: Json = {
        "v": 1,
        "id": draw(NAMES),
        "game": game.name,
        "suits": family.value,
        "players": players,
        "dealer": draw(st.integers(0, players - 1)),
        "out": out,
        "contract": draw(st.one_of(st.none(), contract)),
        "bids": draw(st.lists(bid, max_size=3)),
        "doubles": draw(st.lists(said, max_size=3)) if words else [],
        "plays": draw(st.lists(st.tuples(some, codes(deck)).map(list), max_size=5)),
        "hands": draw(
            st.one_of(
                st.none(), st.tuples(*[hand if s in seats else st.just([]) for s in range(players)])
            ).map(lambda each: None if each is None else list(each))
        ),
        "blind": draw(st.one_of(st.none(), _each(aside, codes(deck)))),
        "dealt": draw(st.sampled_from([None, *DEALT])),
        "end": draw(st.one_of(st.none(), ends(players))),
        "rulings": draw(st.lists(rulings, max_size=2)),
        "stock": draw(st.integers(0, 500)),
        "note": draw(st.one_of(st.none(), NAMES)),
        "seen by": draw(NAMES),
    }
    if count and draw(st.booleans()):
        reveal = st.tuples(st.integers(0, 5), some, st.integers(0, 1), codes(deck)).map(list)
        written["piles"] = draw(_each(players, piles))
        written["reveals"] = draw(st.lists(reveal, max_size=3))
    return in_one_place(written)


def in_one_place(line: Json) -> Json:
    """Return the line with every card in one place; where it lies again it was not seen."""
    seen = {"??"}

    def once(code: str) -> str:
        if code in seen:
            return "??"
        seen.add(code)
        return code

    def all_of(value: Any) -> Any:
        return [all_of(each) for each in value] if isinstance(value, list) else once(value)

    bury = (line["contract"] or {}).get("bury")
    if bury:
        line["contract"]["bury"] = all_of(bury)
    for field in ("hands", "blind", "piles"):
        if line.get(field) is not None:
            line[field] = all_of(line[field])
    for field in ("reveals", "plays"):
        line[field] = [[*rest, once(code)] for *rest, code in line.get(field) or []]
    return line


def _each(count: int, one: Any) -> Any:
    return st.lists(one, min_size=count, max_size=count)


def misfits(game: Game, line: Json) -> bool:
    """Tell whether a contract in the line breaks what its kind asks of its fields together."""
    rules = rules_from({}, game.name)
    active = line["players"] - len(line["out"])
    shapes = game.contract_kinds(rules, active, Family(line["suits"]))
    named = [line["contract"], *(said for _, said in line["bids"])]
    return any(
        shapes[each["kind"]].misfit is not None or shapes[each["kind"]].calls
        for each in named
        if isinstance(each, dict)
    )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_read_comes_back_as_the_same_deal(name: str) -> None:
    game = GAMES[name]

    @settings(deadline=None, max_examples=60)
    @given(deals(name))
    def there_and_back(line: Json) -> None:
        try:
            record = parse(line)
        except PlainError as refused:
            why = refused.text.en
        else:
            same(game, line, record)
            return
        # Only what is claimed by the fields of a contract, a doubling or an end can be missed by
        # chance.
        assert misfits(game, line) or "doubles" in why or "end" in why, why
        assert any(field in why for field in ("contract", "bids", "doubles", "end.kind")), why

    there_and_back()


def same(game: Game, line: Json, record: DealRecord) -> None:
    """Check that a record comes back from what it wrote, and holds what the line said."""
    written = to_json(record)
    assert parse_line(json.dumps(written)) == record
    assert to_json(parse(written)) == written
    for key in (
        "seen by",
        "piles",
        "reveals",
        "rulings",
        "end",
        "dealt",
        "hands",
        "plays",
        "stock",
        "note",
    ):
        assert written.get(key) == (line.get(key) or written.get(key)), key
    assert written.get("suits", game.family.value) == line["suits"]
    assert len(record.bids) == len(line["bids"])
    assert (record.contract is None) == (line["contract"] is None)
