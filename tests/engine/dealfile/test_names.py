"""Names and values of a deal file that are not as they should be: understood or told.

No typing error may cost a player money: a field misspelt is never passed over.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator

import pytest

from engine.cards import Family, likely_card, named_card, named_suit
from engine.deal.ends import END_FIELDS
from engine.dealfile.contract import contract_fields
from engine.dealfile.names import BESIDE
from engine.dealfile.reader import parse, parse_line
from engine.dealfile.writer import to_json
from engine.games import GAMES, game
from engine.rules.house_rules import preset_rules
from engine.text import PlainError, Text, nearest

PLAYED: dict[str, object] = {
    "game": "schafkopf",
    "players": 4,
    "dealer": 3,
    "contract": {"kind": "wenz", "seat": 0},
}
PICKED: dict[str, object] = {
    "game": "sheepshead",
    "players": 5,
    "dealer": 0,
    "contract": {"kind": "pick", "seat": 2},
}


def refused(line: dict[str, object]) -> Text:
    with pytest.raises(PlainError) as caught:
        parse_line(json.dumps(line))
    told = caught.value.text
    for sentence in (told.de, told.en):
        assert sentence.endswith((".", "?"))
        assert "\n" not in sentence
    return told


@pytest.mark.parametrize(
    ("changes", "said", "meant"),
    [
        ({"doubels": ["kontra"]}, "doubels", "doubles"),
        ({"Doubles": ["kontra"]}, "Doubles", "doubles"),
        ({"rule": {"laufende": False}}, "rule", "rules"),
        ({"ruling": []}, "ruling", "rulings"),
        ({"stok": 40}, "stok", "stock"),
        ({"double": True}, "double", "doubles"),
        ({"hand": []}, "hand", "hands"),
        ({"contract": {"kind": "wenz", "seat": 0, "tuot": True}}, "contract.tuot", "contract.tout"),
        ({"end": {"kind": "ruled", "laufend": 3}}, "end.laufend", "end.laufende"),
        ({"doubles": [{"say": "kontra", "seta": 1}]}, "doubles[0].seta", "doubles[0].seat"),
        (
            {"rulings": [{"kind": "revoke", "seat": 1, "ply": 3, "ruling": "upheld"}]},
            "rulings[0].ply",
            "rulings[0].play",
        ),
        (
            {"bids": [[0, {"kind": "wenz", "tuot": True}]]},
            "bids[0][1].tuot",
            "bids[0][1].tout",
        ),
    ],
)
def test_a_field_misspelt_is_told_with_the_one_that_is_meant(
    changes: dict[str, object], said: str, meant: str
) -> None:
    told = refused({**PLAYED, **changes})
    assert f"`{said}`" in told.de
    assert f"Gemeint ist wohl `{meant}`" in told.de
    assert f"There is no field `{said}`; did you mean `{meant}`?" in told.en


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"tout": True}, "in `contract`"),
        ({"bock": True}, "in `doubles`"),
        ({"kontra": 1}, "in `doubles`"),
        ({"laufende": 3}, "in `end`"),
        ({"laufende_min": 2}, "in `rules`"),
        ({"tariff": {"call": 5}}, "in `rules`"),
        ({"contract": {"kind": "wenz", "seat": 0, "doubles": ["kontra"]}}, "in the deal itself"),
        ({"contract": {"kind": "wenz", "seat": 0, "laufende": 3}}, "in `end`"),
        ({"end": {"kind": "ruled", "doubles": ["kontra"]}}, "in the deal itself"),
        ({"end": {"kind": "ruled", "tout": True}}, "in `contract`"),
    ],
)
def test_a_field_in_the_wrong_place_is_told_with_the_right_one(
    changes: dict[str, object], place: str
) -> None:
    assert place in refused({**PLAYED, **changes}).en


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ({"laufende_mni": 3}, "did you mean 'laufende_min'?"),
        ({"tariff": {"schnieder": 10}}, '(did you mean "schneider" instead of "schnieder"?)'),
        ({"laufende_min": {"wnez": 2, "default": 3}}, '(did you mean "wenz" instead of "wnez"?)'),
    ],
)
def test_a_house_rule_or_price_misspelt_is_told_with_the_one_that_is_meant(
    rules: dict[str, object], hint: str
) -> None:
    assert hint in refused({**PLAYED, "rules": rules}).en


def test_a_field_that_is_nearly_one_and_at_home_elsewhere_is_told_as_both() -> None:
    told = refused({**PLAYED, "contract": {"kind": "solo", "seat": 0, "suits": "E"}})
    assert "either you mean `contract.suit`, or it belongs one level up" in told.en


def test_what_the_partner_of_a_die_buried_is_not_passed_over() -> None:
    die = {"roll": 3, "burj": ["C7", "C8"]}
    contract = {"kind": "pick", "seat": 2, "die": die}
    told = refused({**PICKED, "players": 7, "contract": contract})
    assert "`contract.die` must hold only roll and bury" in told.en


def test_a_field_of_ones_own_is_kept_and_written_back() -> None:
    own = {"x_note": {"a": 1}, "x_doubels": ["kontra"], "comment": "quick", "expect": {}}
    beside: dict[str, object] = {"evening": "friday", "deal": "3", "seats": ["a", "b", "c", "d"]}
    beside |= {"corrected": [1], "unsure": [2], "ouvert": True}
    record = parse_line(json.dumps({**PLAYED, **own, **beside}))
    assert record.extra == {**own, **beside}
    assert {**own, **beside}.items() <= to_json(record).items()
    contract = {"kind": "wenz", "seat": 0, "x_tuot": True, "remark": "brave"}
    end = {"kind": "ruled", "x_why": "late"}
    kept = to_json(parse_line(json.dumps({**PLAYED, "contract": contract, "end": end})))
    assert (kept["contract"], kept["end"]) == (contract, end)


def test_what_people_note_beside_a_deal_looks_like_no_field() -> None:
    for name in ("name", "date", "place", "time", "table", "comments", "source", "player_names"):
        assert parse_line(json.dumps({**PLAYED, name: "x"})).extra == {name: "x"}


def slips(name: str) -> Iterator[str]:
    """Yield a name with one letter wrong, missing, too many, or two of them changed."""
    for at in range(len(name)):
        yield name[:at] + name[at + 1 :]
        yield name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]
        for letter in string.ascii_lowercase:
            yield name[:at] + letter + name[at + 1 :]
            yield name[:at] + letter + name[at:]


@pytest.mark.parametrize("name", GAMES)
def test_no_single_slip_in_a_name_is_passed_over(name: str) -> None:
    of_deal = ("rules", "out", "contract", "bids", "doubles", "plays", "hands", "blind", "piles")
    others = ("reveals", "dealt", "end", "rulings", "stock", "suits", "say", "after", "play")
    of_contract = contract_fields(game(name), preset_rules(name))
    known = {*of_deal, *others, *END_FIELDS, *of_contract}
    missed = {
        (each, slip)
        for each in known
        for slip in slips(each)
        if slip not in known and nearest(slip, known) is None
    }
    assert missed == set()
    assert not BESIDE & known


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"contract": {"kind": "wenz", "seat": 0, "tout": 1}}, "`contract.tout` must be true or"),
        ({"contract": {"kind": "wenz", "seat": 0, "muss": 1}}, "true or false, or name a card"),
        ({"contract": {"kind": "ramsch", "seat": 1}}, "`contract.seat` must be absent for ramsch"),
        ({"end": {"kind": "thrown_in", "why": [0]}}, "`end.why` must be one of all_pass"),
        ({"players": 5, "plays": [[[0], "EO"]]}, "`plays[0]` must be [seat, card]"),
        ({"rules": {"preset": 7}}, "There is no preset 7 for schafkopf"),
        ({"out": 3}, "`out` must be a list such as [3]"),
        ({"out": {"seat": 3}}, "`out` must be a list such as [3]"),
        ({"doubles": "kontra"}, '`doubles` must be a list such as ["legen"]'),
        ({"bids": "pass"}, '`bids` must be a list such as [[1, "pass"]]'),
        ({"end": "ruled"}, '`end` must be an object such as {"kind": "ruled"} or null'),
        ({"end": True}, '`end` must be an object such as {"kind": "ruled"} or null'),
        ({"rules": []}, '`rules` must be an object such as {"laufende": false}'),
        ({"v": True}, "`v` must be 1"),
        ({"plays": [[True, "EO"]]}, "with one of the seats 0, 1, 2, 3"),
        ({"plays": [[1.0, "EO"]]}, "with one of the seats 0, 1, 2, 3"),
        ({"hands": [{}, [], [], []]}, 'a list of cards such as ["EO", "??"]'),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_with_what_is_allowed(
    changes: dict[str, object], says: str
) -> None:
    assert says in refused({**PLAYED, **changes}).en


def test_null_says_nothing_wherever_it_stands() -> None:
    fields = ("v", "id", "suits", "rules", "out", "bids", "doubles", "plays", "hands", "blind")
    others = ("piles", "reveals", "dealt", "end", "rulings", "stock")
    plain = parse_line(json.dumps(PLAYED))
    assert parse_line(json.dumps(PLAYED | dict.fromkeys(fields + others))) == plain
    contract = {"kind": "wenz", "seat": 0, "suit": None, "tout": None, "muss": None}
    assert parse_line(json.dumps({**PLAYED, "contract": contract})) == plain
    end = {"kind": "claim", "seat": 0, "tricks": None, "agreed": None, "holder": None}
    read = parse_line(json.dumps({**PLAYED, "end": {**end, "laufende": None}}))
    assert read.end == {"kind": "claim", "seat": 0}
    five = {**PLAYED, "players": 5, "out": None}
    assert parse_line(json.dumps(five)).out == (3,)


def test_a_field_that_stands_twice_is_told() -> None:
    line = json.dumps(PLAYED)[:-1] + ', "doubles": ["kontra"], "doubles": []}'
    with pytest.raises(PlainError, match="`doubles` appears twice"):
        parse_line(line)
    with pytest.raises(PlainError, match="`seat` appears twice"):
        parse_line(line.replace('"seat": 0', '"seat": 0, "seat": 1').replace(', "doubles": []', ""))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_python_alone_takes_for_a_number_is_no_json(word: str) -> None:
    with pytest.raises(PlainError, match="not JSON"):
        parse_line(json.dumps(PLAYED)[:-1] + f', "x_note": {word}}}')


@pytest.mark.parametrize(
    ("family", "said", "code"),
    [
        (Family.GERMAN, "E10", "EZ"),
        (Family.GERMAN, "g7", "G7"),
        (Family.GERMAN, "Eichel-Ober", "EO"),
        (Family.GERMAN, "der Alte", "EO"),
        (Family.GERMAN, "Blatt Sau", "GA"),
        (Family.GERMAN, "Ober of Acorns", "EO"),
        (Family.FRENCH, "C10", "CT"),
        (Family.FRENCH, "cq", "CQ"),
        (Family.FRENCH, "♣Q", "CQ"),
        (Family.FRENCH, "Karo-Bube", "DJ"),
        (Family.FRENCH, "Queen of Clubs", "CQ"),
    ],
)
def test_a_card_is_understood_by_what_players_call_it(family: Family, said: str, code: str) -> None:
    found = named_card(said, family)
    assert found is not None
    assert (found.code, found.family) == (code, family)
    made = PLAYED if family is Family.GERMAN else PICKED
    assert to_json(parse_line(json.dumps({**made, "plays": [[1, said]]})))["plays"] == [[1, code]]


@pytest.mark.parametrize(
    ("family", "said", "code"),
    [
        (Family.GERMAN, "BO", "GO"),
        (Family.GERMAN, "LU", "GU"),
        (Family.GERMAN, "OE", "EO"),
        (Family.GERMAN, "EQ", "EO"),
        (Family.GERMAN, "E1", "EA"),
        (Family.FRENCH, "EO", "CQ"),
        (Family.FRENCH, "CD", "CQ"),
        (Family.FRENCH, "QC", "CQ"),
        (Family.FRENCH, "10D", "DT"),
    ],
)
def test_a_card_that_is_nearly_one_is_told_with_it(family: Family, said: str, code: str) -> None:
    assert named_card(said, family) is None
    found = likely_card(said, family)
    assert found is not None
    assert found.code == code
    told = refused({**(PLAYED if family is Family.GERMAN else PICKED), "plays": [[1, said]]})
    assert f"gemeint ist vielleicht {code}" in told.de
    assert f"did you mean {code}?" in told.en


def test_an_example_is_a_card_of_the_deck_that_is_played_with() -> None:
    assert '"EO"' in refused({**PLAYED, "plays": [[1, "XX"]]}).de
    assert '"CQ"' in refused({**PICKED, "plays": [[1, "XX"]]}).de
    assert '"CQ"' in refused({**PICKED, "blind": ["C7", "XX"]}).en
    contract = {"kind": "pick", "seat": 2, "called": "XX"}
    assert '"CQ"' in refused({**PICKED, "contract": contract}).en


def test_a_name_for_several_cards_is_none() -> None:
    assert named_card("Ober") is None
    assert named_card("10") is None
    assert named_card("SS") == named_card("Schellen-Schöne")
    assert likely_card("XX", Family.GERMAN) is None


def test_a_suit_is_understood_by_what_players_call_it() -> None:
    for said, letter in (("g", "G"), ("Blatt", "G"), ("die Blauen", "G"), ("Eichel", "E")):
        suit = named_suit(said)
        assert suit is not None
        assert suit.letter == letter
    french = {**PLAYED, "suits": "french", "contract": {"kind": "solo", "seat": 0, "suit": "Kreuz"}}
    contract = parse_line(json.dumps(french)).contract
    assert contract is not None
    assert contract.suit is named_suit("C", Family.FRENCH)


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"contract": {"kind": "wenz", "seat": 0, "kontra": True}}, "in `doubles`"),
        ({"end": {"kind": "claim", "seat": 0, "legen": 2}}, "in `doubles`"),
        ({"end": {"kind": "entered", "won": True, "price": 30}}, "in the answer"),
    ],
)
def test_a_doubling_or_a_result_in_the_wrong_object_is_told(
    changed: dict[str, object], place: str
) -> None:
    plain = {"game": "schafkopf", "players": 4, "dealer": 3, "plays": []}
    contract = {"contract": {"kind": "wenz", "seat": 0}}
    with pytest.raises(PlainError) as refused:
        parse({**plain, **contract, **changed})
    assert place in refused.value.text.en


def test_capitals_are_no_mistake() -> None:
    line = {"game": "Schafkopf", "players": 4, "dealer": 3, "doubles": ["Kontra"]}
    record = parse(line)
    assert (record.game, record.doubles[0].say) == ("schafkopf", "kontra")


def test_a_remark_that_fits_no_page_is_a_field_of_its_own() -> None:
    line = {"game": "schafkopf", "players": 4, "dealer": 3}
    assert parse({**line, "note": "x" * 60}).note == "x" * 60
    long = parse({**line, "note": "x" * 61})
    assert (long.note, long.extra["note"]) == (None, "x" * 61)
