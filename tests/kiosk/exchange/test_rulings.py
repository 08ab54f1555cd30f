"""Rulings as they are sent: what is read is what was written, and rubbish is one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.bounds import MOST_DEAL
from engine.text import PlainError
from kiosk.exchange.rulings import (
    LONGEST_REASON,
    MOST_TOLD,
    DealRuling,
    NumberPoints,
    RulingsMessage,
    ToldPenalty,
    rulings_from_json,
    rulings_to_json,
)

AT = "2026-11-28T20:00:00+01:00"
RULING = DealRuling(
    *(2, 3, 1, 4, 120_000, "c" * 64),
    (NumberPoints(17, Fraction(20, 3)), NumberPoints(4, Fraction(-20, 3))),
    "Die Rufsau lag schon.",
    "holds",
    AT,
)
PENALTY = ToldPenalty(1, 1, 1, 17, Fraction(-10), "Handy am Tisch", withdrawn=False, at=AT)
MESSAGE = RulingsMessage(
    "rennen", (RULING, replace(RULING, entry=5, state="overtaken")), (PENALTY,)
)


def changed(change: Callable[[Any], object]) -> bytes:
    read = json.loads(rulings_to_json(MESSAGE))
    change(read)
    return json.dumps(read).encode()


def test_what_is_read_is_what_was_written() -> None:
    assert rulings_from_json(rulings_to_json(MESSAGE)) == MESSAGE
    assert rulings_from_json(changed(lambda read: read | {"weather": "fine"})) == MESSAGE


def test_the_newest_are_told_and_the_longest_message_can_be_read() -> None:
    reason = "\U0001f0a1" * LONGEST_REASON
    wide = tuple(NumberPoints(2000 + n, Fraction(-999_999, 999_983)) for n in range(7))
    many = RulingsMessage(
        "rennen",
        tuple(
            replace(RULING, entry=n, points=wide, reason=reason) for n in range(1, MOST_TOLD + 9)
        ),
        tuple(replace(PENALTY, entry=n, reason=reason) for n in range(1, MOST_TOLD + 9)),
    )
    payload = rulings_to_json(many)
    # The figure of docs/MQTT.md; the numbers of the entries are longer here.
    assert 191_000 < len(payload) < 191_500 < MOST_DEAL
    read = rulings_from_json(payload)
    assert [each.entry for each in read.deals] == list(range(9, MOST_TOLD + 9))
    assert read.penalties == many.penalties[8:]


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        (b"nonsense", "no JSON"),
        (b"[]", "no JSON"),
        (b'{"v": 2}', "update this program"),
        (changed(lambda read: read["deals"][0].update(state="perhaps")), "state"),
        (changed(lambda read: read["deals"][0].update(points=[])), "points"),
        (changed(lambda read: read["deals"][0]["points"][0].update(points="much")), "points"),
        (changed(lambda read: read["deals"][0].update(head="c")), "head"),
        (changed(lambda read: read["deals"][0].update(reason="x" * 401)), "reason"),
        (changed(lambda read: read["penalties"][0].update(reason="\ud800")), "reason"),
        (changed(lambda read: read["penalties"][0].update(number=0)), "number"),
        (changed(lambda read: read["penalties"][0].update(withdrawn="yes")), "withdrawn"),
        (changed(lambda read: read.update(penalties=[7])), "penalties"),
    ],
)
def test_rubbish_is_refused_in_one_sentence(payload: bytes, told: str) -> None:
    with pytest.raises(PlainError, match=told) as refused:
        rulings_from_json(payload)
    assert "\n" not in refused.value.text.de
