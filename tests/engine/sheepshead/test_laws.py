"""What holds for every deal of Sheepshead, whatever the house rules and however it ends."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord
from engine.referee.evaluation import evaluate
from tests.engine.sheepshead.made import Made
from tests.engine.sheepshead.test_counts import SEEDS, TABLES
from tests.engine.sheepshead.test_duties import WITH_UNDER
from tests.engine.sheepshead.test_two import Two

HOUSE = st.fixed_dictionaries(
    {},
    optional={
        "double_on_bump": st.booleans(),
        "forced_bump": st.booleans(),
        "picker_share": st.sampled_from(["rest", 2]),
        "declarer_schneider_free": st.sampled_from(["never", 30, 31]),
        "bury_if_trickless": st.sampled_from(["picker", "opponents"]),
        "partner_method": st.sampled_from(["usual", "jd", "called", "none"]),
        "crack": st.sampled_from(["off", "crack", "recrack"]),
        "leaster_blind": st.sampled_from(["ignored", "first", "last", "dealer_names"]),
        "leaster_tie": st.sampled_from(["split", "none"]),
        "leaster_needs_trick": st.booleans(),
        "revoke": st.sampled_from(["offender_pays_all", "none"]),
    },
)
ENDS = st.sampled_from(
    [
        None,
        {"kind": "void"},
        {"kind": "ruled"},
        {"kind": "thrown_in", "why": "all_pass"},
        {"kind": "claim", "seat": 0, "agreed": True},
        {"kind": "claim", "seat": 1, "agreed": False},
        {"kind": "conceded", "seat": 2},
    ]
)
SAID = st.fixed_dictionaries(
    {
        "say": st.sampled_from(["crack", "recrack"]),
        "seat": st.integers(0, 2),
        "after": st.integers(0, 2),
    }
)
DOUBLES = st.tuples(st.sampled_from([[], ["doubler"]]), st.lists(SAID, max_size=2)).map(
    lambda both: [*both[0], *both[1]]
)


@given(
    SEEDS,
    st.sampled_from([*TABLES, *((players, "leaster") for players in (3, 4, 5, 6, 7))]),
    HOUSE,
    ENDS,
    DOUBLES,
    st.one_of(st.none(), st.integers(0, 12)),
    st.integers(0, 40),
)
@settings(max_examples=300, deadline=None)
def test_every_payment_sums_to_nothing(
    seed: int,
    table: tuple[int, str],
    rules: dict[str, object],
    end: dict[str, object] | None,
    doubles: list[object],
    broken: int | None,
    length: int,
) -> None:
    """PG, score: the sum of all scores is always zero; errors upheld included."""
    made = Made(seed, *table, break_at=broken)
    if end is not None:
        made.plays = made.plays[:length]
    rules = {"all_pass": "doubler", **rules}
    record = made.record(rules=rules, end=end, doubles=doubles)
    report = evaluate(record)
    rulings = [
        {"kind": each.kind, "seat": each.seat, "play": each.play, "ruling": "upheld"}
        for each in report.verdicts
    ]
    ruled = evaluate(made.record(rules=rules, end=end, doubles=doubles, rulings=rulings))
    for result in (report.result, ruled.result):
        if result is not None:
            assert sum(result.payout) == 0
            assert result.stock_change == 0
            assert len(result.payout) == made.players


def one_by_one(record: DealRecord) -> None:
    """Check that a deal that goes on card by card is judged as one that is read at once."""
    running = replace(record, plays=())
    reports = []
    for play in record.plays:
        running = running.with_play(play)
        reports.append(evaluate(running))
        assert reports[-1] == evaluate(replace(running))
    for count in range(len(record.plays), 0, -1):
        # A card taken back, or another way the deal may have gone.
        assert evaluate(running.with_plays(record.plays[:count])) == reports[count - 1]


@given(st.sampled_from(WITH_UNDER), st.booleans(), st.booleans())
@settings(max_examples=15, deadline=None)
def test_a_card_face_down_is_judged_alike_card_by_card(seed: int, known: bool, seen: bool) -> None:
    made = Made(seed, 5, "called", break_at=seed % 9)
    plays = [[s, "??" if c == made.under and not seen else c] for s, c in made.plays]
    contract = made.contract if known else {**made.contract, "under": "??"}
    one_by_one(made.record(contract=contract, plays=plays))


def test_a_card_face_down_is_hidden_again_when_the_card_that_showed_it_is_taken_back() -> None:
    made = Made(178, 5, "called", break_at=7)
    record = made.record(contract={**made.contract, "under": "??"})
    whole = replace(record, plays=()).with_plays(record.plays)
    assert evaluate(whole).verdicts
    earlier = whole.with_plays(record.plays[:25])
    assert evaluate(earlier) == evaluate(replace(earlier))


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_two_are_judged_alike_card_by_card(seed: int) -> None:
    one_by_one(Two(seed, 4).record())
