"""The one door to the referee and the settlement: a record goes in, a `DealReport` comes out.

Nothing is ever refused. Running and finished deals, cards not seen, wrong seats and cards that lie
twice are all facts; the report says what follows from them and leaves open what does not.

`missing` says what a deal that ended early lacks to be settled: cards that stayed in the hands may
decide the price. What people may say then is found by asking the settlement itself, so that
nothing is offered that it would not believe.

`penalties` says what an attentive onlooker expects of the next card, for the decoder. Only played
cards speak there, never hands. People do revoke, so nothing is ever ruled out: a card that would
prove an error costs two nats, one that has already been played much more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, log

from engine.caching import Slot
from engine.cards import Card
from engine.deal.ends import MOST_LAUFENDE
from engine.deal.record import DealRecord, JsonObject, Play
from engine.deal.report import TOUT_LOST, DealReport, Status, Verdict, decided_after
from engine.games import game as game_named
from engine.games.base import BlindTaken, Game, MayDouble
from engine.games.called_cards import ILLEGAL_CALL, NOT_KEPT, UNDER_WITHHELD, called_card_verdicts
from engine.games.dealer import PartnerDraw
from engine.games.facts import UNKNOWN, Facts, cards_left, gather, next_seat
from engine.games.revokes import REVOKE, denied_by, denied_classes, read_denials, revoke_verdicts
from engine.proof.grades import DealPremises, graded, irregular_verdicts, seats_in_doubt_from
from engine.referee.settlement import cost, offence, settled, with_changes

_RULED = {
    "upheld": Status.UPHELD,
    "dismissed": Status.DISMISSED,
    "waived": Status.WAIVED,
}


def evaluate(record: DealRecord) -> DealReport:
    """Return everything that can be said about a deal, running or over.

    Seat 1 lays Herz on Eichel, and Eichel in the next trick:

    >>> from engine.notation.reader import read
    >>> [deal] = read('''[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "1 wenz"]
    ... 1. 1: EA H7 E7 E8
    ... 2. 1: EZ E9''')
    >>> report = evaluate(deal.record)
    >>> [(each.id, each.status.value, each.proof) for each in report.verdicts]
    [('revoke:1:1', 'proven', (1, 5))]
    >>> report.turn, report.tricks[0].winner
    (2, 0)
    """
    game = game_named(record.game)
    facts = gather(record, game.setting)
    premises = _premises(facts, game)
    setting = facts.setting
    verdicts = _verdicts(facts, game, premises)
    complete = _all_seen(facts, premises.never_played)
    over = (
        record.end is not None
        or len(facts.plays) >= setting.play_count
        or game.over(facts)
        or (verdicts and offence(facts, game, verdicts) is not None)
    )
    sides = game.teams(facts)
    return DealReport(
        turn=None if over else next_seat(facts, premises.leader),
        tricks=facts.tricks,
        trick_count=setting.trick_count,
        hand_sizes=tuple([max(0, each) for each in cards_left(facts)]),
        complete=complete,
        called_card=setting.called,
        partners=sides.partners,
        sides_known=sides.known,
        verdicts=with_changes(facts, game, verdicts) if over and verdicts else verdicts,
        result=settled(facts, game, verdicts) if over else None,
        auction=game.auction(record),
    )


_PREMISES = Slot[DealPremises]()


def _premises(facts: Facts, game: Game) -> DealPremises:
    record = facts.record
    premises = record.memo.latest(_PREMISES)
    if premises is None:
        premises = DealPremises(
            leader=game.leader(record, facts.setting),
            calling=game.calling(facts),
            foreknown=game.foreknown(record),
            never_played=game.never_played(record),
        )
        record.memo.keep(_PREMISES, premises)
    return premises


def _all_seen(facts: Facts, never_played: Sequence[Card]) -> bool:
    """Tell whether every card of the deck is known to have been played, or never to be."""
    if facts.doubtful or len(facts.plays) != facts.setting.play_count:
        return False
    seen = {play.card for play in facts.plays}.union(never_played)
    return seen.issuperset(facts.setting.deck) and len(seen) == len(facts.setting.deck)


def _verdicts(facts: Facts, game: Game, premises: DealPremises) -> tuple[Verdict, ...]:
    denials = read_denials(facts)
    found = revoke_verdicts(facts, denials)
    if premises.calling is not None:
        found += called_card_verdicts(facts, premises.calling)
    duties = game.duties(facts)
    said = (ILLEGAL_CALL, NOT_KEPT, premises.foreknown.kind)
    if duties:
        told = {each.kind for each in found}
        found += [each for each in duties if each.kind in said and each.kind not in told]
        found = _with_twins(found, duties)
    irregular = irregular_verdicts(facts, premises.leader)
    found = graded(facts, premises, denials, found, irregular) + irregular
    if duties:
        found = _without_twins(found, duties)
        found += [each for each in duties if each.kind not in said]
    if not found:
        return ()
    found.sort(key=lambda verdict: (verdict.play, verdict.kind))
    doubtful = _doubtful_plays(facts, irregular)
    return tuple(_with_life(facts, game, verdict, doubtful) for verdict in found)


def _with_twins(found: Sequence[Verdict], duties: Sequence[Verdict]) -> list[Verdict]:
    """Take revokes that are the withholding of a card face down for proven with it."""
    twins = [replace(each, kind=REVOKE) for each in duties if each.kind == UNDER_WITHHELD]
    return _without_twins(found, duties) + twins if twins else [*found]


def _without_twins(found: Sequence[Verdict], duties: Sequence[Verdict]) -> list[Verdict]:
    """Leave out revokes that are the withholding of a card face down: one act, one verdict."""
    told = {(each.seat, each.play) for each in duties if each.kind == UNDER_WITHHELD}
    return [each for each in found if each.kind != REVOKE or (each.seat, each.play) not in told]


def _doubtful_plays(facts: Facts, irregular: Sequence[Verdict]) -> frozenset[int]:
    """Return the plays that may have been read wrongly: cards that lie twice, seats out of turn."""
    if not irregular:
        return frozenset()
    seats = seats_in_doubt_from(facts, irregular)
    return frozenset(
        index
        for index, play in enumerate(facts.plays)
        if play.card in facts.doubtful or (seats is not None and index >= seats)
    )


def _with_life(facts: Facts, game: Game, verdict: Verdict, doubtful: frozenset[int]) -> Verdict:
    """Add what doubt and people say about a verdict, and what it would cost."""
    status = verdict.status
    if status is Status.PROVEN and doubtful and _rests_on(doubtful, facts, verdict):
        status = Status.SUSPECTED
    for ruling in facts.record.rulings:
        if ruling.verdict == verdict.id:
            status = _RULED[ruling.ruling]
    penalty = cost(facts, game, verdict)
    return replace(verdict, status=status, payout_if_upheld=penalty.payout if penalty else None)


def _rests_on(doubtful: frozenset[int], facts: Facts, verdict: Verdict) -> bool:
    size = len(facts.setting.seats)
    lead = verdict.play - verdict.play % size
    return not doubtful.isdisjoint((lead, verdict.play, *verdict.proof))


STATED = "laufende"
"""The field of `end` that says how many Laufende there were."""
HOLDER = "holder"
"""The field of `end` that says who held the called card, which never lay."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What people would have to say for the deal to be settled; nothing of it where it is."""

    laufende: tuple[int, ...] = ()
    """Every number of Laufende the cards leave possible, at least two: none first, then "with"
    (positive), then "without" (negative), each from few to many. Any of them settles the deal."""
    holder_of: Card | None = None
    """The called card, where only who held it would settle the deal."""
    holders: tuple[int, ...] = ()
    """The seats that may have held it; naming one settles the deal, or leaves Laufende to be said.
    """
    unseen: bool = False
    """Whether cards that were played were not seen: they have to be entered first."""


