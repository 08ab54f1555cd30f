"""The verdicts of a deal: those with a grade of proof, and what does not fit the order of play.

Whether everybody may have been right can only turn from yes to no while a deal goes on. So the end
is looked at first; only where something must have been wrong is the first such card sought, and the
deal followed from there on. Every verdict has each grade that holds, at its earliest card.

A card laid out of turn, a trick led by the wrong seat, a card that lies twice or that is not in the
deck may as well be a slip of the recording: never proof, only a reason to look again. Such a
verdict stays suspected until a person decides, and a proof ends where the seats are in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.caching import Slot
from engine.cards import Card
from engine.deal.record import Play
from engine.deal.report import Grade, Known, Status, Verdict
from engine.games.called_cards import ILLEGAL_CALL, Calling
from engine.games.facts import NOTHING_FOREKNOWN, UNKNOWN, Facts, Foreknown, first_plays, goes_on
from engine.games.revokes import Denials
from engine.proof.claims import BEFORE, Act
from engine.proof.findings import (
    Finding,
    Opened,
    ProofState,
    preferred,
    proven_before,
    step,
    suspected,
)
from engine.proof.position import Position, position
from engine.proof.possible import clearly_possible, possible

OUT_OF_TURN = frozenset({"out_of_turn", "lead_out_of_turn"})
"""Kinds that put the seats of a trick in doubt."""


_OF_TWO = 8
"""Cards within which a missed one fails the turn of two players, where it fails at all (7 was the
most in simulated deals); with more it does within a trick (`tests/engine/proof`)."""

_STANDS = frozenset({"upheld", "waived"})
"""Rulings by which a card was really laid out of turn: the recording is right."""


def seats_in_doubt_from(facts: Facts, irregular: Sequence[Verdict]) -> int | None:
    """Return the play from which on the seats may have been recorded wrongly; None for nowhere.

    A card that was missed, or counted twice, shifts every trick after it, and shows only once the
    turn fails: so the trick before that is in doubt (of two players the four before it), and all
    that follows. A person who says that the card was really laid out of turn lifts the doubt.
    """
    stands = {each.verdict for each in facts.record.rulings if each.ruling in _STANDS}
    turned = [each.play for each in irregular if each.kind in OUT_OF_TURN and each.id not in stands]
    if not turned:
        return None
    size = len(facts.setting.seats)
    window = _OF_TWO if size == 2 else size
    return max(0, (min(turned) // size * size) - window)


_REGULAR = Slot[tuple[Facts, int]]()
"""What was found in order last, and who had to lead first: the next card is looked at alone."""


def irregular_verdicts(facts: Facts, first_leader: int) -> list[Verdict]:
    """Return the suspicions about seats and cards."""
    last = facts.record.memo.latest(_REGULAR)
    if last is not None and last[1] == first_leader and goes_on(last[0], facts):
        found = [] if _last_card_fits(facts) else _found(facts, first_leader)
    else:
        found = _found(facts, first_leader)
    if not found:
        facts.record.memo.keep(_REGULAR, (facts, first_leader))
    return found


def _last_card_fits(facts: Facts) -> bool:
    """Tell whether the last card is in order, where all before it are."""
    if facts.doubtful or UNKNOWN in facts.klasses or facts.led[-1] == UNKNOWN:
        return False
    tricks = facts.tricks
    if len(tricks[-1].plays) > 1:
        return True
    return len(tricks) > 1 and tricks[-1].leader == tricks[-2].winner


def _found(facts: Facts, first_leader: int) -> list[Verdict]:
    found: list[Verdict] = []
    expected: int | None = first_leader
    for trick, led in zip(facts.tricks, facts.led, strict=True):
        if expected is not None and trick.leader != expected:
            found.append(_suspected("lead_out_of_turn", trick.leader, trick.start))
        if led == UNKNOWN:
            found += _out_of_order(facts, trick.start, trick.leader)
        expected = trick.winner if trick.complete else None
    if facts.doubtful:
        found += _twice(facts)
    if UNKNOWN in facts.klasses:
        found += _foreign(facts)
    return found


def _suspected(kind: str, seat: int, play: int, first: int | None = None) -> Verdict:
    proof = (play,) if first is None else (first, play)
    return Verdict(kind, seat, play, proof, play, status=Status.SUSPECTED, suspects=(seat,))


def _out_of_order(facts: Facts, start: int, leader: int) -> list[Verdict]:
    order = facts.setting.rotation.get(leader, facts.setting.seats)
    plays = facts.plays[start : start + len(order)]
    seats = tuple([play.seat for play in plays])
    if seats == order[: len(seats)]:
        return []
    found: list[Verdict] = []
    due = list(order)
    for place, seat in enumerate(seats):
        if due and seat == due[0]:
            due.pop(0)
            continue
        # Whoever was passed over by it lays next, and is in turn.
        found.append(_suspected("out_of_turn", seat, start + place))
        if seat in due:
            due.remove(seat)
    return found


def _twice(facts: Facts) -> list[Verdict]:
    first: dict[Card, int] = {}
    found: list[Verdict] = []
    for index, play in enumerate(facts.plays):
        if play.card is None:
            continue
        if play.card in first:
            found.append(_suspected("duplicate_card", play.seat, index, first[play.card]))
        else:
            first[play.card] = index
    return found


def _foreign(facts: Facts) -> list[Verdict]:
    points = facts.setting.points
    return [
        _suspected("foreign_card", play.seat, index)
        for index, play in enumerate(facts.plays)
        if play.card is not None and play.card not in points
    ]


def trusted_facts(facts: Facts, irregular: Sequence[Verdict]) -> Facts:
    """Return the facts that a count may rest on.

    It ends where the seats may have been recorded wrongly (`seats_in_doubt_from`); a card that
    lies twice counts as not seen, for one of its readings is wrong.
    """
    doubt = seats_in_doubt_from(facts, irregular)
    if doubt is not None:
        facts = first_plays(facts, doubt)
    if not facts.doubtful:
        return facts
    plays = tuple(
        Play(play.seat, None) if play.card in facts.doubtful else play for play in facts.plays
    )
    klasses = tuple(
        UNKNOWN if play.card is None else klass
        for play, klass in zip(plays, facts.klasses, strict=True)
    )
    size = len(facts.setting.seats)
    led = tuple(
        UNKNOWN if plays[trick * size].card is None else klass
        for trick, klass in enumerate(facts.led)
    )
    return replace(
        facts, record=facts.record.with_plays(plays), klasses=klasses, led=led, doubtful=frozenset()
    )


_STRONGEST_FIRST = (Grade.OWN_PLAY, Grade.COUNT, Grade.JOINT)


@dataclass(frozen=True, slots=True)
class DealPremises:
    """What holds for a deal before its first card."""

    leader: int
    """Who leads to the first trick."""
    calling: Calling | None
    foreknown: Foreknown
    never_played: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal as far as its seats and cards can be trusted."""

    facts: Facts
    premises: DealPremises

    def at(self, count: int) -> Position:
        """Return the position when `count` cards lay."""
        known = self.premises
        part = first_plays(self.facts, count)
        return position(part, known.calling, known.foreknown, known.never_played)

    def goes_on(self, before: _Deal) -> bool:
        """Tell whether this is `before` with more cards."""
        now, then = self.facts, before.facts
        return now.setting is then.setting and now.plays[: len(then.plays)] == then.plays

    def act(self, verdict: Verdict) -> Act | None:
        """Return what a verdict says was wrong; None where nobody can be named."""
        if verdict.seat is None:
            return None
        before = verdict.kind in (ILLEGAL_CALL, self.premises.foreknown.kind)
        return verdict.kind, verdict.seat, BEFORE if before else verdict.play


