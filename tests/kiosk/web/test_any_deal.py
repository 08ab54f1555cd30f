"""Whatever was recorded, right or wrong, the pages open: any card by anybody is a fact."""

from __future__ import annotations

import hypothesis.strategies as st
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings

from engine.cards import GERMAN_32, Suit
from engine.deal.record import Contract
from engine.events import (
    Announced,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    Event,
    TrickTaken,
)
from kiosk.app import create_app
from tests.kiosk.fake_door import FakeDoor

CARDS = st.one_of(st.none(), st.sampled_from(GERMAN_32))
SEATS = st.one_of(st.none(), st.integers(0, 3))
PLAYED = st.builds(CardPlayed, CARDS, SEATS, st.just("touch"))
CONTRACTS = st.sampled_from(
    [None, Contract("rufspiel", 1, Suit.GRAS), Contract("solo", 2, Suit.HERZ), Contract("wenz", 0)]
)
OF = st.integers(1, 45)
EVENTS = st.one_of(
    PLAYED,
    PLAYED,
    PLAYED,
    st.builds(Announced, CONTRACTS),
    st.builds(CardCorrected, OF, CARDS),
    st.builds(CardRemoved, OF),
    st.builds(CardInserted, CARDS, st.one_of(st.none(), OF)),
    st.just(TrickTaken()),
)


APP = create_app(FakeDoor())
TOO_MANY: list[Event] = [
    Announced(Contract("solo", 0, Suit.HERZ)),
    *(CardPlayed(known, source="touch") for known in (*GERMAN_32, *GERMAN_32[:7], None)),
]


def statuses(client: FlaskClient, door: FakeDoor) -> set[int]:
    found = {client.get(path).status_code for path in ("/", "/call", "/last", "/scores", "/review")}
    deal = door.view().state.deal
    for seq in deal.seqs[-5:] if deal is not None else ():
        found |= {client.get(f"/check/{seq}").status_code}
    for verdict in door.view().outlook.shown:
        found |= {client.get(f"/misread/{verdict.id}").status_code}
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@example(events=TOO_MANY, closed=True)
@given(events=st.lists(EVENTS, max_size=45), closed=st.booleans())
def test_any_record_can_be_looked_at(events: list[Event], closed: bool) -> None:
    door = FakeDoor()
    door.seat_them()
    door.record(*events)
    APP.extensions["door"] = door
    client = APP.test_client()
    assert statuses(client, door) <= {200, 403, 404}
    if closed:
        door.record(DealClosed())
        assert statuses(client, door) <= {200, 403, 404}