NOTHING = Missing()
"""Nothing is missing, or nothing that could be asked for."""


def missing(record: DealRecord, report: DealReport) -> Missing:
    """Return what settling a deal lacks that ended early.

    Args:
        record: the deal.
        report: what `evaluate` says about it.
    """
    if record.end is None or record.contract is None or report.result is not None:
        return NOTHING
    if any(play.card is None for play in _counting(record, report)):
        return Missing(unseen=True)
    counts = _laufende(record)
    if counts:
        return Missing(laufende=counts)
    card = report.called_card
    if card is None or any(play.card is card for play in record.plays):
        return NOTHING
    seats = tuple(seat for seat in range(record.players) if _names_sides(record, seat))
    return Missing(holder_of=card, holders=seats) if seats else NOTHING


def _counting(record: DealRecord, report: DealReport) -> tuple[Play, ...]:
    """Return the plays that the settlement reads: none after a lost Tout."""
    if (record.end or {}).get("kind") != TOUT_LOST:
        return record.plays
    size = record.players - len(record.out)
    return record.plays[: decided_after(report.verdicts, len(record.plays), size)]


def with_laufende(end: JsonObject, count: int) -> JsonObject:
    """Return an end that says how many Laufende there were besides what it said."""
    return {**end, STATED: count}


def with_holder(end: JsonObject, seat: int) -> JsonObject:
    """Return an end that says who held the called card besides what it said."""
    return {**end, HOLDER: seat}


