"""Doublings: which are offered, who may say them and when, and how many count (AB 4.1).

Legen (Klopfen): everyone once, before the first card. Kontra: an opponent, while at most
`contra_until` cards lie. Re, Supra, Resupra: declarers and opponents in turn, each before another
card is played. A doubling is judged only where its seat and moment are on record, and not at all in
a game nobody declared. One that was upheld as illegal does not count, nor does what answered it;
until somebody decides, everything that was said counts (RULES 0.15 and 8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from engine.deal.record import Doubling
from engine.deal.report import Grade, Known, Verdict
from engine.games.facts import Facts
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.partners import called_cards, teams

LADDER = ("kontra", "re", "supra", "resupra")
"""Each answers the one before it; opponents and declarers by turns."""
BEFORE_THE_CARDS = ("legen", "klopfen")
"""Said before the first card, each seat once; two words for one thing."""
ALIASES = frozenset(BEFORE_THE_CARDS[1:])
KIND = "illegal_double"
_RUNGS = {"off": 0, "kontra": 1, "re": 2, "supra": 3, "resupra": 4}
"""How many rungs of the ladder the option `stoss` allows."""


def offered(house: HouseRules) -> tuple[str, ...]:
    """Return the doublings the house plays with, in the order in which they are said.

    Bock belongs with Legen to the games of practice (AB knows neither) and is called there; Bock
    rounds of the house come by themselves.
    """
    said = (*(BEFORE_THE_CARDS if house.legen else ()), *LADDER[: _RUNGS[house.stoss]])
    return (*said, "bock") if house.legen and not house.bock_after else said


def counting(facts: Facts, house: HouseRules) -> int:
    """Return how many doublings count: all that nobody upheld as illegal."""
    doubles = facts.record.doubles
    rulings = {ruling.verdict: ruling.ruling for ruling in facts.record.rulings}
    if not doubles or "upheld" not in rulings.values():
        return len(doubles)
    gone = {
        index for index, verdict in _judged(facts, house) if rulings.get(verdict.id) == "upheld"
    }
    for index in range(len(doubles)):
        answered = _answered(doubles, index)
        if answered and gone.issuperset(answered):
            gone.add(index)
    return len(doubles) - len(gone)


def doubling_verdicts(facts: Facts, house: HouseRules) -> tuple[Verdict, ...]:
    """Return a verdict for each doubling that was said too late or by who may not.

    Two at one moment by one seat are one verdict.
    """
    if not facts.record.doubles:
        return ()
    found: dict[str, Verdict] = {}
    for _, verdict in _judged(facts, house):
        found.setdefault(verdict.id, verdict)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """A doubling whose seat and moment are on record."""

    index: int
    """Its place among the doublings."""
    say: str
    seat: int
    after: int
    """Cards that lay."""


def _judged(facts: Facts, house: HouseRules) -> Iterator[tuple[int, Verdict]]:
    wrong: set[int] = set()
    for index, double in enumerate(facts.record.doubles):
        if double.seat is None or double.after is None:
            continue
        if double.seat >= facts.setting.players:
            continue  # Nobody sits there: a slip of the record.
        said = _Said(index, double.say, double.seat, double.after)
        shown = _shown(facts, house, said, wrong)
        if shown is not None and facts.plays:
            wrong.add(index)
            # Before the first card there is no play to hang it on: it is told with that card.
            play = min(max(0, said.after - 1), len(facts.plays) - 1)
            yield index, _verdict(said.seat, play, shown)


def _shown(facts: Facts, house: HouseRules, said: _Said, wrong: Set[int]) -> int | None:
    """Return the play that shows the doubling was wrong, -1 where it needs none; None if fine.

    `wrong` are the places of earlier ones that were.
    """
    if said.say in BEFORE_THE_CARDS:
        return -1 if _wrong_before_the_cards(facts, house, said) else None
    contract = facts.record.contract
    if said.say not in LADDER or contract is None or contract.seat is None:
        return None
    if _out_of_order(facts, house, said, wrong):
        return -1
    other_side = _on_the_other_side(facts, said)
    return _said_before(facts, said, wrong) if other_side is None else other_side


def _wrong_before_the_cards(facts: Facts, house: HouseRules, said: _Said) -> bool:
    again = any(
        each.seat == said.seat and each.say in BEFORE_THE_CARDS
        for each in facts.record.doubles[: said.index]
    )
    return not house.legen or again or said.after > 0 or said.seat not in facts.setting.seats


def _out_of_order(facts: Facts, house: HouseRules, said: _Said, wrong: Set[int]) -> bool:
    """Tell whether it was no turn to say this: not played here, nothing to answer, or too late."""
    rung, doubles = LADDER.index(said.say), facts.record.doubles
    if rung >= _RUNGS[house.stoss] or said.seat not in facts.setting.seats:
        return True
    if rung == 0:
        return _too_late(facts, house, said)
    answered = _answered(doubles, said.index)
    right = [place for place in answered if place not in wrong]
    moments = [doubles[place].after for place in right or answered]
    return not moments or all(before is not None and said.after > before for before in moments)


def _too_late(facts: Facts, house: HouseRules, said: _Said) -> bool:
    until = house.contra_until
    if isinstance(until, int):
        return said.after > until
    return any(play.seat == said.seat for play in facts.plays[: said.after])


def _answered(doubles: Sequence[Doubling], index: int) -> tuple[int, ...]:
    """Return the places of what this doubling may answer: one, unless somebody said it again."""
    say = doubles[index].say
    if say not in LADDER[1:]:
        return ()
    sought = LADDER[LADDER.index(say) - 1]
    return tuple(place for place in range(index) if doubles[place].say == sought)


def _said_before(facts: Facts, said: _Said, wrong: Set[int]) -> int | None:
    """Return the play since which it is certain that this had been said by one who might say it.

    As long as that one may turn out to be of the other side the second one accuses nobody.
    """
    earlier = [
        place
        for place, each in enumerate(facts.record.doubles[: said.index])
        if each.say == said.say and each.seat is not None and place not in wrong
    ]
    if not earlier or not teams(facts).known:
        return None
    cards = called_cards(facts.setting)
    return max((at for at, play in enumerate(facts.plays) if play.card in cards), default=-1)


def _on_the_other_side(facts: Facts, said: _Said) -> int | None:
    """Return the play that shows the seat on the wrong side, -1 where the call does."""
    sides = teams(facts)
    for_declarers = LADDER.index(said.say) % 2 == 1
    if (said.seat in sides.declarers) is for_declarers:
        return None
    if for_declarers and not sides.known:
        return None
    contract, cards = facts.record.contract, called_cards(facts.setting)
    assert contract is not None
    shows = [
        index
        for index, play in enumerate(facts.plays)
        if play.card in cards and (for_declarers or play.seat == said.seat)
    ]
    if said.seat == contract.seat or not shows:
        return -1
    return max(shows) if for_declarers else min(shows)


def _verdict(seat: int, play: int, shown: int) -> Verdict:
    """Return the verdict; no card was wrong, and only one of the other side's proves anything."""
    known = max(play, shown)
    return Verdict(
        KIND,
        seat,
        play,
        (shown,) if shown >= 0 and shown != play else (),
        known,
        Grade.OWN_PLAY,
        suspects=(seat,),
        grades=(Known(Grade.OWN_PLAY, known),),
    )