def graded(
    facts: Facts,
    premises: DealPremises,
    denials: Denials,
    own: Sequence[Verdict],
    irregular: Sequence[Verdict],
) -> list[Verdict]:
    """Return the verdicts of `own` with all their grades, and those no own play has proven yet.

    Args:
        facts: the deal as far as it goes.
        premises: its called cards and what its contract says.
        denials: what was denied in it.
        own: what the offenders' own plays prove.
        irregular: suspicions about seats and cards; proofs stop where the seats are in doubt.
    """
    setting = facts.setting
    if not setting.klass or setting.piles:
        return list(own)
    all_seen = len(facts.plays) == setting.play_count and UNKNOWN not in facts.klasses
    if all_seen and not own and not facts.doubtful:
        return []
    nothing_odd = not own and not irregular and premises.foreknown is NOTHING_FOREKNOWN
    if nothing_odd and clearly_possible(facts, premises.calling, denials, premises.never_played):
        return []
    deal = _Deal(trusted_facts(facts, irregular), premises)
    count = len(deal.facts.plays)
    last = deal.at(count)
    if not last.sound or possible(last):
        return list(own)
    return _verdicts(deal, last, _follow(deal, count, own), own)


_Timed = tuple[tuple[int, Act], ...]
"""Acts that own plays prove, each with the index of the play after which they do."""