def _laufende(record: DealRecord) -> tuple[int, ...]:
    """Return the numbers of Laufende that the settlement believes; nothing below two of them."""
    believed = []
    for count in range(-MOST_LAUFENDE, MOST_LAUFENDE + 1):
        stated = replace(record, end=with_laufende(record.end or {}, count))
        result = evaluate(stated).result
        if result is not None and result.laufende == count:
            believed.append(count)
    if len(believed) < 2:
        return ()
    return tuple(sorted(believed, key=lambda count: (count < 0, abs(count))))


def _names_sides(record: DealRecord, seat: int) -> bool:
    """Tell whether the deal goes on to be settled when this seat held the called card."""
    known = replace(record, end=with_holder(record.end or {}, seat))
    return evaluate(known).result is not None or bool(_laufende(known))


def may_double(record: DealRecord) -> MayDouble | None:
    """Return who may double after the cards of a record; None where the table decides."""
    game = game_named(record.game)
    return game.may_double(gather(record, game.setting))


def blind_taken(record: DealRecord) -> BlindTaken | None:
    """Return who got the blind with a trick of a running deal; None where nobody has it."""
    game = game_named(record.game)
    return game.blind_taken(gather(record, game.setting))


def draws(game: str) -> bool:
    """Tell whether partners are drawn in a game."""
    return drawn(game, 0, 1) is not None


def drawn(game: str, first: int, second: int) -> PartnerDraw | None:
    """Return what the first two people with an ace decide; None where no partners are drawn.

    Raises:
        ValueError: they are the same, or not two of the table.
    """
    return game_named(game).drawn(first, second)


PLAYED = 12.0
"""Nats against a card that already lies in this deal."""
WRONG = 2.0
"""Nats against a card that would prove an error of the player."""
_SLIP = 0.05
"""How likely a discard is taken to be where the player can hardly be void."""


def penalties(record: DealRecord) -> Mapping[Card, float]:
    """Return soft penalties, in nats, for the card that comes next (for vision's decoder).

    A card already played costs much, one that its player could only lay by breaking a rule a
    little; cards left out cost nothing. Only cards played so far are looked at.

    >>> from engine.cards import card
    >>> from engine.notation.reader import read
    >>> [deal] = read('''[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "1 wenz"]
    ... 1. 1: EA''')
    >>> against = penalties(deal.record)
    >>> against[card("EA")], round(against[card("H7")], 2), card("E7") in against
    (12.0, 1.99, False)
    """
    game = game_named(record.game)
    facts = gather(record, game.setting)
    nats: dict[Card, float] = {}
    seat = next_seat(facts, game.leader(record, facts.setting))
    if seat is not None and facts.setting.klass:
        _add(nats, _against_suit(facts, seat))
        _add(nats, dict.fromkeys(_denied(facts, seat), WRONG))
        _add(nats, game.suspicion(facts, seat))
    for play in facts.plays:
        if play.card is not None:
            nats[play.card] = PLAYED
    return nats


def _add(nats: dict[Card, float], more: object) -> None:
    assert isinstance(more, dict)
    for card, amount in more.items():
        nats[card] = nats.get(card, 0.0) + amount


def _denied(facts: Facts, seat: int) -> list[Card]:
    """Return the cards that would be the first to prove an error: one mistake is made once."""
    said, shown = set[int](), set[int]()
    for index, play in enumerate(facts.record.plays):
        if play.seat == seat != facts.setting.silent:
            klass = facts.klasses[index]
            if klass in said:
                shown.add(klass)
            led = facts.led[index // len(facts.setting.seats)]
            if led != klass:
                said.update(denied_by(facts.setting, led, klass))
    return [card for card, klass in facts.setting.klass.items() if klass in said - shown]


def _against_suit(facts: Facts, seat: int) -> dict[Card, float]:
    """Return nats against not doing what is due, by how likely the player is to be void."""
    if not facts.tricks or facts.tricks[-1].complete or facts.led[-1] == UNKNOWN:
        return {}
    nats: dict[Card, float] = {}
    denied, right = denied_classes(facts, seat), set[int]()
    for due in dict.fromkeys((facts.led[-1], *facts.setting.otherwise)):
        right.add(due)
        if due not in denied:
            cost = -log(max(_SLIP, _void(facts, seat, due)))
            wrong = [card for card, klass in facts.setting.klass.items() if klass not in right]
            _add(nats, dict.fromkeys(wrong, cost))
    return nats


def _void(facts: Facts, seat: int, due: int) -> float:
    """Return the chance that `seat` holds no card of class `due`, all unseen cards alike."""
    laid = {play.card for play in facts.plays}
    out = [klass for card, klass in facts.setting.klass.items() if card not in laid]
    held = facts.setting.hand_size - sum(1 for play in facts.plays if play.seat == seat)
    of_class = out.count(due)
    if held <= 0 or held > len(out):
        return 1.0
    return comb(len(out) - of_class, held) / comb(len(out), held)
