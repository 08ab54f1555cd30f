"""A deal followed card by card: what is proven at each card, and by which grade.

Three grades (RULES 13).
Own play: a later play of his own shows it (`engine.games.revokes`, `engine.games.called_cards`).
Count: with nobody's word taken but p's own the cards cannot be spread, so p erred in every world.
Joint: with everybody's word taken they cannot be spread, so somebody erred. The joint grade
presumes that as few as possible erred: its suspects are all seats in the smallest sets whose
release makes the cards fit again. Where that leaves one seat he is named, unless somebody else is
already proven to have erred in this deal: then the others cannot be presumed honest any more (T3).

What was proven wrong is released before anything further is asked, so each wrong act is found once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.deal.report import Grade, Known
from engine.games.called_cards import CALLED_CARD, ILLEGAL_CALL, WITHHELD
from engine.games.revokes import REVOKE
from engine.proof.claims import Act
from engine.proof.position import Position
from engine.proof.possible import possible


@dataclass(frozen=True, slots=True)
class Finding:
    """Somebody erred, and which act it was is not certain yet."""

    since: int
    """The play that made it certain."""
    kind: str
    released: frozenset[Act]
    """What had been proven by then."""
    grades: tuple[Known, ...]
    guilty: int | None = None
    """The seat, where his own claims alone prove it."""


@dataclass(frozen=True, slots=True)
class Suspected:
    """Who may have done what a finding is about."""

    seats: tuple[int, ...]
    acts: tuple[Act, ...]
    """Acts that would explain it, each by itself."""


@dataclass(frozen=True, slots=True)
class ProofState:
    """What is proven once some cards lie."""

    known: tuple[tuple[Act, tuple[Known, ...]], ...] = ()
    """Every act proven wrong, with its grades in the order in which they came to hold."""
    open: tuple[Finding, ...] = ()

    @property
    def released(self) -> frozenset[Act]:
        """The acts that are proven wrong."""
        return frozenset(act for act, _ in self.known)

    @property
    def guilty(self) -> frozenset[int]:
        """Seats proven to have erred, though not in what."""
        return frozenset(each.guilty for each in self.open if each.guilty is not None)


Opened = dict[int, Position]
"""The positions at which findings were opened, by the play that opened them."""


def step(state: ProofState, now: Position, own: Sequence[Act], opened: Opened) -> ProofState:
    """Return the state once one more card lies.

    Args:
        state: what was proven before it.
        now: the position with the card.
        own: acts that the card proves by the offender's own play.
        opened: positions of earlier findings; added to.
    """
    after = len(now.facts.plays) - 1
    state = _proven(state, own, Known(Grade.OWN_PLAY, after))
    if not state.open and possible(now, acts=state.released):
        return state
    if not possible(now, seats=now.facts.setting.seats, acts=state.released):
        return state  # What is known contradicts itself; nothing can be concluded from it.
    opened[after] = now
    state, counted = _count(state, now, after)
    state = _close(state, now, opened, (*own, *counted))
    if _unnamed(state) is None and not possible(now, state.guilty, state.released):
        grades = (Known(Grade.JOINT, after),)
        kind = _kind(state, now)
        state = replace(state, open=(*state.open, Finding(after, kind, state.released, grades)))
    return state


def proven_before(timed: Iterable[tuple[int, Act]]) -> ProofState:
    """Return the state once some acts were proven by own plays, each at the card given."""
    state = ProofState()
    for after, act in timed:
        state = _proven(state, (act,), Known(Grade.OWN_PLAY, after))
    return state


def _proven(state: ProofState, acts: Iterable[Act], known: Known) -> ProofState:
    """Note that acts are proven by one more grade."""
    grades = dict(state.known)
    for act in acts:
        grades[act] = (*grades.get(act, ()), known)
    return replace(state, known=tuple(grades.items()))


def _unnamed(state: ProofState) -> Finding | None:
    return next((each for each in state.open if each.guilty is None), None)


def _count(state: ProofState, now: Position, after: int) -> tuple[ProofState, tuple[Act, ...]]:
    """Find what the own claims of one seat prove by themselves."""
    counted: list[Act] = []
    seats = now.facts.setting.seats
    for seat in seats:
        others = [other for other in seats if other != seat]
        if possible(now, others, state.released):
            continue
        acts = [act for group in now.groups(seat) for act in group if act not in state.released]
        certain = [
            act
            for act in acts
            if not possible(
                now, others, state.released.union(other for other in acts if other != act)
            )
        ]
        state = _proven(state, certain, Known(Grade.COUNT, after))
        counted += certain
        if seat not in state.guilty and not possible(now, others, state.released):
            state = _blame(state, now, seat, after)
    return state, tuple(counted)


def _blame(state: ProofState, now: Position, seat: int, after: int) -> ProofState:
    """Note that `seat` erred somehow; a joint finding that this explains becomes his."""
    known = Known(Grade.COUNT, after)
    joint = _unnamed(state)
    if joint is not None and possible(now, {seat, *state.guilty}, state.released):
        rest = tuple(each for each in state.open if each is not joint)
        named = replace(joint, guilty=seat, grades=(*joint.grades, known))
        return replace(state, open=(*rest, named))
    kind = _kind(state, now)
    finding = Finding(after, kind, state.released, (known,), guilty=seat)
    return replace(state, open=(*state.open, finding))


def _close(state: ProofState, now: Position, opened: Opened, new: Sequence[Act]) -> ProofState:
    """Give findings that newly proven acts explain to these acts, each act to one of them."""
    free = list(new)
    for finding in state.open if new else ():
        bundle = _explaining(state, now, opened, finding, free)
        if bundle is not None:
            free = [act for act in free if act not in bundle]
            grades = dict(state.known)
            for act in bundle:
                grades[act] = _merged(finding.grades, grades[act])
            rest = tuple(each for each in state.open if each is not finding)
            state = replace(state, known=tuple(grades.items()), open=rest)
    return state


def _explaining(
    state: ProofState, now: Position, opened: Opened, finding: Finding, new: Sequence[Act]
) -> tuple[Act, ...] | None:
    """Return those of the newly proven acts that a finding was about; None where it stays open."""
    then, free = opened[finding.since], state.guilty
    before = [act for act in new if act[2] <= finding.since]
    if finding.guilty is not None:
        then = opened[finding.grades[-1].after]
        free = frozenset(now.facts.setting.seats) - {finding.guilty}
        before = [act for act in new if act[1] == finding.guilty and act[2] < len(then.facts.plays)]
    if not possible(then, free, state.released):
        return None
    proven = state.released.difference(new)
    bundles: list[tuple[Act, ...]] = [(act,) for act in before]
    bundles += [
        tuple(act for act in before if act[:2] == both)
        for both in dict.fromkeys(act[:2] for act in before)
    ]
    for bundle in bundles:
        if possible(then, free, proven.union(bundle)):
            return bundle
    return tuple(before)


def _merged(first: Sequence[Known], later: Sequence[Known]) -> tuple[Known, ...]:
    """Join grades, each at its earliest moment; of several at one moment the strongest."""
    found: list[Known] = []
    for known in sorted((*first, *later), key=lambda each: (each.after, each.grade.value)):
        if any(known.grade is each.grade for each in found):
            continue
        if found and found[-1].after == known.after:
            found[-1] = max(found[-1], known, key=lambda each: _STRENGTH[each.grade])
        else:
            found.append(known)
    return tuple(found)


_STRENGTH = {Grade.JOINT: 0, Grade.COUNT: 1, Grade.OWN_PLAY: 2}


def _kind(state: ProofState, now: Position) -> str:
    """Return the kind of duty whose release explains everything.

    Duties of called cards come first, for they bind few; then following suit, then the rest.
    """
    kinds: dict[str, set[Act]] = {}
    for seat in now.facts.setting.seats:
        for group in now.groups(seat):
            for act in group:
                kinds.setdefault(act[0], set()).add(act)
    for kind in preferred(kinds):
        if possible(now, state.guilty, state.released | kinds[kind]):
            return kind
    called = [kind for kind in preferred(kinds) if _rank(kind) == 0]
    everything = set[Act]().union(*(kinds[kind] for kind in called))
    enough = bool(called) and possible(now, state.guilty, state.released | everything)
    return called[0] if enough else REVOKE


def preferred(kinds: Iterable[str]) -> list[str]:
    """Return kinds in the order in which they are taken for what was wrong."""
    return sorted(kinds, key=lambda kind: (_rank(kind), kind != WITHHELD, kind))


def _rank(kind: str) -> int:
    return {REVOKE: 1, ILLEGAL_CALL: 2}.get(kind, 0 if kind.startswith(CALLED_CARD) else 3)


def suspected(state: ProofState, now: Position, finding: Finding) -> Suspected:
    """Return who may have done what a finding of `state` is about, by all that lies now."""
    seats = now.facts.setting.seats
    if finding.guilty is not None:
        free = frozenset(seats) - {finding.guilty}
        suspects: tuple[int, ...] = (finding.guilty,)
    else:
        free = state.guilty
        suspects = _fewest(now, state, [seat for seat in seats if seat not in free])
    candidates = [
        act for seat in suspects for act in _explanations(now, state.released, free, seat)
    ]
    return Suspected(suspects, tuple(candidates))


def _fewest(now: Position, state: ProofState, seats: Sequence[int]) -> tuple[int, ...]:
    """Return every seat in a smallest set whose release makes the cards fit."""
    for size in range(1, len(seats) + 1):
        sets = [
            each
            for each in combinations(seats, size)
            if possible(now, state.guilty.union(each), state.released)
        ]
        if sets:
            return tuple(sorted({seat for each in sets for seat in each}))
    return ()


def _explanations(
    now: Position, released: frozenset[Act], free: frozenset[int], seat: int
) -> list[Act]:
    """Return the acts of `seat` whose release makes the cards fit, one of each group.

    Where no group is enough by itself it is all of them together.
    """
    found: list[Act] = []
    groups = [
        left
        for group in now.groups(seat)
        if (left := tuple(act for act in group if act not in released))
    ]
    for group in groups:
        if not possible(now, free, released.union(group)):
            continue
        each_alone = group if len(group) > 1 else ()
        alone = [act for act in each_alone if possible(now, free, released | {act})]
        found.append((alone or group)[0])
    return found or [group[0] for group in groups]