_FOLLOWED = Slot[tuple[_Deal, _Timed, ProofState, Opened]]()
"""What was followed last: a deal that goes on card by card is not followed anew."""


def _follow(deal: _Deal, count: int, own: Sequence[Verdict]) -> ProofState:
    """Follow the deal from the first card at which somebody must have erred."""
    memo = deal.facts.record.memo
    acts_of = [(each.known_after, deal.act(each)) for each in own]
    timed: _Timed = tuple([(after, act) for after, act in acts_of if act is not None])
    last = memo.latest(_FOLLOWED)
    followed = len(last[0].facts.plays) if last is not None else 0
    # A card recorded twice later on takes a proof back that was found then.
    known = tuple([each for each in timed if each[0] < followed])
    if last is not None and deal.goes_on(last[0]) and known == last[1]:
        state, opened, first = last[2], dict(last[3]), followed + 1
    else:
        opened = Opened()
        first = _first_wrong(deal, count)
        # What a family's own duties prove need not make the spread of the cards impossible.
        state = proven_before([each for each in timed if each[0] < first - 1])
    for length in range(first, count + 1):
        acts = [act for after, act in timed if after == length - 1]
        state = step(state, deal.at(length), acts, opened)
    memo.keep(_FOLLOWED, (deal, timed, state, opened))
    return state


def _first_wrong(deal: _Deal, count: int) -> int:
    """Return how many cards lay when somebody must have erred for the first time."""
    low, high = 1, count
    while low < high:
        middle = (low + high) // 2
        if possible(deal.at(middle)):
            low = middle + 1
        else:
            high = middle
    return low


def _verdicts(
    deal: _Deal,
    last: Position,
    state: ProofState,
    own: Sequence[Verdict],
) -> list[Verdict]:
    grades = dict(state.known)
    found = []
    for verdict in own:
        act = deal.act(verdict)
        known = grades.pop(act, verdict.grades) if act is not None else verdict.grades
        found.append(_with_grades(verdict, known, before=act is not None and act[2] == BEFORE))
    found += [_counted(last, act, known) for act, known in grades.items()]
    proven = state.guilty.union(act[1] for act, _ in state.known)
    return found + [_open(state, last, each, proven) for each in state.open]


def _with_grades(verdict: Verdict, known: tuple[Known, ...], *, before: bool) -> Verdict:
    """Give a verdict its grades; what was wrong before the first card is known by its proof."""
    if not known:
        return verdict
    first = known[0].after
    verdict = replace(verdict, grades=known, grade=_strongest(known), known_after=first)
    if before and first != verdict.play:
        return replace(verdict, play=first, proof=(first, *verdict.proof))
    return verdict


def _strongest(known: Sequence[Known]) -> Grade:
    held = {each.grade for each in known}
    return next(grade for grade in _STRONGEST_FIRST if grade in held)


def _counted(last: Position, act: Act, known: tuple[Known, ...]) -> Verdict:
    """Return the verdict on an act that counting alone proves."""
    kind, seat, play = act
    counted = next(each.after for each in known if each.grade is Grade.COUNT)
    wrong = known[0].after if play == BEFORE else play
    # A card laid unseen may make a count certain, but cannot be shown.
    proof = [at for at in dict.fromkeys((wrong, counted)) if last.facts.plays[at].card is not None]
    return Verdict(
        kind,
        seat,
        wrong,
        tuple(proof),
        known[0].after,
        _strongest(known),
        suspects=(seat,),
        grades=known,
        card=last.card_of(act),
    )


def _open(state: ProofState, last: Position, finding: Finding, proven: frozenset[int]) -> Verdict:
    """Return the verdict on somebody; he is named where only he can have erred."""
    suspects = suspected(state, last, finding)
    seat = finding.guilty
    if seat is None and len(suspects.seats) == 1 and proven <= set(suspects.seats):
        seat = suspects.seats[0]
    kind, play = finding.kind, finding.since
    if seat is not None and suspects.acts:
        kind = preferred(act[0] for act in suspects.acts)[0]
        first = next(act for act in suspects.acts if act[0] == kind)
        play = finding.since if first[2] == BEFORE else first[2]
    card = next((last.card_of(act) for act in suspects.acts if act[0] == kind), None)
    certain = finding.grades[-1].after if seat is not None else finding.since
    laid = sorted({act[2] for act in suspects.acts if act[2] != BEFORE} - {certain})
    return Verdict(
        kind,
        seat,
        play,
        (*laid, certain),
        finding.since,
        _strongest(finding.grades),
        suspects=suspects.seats,
        grades=finding.grades,
        card=card,
    )
