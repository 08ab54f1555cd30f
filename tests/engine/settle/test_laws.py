"""What holds of every settlement, whatever the game, the table, the house rules and the end."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import rules_from
from tests.engine.settle.made import FAMILY, Line, amounts, made, result, scored, zero_sum
from tests.engine.settle.reckoning import Said, payout
from tests.simulate.table import Deal

SEEDS = st.integers(0, 2**40)
TABLES = st.sampled_from(FAMILY)
SOLOS = ("solo", "wenz", "geier", "niederer")
DOUBLES = (
    *([], ["legen"], ["klopfen", "legen"], ["kontra"]),
    *(["legen", "kontra", "re"], ["kontra", "re", "supra", "resupra"]),
)
"""Doublings as they may be said where the house plays with all of them."""

HOUSE = st.fixed_dictionaries(
    {},
    optional={
        "tariff": st.fixed_dictionaries(
            {},
            optional={name: st.integers(0, 60) for name in ("call", "solo", "ramsch", "schwarz")},
        ),
        "pot_split": st.sampled_from(["equal", "per_head"]),
        "laufende": st.booleans(),
        "laufende_min": st.sampled_from([1, 3, {"wenz": 2, "default": 4}]),
        "laufende_scope": st.sampled_from(["all", "stamm"]),
        "laufende_to": st.sampled_from(["price", "holder"]),
        "declarer_schneider_free": st.sampled_from(["never", "total/4+1", 10, 60]),
        "tout_doubles": st.sampled_from(["base", "base+laufende", "all"]),
        "tout_doubles_when": st.sampled_from(["always", "won"]),
        "ramsch_jungfrau": st.sampled_from(
            ["none", "double_each", "double_once", "own_double", "own_double_each"]
        ),
        "ramsch_durchmarsch": st.sampled_from(["off", "wins"]),
        "ramsch_durchmarsch_from": st.sampled_from(["all_tricks", 61, 91]),
        "ramsch_tie": st.sampled_from(["higher_trump", "more_tricks", "shared"]),
        "revoke": st.sampled_from(["offender_pays_all", "game_lost", "trick_lost", "none"]),
        "revoke_price": st.sampled_from(["base", "schneider", "schwarz"]),
        "revoke_side": st.sampled_from(["team", "offender"]),
        "late_proof": st.sampled_from(["resettle", "stands"]),
        "stock_pay": st.sampled_from([0, 1, 7]),
        "stock_to": st.sampled_from(["call_won", "solo_won", "any_won"]),
        "stock_lost": st.sampled_from(["stays", "doubled"]),
    },
)
"""House rules of settlement, some of them or all."""


def ends(players: int) -> st.SearchStrategy[dict[str, object] | None]:
    seat = st.integers(0, players - 1)
    return st.one_of(
        st.none(),
        st.fixed_dictionaries(
            {"kind": st.just("claim"), "seat": seat, "agreed": st.booleans()},
            optional={"laufende": st.integers(-8, 8)},
        ),
        st.fixed_dictionaries(
            {"kind": st.just("conceded"), "seat": seat},
            optional={"laufende": st.integers(-8, 8), "agreed": st.booleans()},
        ),
        st.fixed_dictionaries({"kind": st.sampled_from(["ruled", "void"])}),
        st.fixed_dictionaries({"kind": st.just("laid_down")}, optional={"seat": seat}),
        st.fixed_dictionaries(
            {
                "kind": st.just("thrown_in"),
                "why": st.sampled_from(["all_pass", "misdeal", "exposed", "wrong_count"]),
            }
        ),
    )


def _can_be_tout(deal: Deal) -> bool:
    return deal.table.kind in SOLOS and len(deal.table.seats) > 2


def with_rules(written: Line, house: dict[str, object]) -> Line:
    rules = written["rules"]
    assert isinstance(rules, dict)
    return {**written, "rules": {**rules, **house}}


@given(SEEDS, TABLES, HOUSE, st.data())
@settings(max_examples=400, deadline=None)
def test_every_payment_sums_to_nothing(
    seed: int, table: tuple[str, int], house: dict[str, object], data: st.DataObject
) -> None:
    """RULES 8: all payouts are zero-sum, the Stock included; who sits out is neither paid nor
    charged (0.12)."""
    deal, written = made(random.Random(seed), *table)
    written = with_rules(written, house)
    end = data.draw(ends(table[1]), "end")
    laid = written["plays"]
    assert isinstance(laid, list)
    assume(end is None or end["kind"] != "laid_down" or deal.table.kind in SOLOS)
    if end is not None:
        written |= {"end": end, "plays": laid[: data.draw(st.integers(0, len(laid)), "laid")]}
    if data.draw(st.booleans(), "tout") and _can_be_tout(deal):
        written["contract"] = {**_contract(written), "tout": True}
    written = with_rules(written, {"legen": True, "stoss": "resupra"})
    written["doubles"] = data.draw(st.sampled_from(DOUBLES), "doubles")
    written["stock"] = data.draw(st.sampled_from([0, 5, 40]), "stock")
    settled = scored(written)
    if settled is None:
        return
    assert zero_sum(settled)
    assert len(settled.payout) == deal.table.players
    for seat in set(range(deal.table.players)) - set(deal.table.seats):
        assert settled.payout[seat] == 0


@given(
    SEEDS,
    st.sampled_from([[], ["crack"], ["doubler"], ["doubler", "crack", "recrack"]]),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_every_payment_of_sheepshead_sums_to_nothing(
    seed: int, doubles: list[str], bump: bool
) -> None:
    """RULES 0.6, 9: picker, partner and opponents; leaster."""
    deal, written = made(random.Random(seed), "sheepshead", 5)
    written = with_rules(written, {"double_on_bump": bump, "all_pass": "doubler"})
    written |= {"doubles": doubles}
    settled = result(written)
    assert zero_sum(settled)
    assert len(settled.payout) == len(deal.table.seats)


def _contract(written: Line) -> dict[str, object]:
    contract = written["contract"]
    assert isinstance(contract, dict)
    return contract


@given(SEEDS, TABLES, HOUSE, st.booleans(), st.integers(0, 2), st.sampled_from([0, 5, 40]))
@settings(max_examples=400, deadline=None)
def test_every_game_of_two_sides_is_settled_as_reckoned_from_whole_hands(
    seed: int,
    table: tuple[str, int],
    house: dict[str, object],
    tout: bool,
    doubles: int,
    stock: int,
) -> None:
    """RULES 0.3 to 0.5, 1, 5, 8: sides, thresholds, grades, Laufende, Tout, pot, Stock."""
    chance = random.Random(seed)
    deal, written = made(chance, *table)
    while deal.table.kind == "ramsch":
        deal, written = made(chance, *table)
    tout = tout and _can_be_tout(deal)
    written = with_rules(written, house)
    written = with_rules(written, {"legen": True})
    written |= {"doubles": ["legen"] * doubles, "stock": stock}
    written["contract"] = {**_contract(written), **({"tout": True} if tout else {})}
    rules = written["rules"]
    assert isinstance(rules, dict)
    options: Any = rules_from(rules, table[0]).options
    expected, change = payout(deal, Said(options, tout, doubles, stock))
    settled = result(written)
    assert (list(settled.payout), settled.stock_change) == (expected, change)
    assert sum(settled.points_by_seat) == (148 if len(deal.table.seats) == 5 else 120)


@given(SEEDS, TABLES, HOUSE, st.integers(1, 6))
@settings(max_examples=200, deadline=None)
def test_moving_everybody_round_the_table_moves_the_payments(
    seed: int, table: tuple[str, int], house: dict[str, object], steps: int
) -> None:
    """No rule knows a seat by its number."""
    _, written = made(random.Random(seed), *table)
    written = with_rules(written, house)
    players = table[1]

    def moved(seat: object) -> int:
        assert isinstance(seat, int)
        return (seat + steps) % players

    turned: Line = {**written, "dealer": moved(written["dealer"])}
    turned["plays"] = [[moved(seat), code] for seat, code in _rows(written, "plays")]
    turned["contract"] = {
        name: moved(value) if name in ("seat", "partner") else value
        for name, value in _contract(written).items()
    }
    if "out" in written:
        turned["out"] = [moved(seat) for seat in _rows(written, "out")]
    if "piles" in written:
        piles = _rows(written, "piles")
        turned["piles"] = [piles[(seat - steps) % players] for seat in range(players)]
        turned["reveals"] = [
            [after, moved(seat), pile, code]
            for after, seat, pile, code in _rows(written, "reveals")
        ]
    before, after = result(written), result(turned)
    for seat in range(players):
        assert before.payout[seat] == after.payout[moved(seat)]
    assert before.price == after.price


def _rows(written: Line, name: str) -> list[Any]:
    rows = written[name]
    assert isinstance(rows, list)
    return rows


@given(SEEDS, TABLES, HOUSE, st.permutations("EGHS"))
@settings(max_examples=200, deadline=None)
def test_plain_suits_are_worth_the_same(
    seed: int, table: tuple[str, int], house: dict[str, object], order: list[str]
) -> None:
    """RULES 2: suits differ by trumps alone; plain suits exchanged change no payment."""
    deal, written = made(random.Random(seed), *table)
    written = with_rules(written, house)
    plain = [suit for suit in "EGHS" if suit in set(deal.table.klasses.values())]
    other = dict(zip(plain, [suit for suit in order if suit in plain], strict=True))

    def changed(code: object) -> object:
        if not isinstance(code, str) or deal.table.klasses.get(code) not in other:
            return code
        return other[code[0]] + code[1]

    twin: Line = {**written}
    twin["plays"] = [[seat, changed(code)] for seat, code in _rows(written, "plays")]
    contract = _contract(written)
    twin["contract"] = {name: changed(value) for name, value in contract.items()}
    if deal.table.kind == "rufspiel":
        twin["contract"] = {**contract, "suit": other[str(contract["suit"])]}
    if "piles" in written:
        twin["piles"] = [
            [[changed(c) for c in pile] for pile in s] for s in _rows(written, "piles")
        ]
        twin["reveals"] = [[*at, changed(code)] for *at, code in _rows(written, "reveals")]
    assert amounts(result(twin)) == amounts(result(written))


@given(SEEDS, TABLES, st.data())
@settings(max_examples=200, deadline=None)
def test_what_is_settled_early_is_settled_alike_in_the_end(
    seed: int, table: tuple[str, int], data: st.DataObject
) -> None:
    """RULES 12: a claim that is contested is settled only where the rest cannot change it."""
    deal, written = made(random.Random(seed), *table)
    laid = _rows(written, "plays")
    size = len(deal.table.seats)
    least = len(laid) - 3 * size
    cut = data.draw(st.integers(least, len(laid)), "laid")
    end = {"kind": "claim", "seat": deal.table.seats[0], "agreed": False}
    early = scored({**written, "plays": laid[:cut], "end": end})
    if early is not None:
        late = result(written)
        assert (early.payout, early.laufende) == (late.payout, late.laufende)
        assert (early.schneider, early.schwarz) == (late.schneider, late.schwarz)


@given(SEEDS, TABLES, HOUSE, st.data())
@settings(max_examples=300, deadline=None)
def test_what_is_settled_without_seeing_the_hands_holds_with_them(
    seed: int, table: tuple[str, int], house: dict[str, object], data: st.DataObject
) -> None:
    """RULES 12: an early end is settled only where no card still hidden can change it."""
    deal, written = made(random.Random(seed), *table)
    written = with_rules(written, house)
    laid = _rows(written, "plays")
    cut = data.draw(st.integers(0, len(laid)), "laid")
    alone = ["laid_down"] if deal.table.kind in SOLOS else []
    kind = data.draw(st.sampled_from(["claim", "conceded", *alone]), "end")
    seat = data.draw(st.sampled_from(deal.table.seats), "seat")
    early: Line = {**written, "plays": laid[:cut], "end": {"kind": kind, "seat": seat}}
    blind = scored(early)
    hands = [list(deal.hands.get(each, ())) for each in range(deal.table.players)]
    if deal.table.kind == "hochzeit":
        # As dealt: before the one trump went over and another card came back.
        giver, partner = deal.table.caller, deal.table.partner
        assert giver is not None
        assert partner is not None
        hands[giver] = [deal.gave if each == deal.back else each for each in hands[giver]]
        hands[partner] = [deal.back if each == deal.gave else each for each in hands[partner]]
    seeing = scored({**early, "hands": hands})
    assert seeing is not None
    if blind is not None:
        assert blind.payout == seeing.payout
        assert (blind.declarers, blind.laufende) == (seeing.declarers, seeing.laufende)


@given(SEEDS, TABLES, HOUSE, st.integers(1, 3))
@settings(max_examples=200, deadline=None)
def test_what_is_settled_with_cards_unseen_is_what_they_would_give(
    seed: int, table: tuple[str, int], house: dict[str, object], hidden: int
) -> None:
    """DEAL_FILE, `??`: settled where every way they can lie gives the same."""
    chance = random.Random(seed)
    _, written = made(chance, *table)
    written = with_rules(written, house)
    laid = _rows(written, "plays")
    unseen = set(chance.sample(range(len(laid)), hidden))
    plays = [[seat, "??" if at in unseen else code] for at, (seat, code) in enumerate(laid)]
    blind = scored({**written, "plays": plays})
    if blind is not None:
        truth = result(written)
        assert blind.payout == truth.payout
        assert blind.points_by_seat == truth.points_by_seat


@given(SEEDS, TABLES)
@settings(max_examples=100, deadline=None)
def test_a_result_stays_when_it_is_written_and_read(seed: int, table: tuple[str, int]) -> None:
    _, written = made(random.Random(seed), *table)
    report = evaluate(parse(written))
    assert report.complete
    assert report.result is not None
