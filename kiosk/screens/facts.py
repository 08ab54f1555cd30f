"""What the pages read out of a `TableView`: the deal in question, its contract, tricks and cards.

This is the only module of the pages that knows how `engine.evening.state` is laid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.deal.ends import END_KINDS, ENTERED
from engine.deal.record import DealRecord, JsonObject
from engine.deal.report import DealReport, Status, TrickView, Verdict
from engine.evening.deal import DealState
from engine.games import game
from engine.games.wording import TOLD_ONLY, card_text, carry_texts
from engine.rules.house_rules import preset_rules
from engine.text import Text
from kiosk.screens.cards import contract_text, doubling_words, face, may_look_back, who_plays
from kiosk.screens.values import CameraBadge, Carried, Slot
from kiosk.table.evening_orders import untouched
from kiosk.table.orders import uncalled
from kiosk.table.person_names import short
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import camera as words
from kiosk.words import pages as m
from kiosk.words import score_pad as e
from vision.camera.visibility import HINDRANCES
from vision.sighting import EarlierCard, TableActivity


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One deal as the pages see it."""

    deal: DealState
    running: bool

    @property
    def number(self) -> int:
        """1 for the evening's first deal."""
        return self.deal.number

    @property
    def record(self) -> DealRecord:
        """What happened."""
        return self.deal.record

    @property
    def report(self) -> DealReport:
        """What follows from it."""
        return self.deal.report

    @property
    def seqs(self) -> tuple[int, ...]:
        """The journal number behind each play."""
        return self.deal.seqs

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where in this deal, as there is room for."""
        return short(self.deal.names)


def running_deal(view: TableView) -> DealFacts | None:
    """Return the deal being played, None between deals."""
    deal = view.state.deal
    return DealFacts(deal, running=True) if deal is not None and not deal.closed else None


def callable_deal(view: TableView) -> DealFacts | None:
    """Return the deal that can be called: the running one, or one that ended without a call."""
    deal = uncalled(view.state)
    return running_deal(view) if deal is None else DealFacts(deal, running=False)


def last_deal(view: TableView) -> DealFacts | None:
    """Return the deal finished last, None before the first one."""
    deal = view.state.deal
    if deal is not None and deal.closed:
        return DealFacts(deal, running=False)
    finished = view.state.finished
    return DealFacts(finished[-1], running=False) if finished else None


def judged_deal(view: TableView, verdict: Verdict) -> DealFacts | None:
    """Return the deal a shown verdict is about: the one whose report holds it."""
    for deal in (running_deal(view), last_deal(view)):
        if deal is not None and verdict.id in (known.id for known in deal.report.verdicts):
            return deal
    return None


def find_deal(view: TableView, name: str) -> DealFacts | None:
    """Return a deal of this evening by its id."""
    deal = view.state.find_deal(name)
    return None if deal is None else DealFacts(deal, running=deal is view.state.deal)


def deal_with_play(view: TableView, seq: int) -> DealFacts | None:
    """Return the deal of this evening that holds the play with this `seq`."""
    deal = view.state.deal_with_play(seq)
    if deal is None:
        return None
    return DealFacts(deal, running=deal is view.state.deal and not deal.closed)


def next_record(view: TableView) -> DealRecord:
    """Return what the record of the next deal will begin with."""
    state = view.state
    rules = state.rules or preset_rules(state.game)
    dealer, out = state.next_dealer, state.next_out()
    family = game(state.game).family
    return DealRecord("", state.game, rules, len(state.seats), dealer, out, family=family)


def only_set(deal: DealFacts) -> bool:
    """Tell whether a running deal's game was set without an auction, and nothing was laid."""
    return deal.record.contract is not None and untouched(deal.deal)


def pending(view: TableView) -> tuple[Verdict, ...]:
    """Return the shown verdicts that nobody has ruled on and that there is to decide about."""
    waiting = (Status.SUSPECTED, Status.PROVEN)
    return tuple(v for v in view.outlook.shown if v.status in waiting and v.kind not in TOLD_ONLY)


def told_only(deal: DealFacts) -> tuple[Verdict, ...]:
    """Return what is told of a finished deal without anything to decide about it."""
    verdicts = deal.report.verdicts
    return tuple(v for v in verdicts if v.kind in TOLD_ONLY and v.status is Status.PROVEN)


def claimable(view: TableView) -> tuple[Verdict, ...]:
    """Return what a player who claims is told, where nobody has ruled on it."""
    waiting = (v for v in view.outlook.claimable if v.status is Status.PROVEN)
    return tuple(v for v in waiting if v.kind not in TOLD_ONLY)


def findings(view: TableView) -> tuple[tuple[DealFacts, Verdict], ...]:
    """Return the proven verdicts of finished deals that nobody has ruled on, the oldest first.

    Only what was shown of a deal while it was the newest: what was held back for a doubtful card
    is said once somebody told which card it was.
    """
    found: list[tuple[DealFacts, Verdict]] = []
    for done in view.state.finished:
        said = view.said.get(done.record.id, frozenset())
        found += [
            (DealFacts(done, running=False), verdict)
            for verdict in done.report.verdicts
            if verdict.status is Status.PROVEN
            and verdict.id in said
            and verdict.kind not in TOLD_ONLY
        ]
    return tuple(found)


def stopped_by(deal: DealFacts) -> Verdict | None:
    """Return the first verdict that the table upheld and that ends the deal.

    By house rule a mistake may cost a trick or nothing; then the deal goes on.
    """
    return next(
        (
            verdict
            for verdict in deal.report.verdicts
            if verdict.status is Status.UPHELD and verdict.payout_if_upheld is not None
        ),
        None,
    )


def ruled_against(deal: DealFacts) -> str | None:
    """Return who lost the deal by a mistake the table upheld."""
    verdict = stopped_by(deal)
    return None if verdict is None or verdict.seat is None else deal.names[verdict.seat]


def trick_number(deal: DealFacts, play: int) -> int:
    """Return the index of the trick that holds play `play`."""
    for number, trick in enumerate(deal.report.tricks):
        if trick.start <= play < trick.start + len(trick.plays):
            return number
    raise LookupError(f"no trick holds play {play}")


def about(deal: DealFacts, play: int) -> str:
    """Return trick and seat of a play as a form names them: "3.1"."""
    return f"{trick_number(deal, play)}.{deal.record.plays[play].seat}"


def look_alikes(deal: DealFacts, play: int, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards a play looks like, likeliest first; `order` is the scores' order of cards.

    Nothing where the camera did not see it, or saw it with another deck.
    """
    scores = deal.deal.laid[play].scores
    if scores is None or len(scores) != len(order):
        return ()
    ranked = sorted(zip(scores, order, strict=True), key=lambda scored: -scored[0])
    return tuple(card for _, card in ranked)


def open_tricks(deal: DealFacts) -> range:
    """Return the tricks an onlooker may look at: all afterwards, else running and last one."""
    count = len(deal.report.tricks)
    seen = 2 if may_look_back(deal.record) else 1
    return range(max(0, count - seen) if deal.running else 0, count)


def slots(view: TableView, deal: DealFacts, trick: TrickView | None) -> tuple[Slot, ...]:
    """Return every seat's place in `trick`, in the order of play, idle seats last."""
    names = deal.names
    turn = deal.report.turn
    leader = trick.leader if trick is not None else turn
    first = leader if leader is not None else (deal.record.dealer + 1) % deal.record.players
    played = _played(view, deal, trick) if trick is not None else {}
    order = [(first + step) % deal.record.players for step in range(deal.record.players)]
    waiting = [seat for seat in order if seat not in played and seat not in deal.record.out]
    complete = trick is not None and trick.complete
    return (
        *played.values(),
        *(Slot(seat, names[seat], next=seat == turn and not complete) for seat in waiting),
        *(Slot(seat, names[seat], out=True) for seat in deal.record.out if seat not in played),
    )


def _played(view: TableView, deal: DealFacts, trick: TrickView) -> dict[int, Slot]:
    shown: dict[int, Slot] = {}
    for offset, (seat, card) in enumerate(trick.plays):
        seq = deal.seqs[trick.start + offset]
        shown[seat] = Slot(
            seat,
            deal.names[seat],
            face=face(card) if card is not None else None,
            played=True,
            seq=seq,
            winning=seat == trick.winner,
            unsure=seq in view.outlook.unsure or card is None,
        )
    return shown


_PILLS = {
    TableActivity.STARTING: CameraBadge(words.CAMERA_STARTING, on=False, bad=False),
    TableActivity.HAND: CameraBadge(words.HAND, on=True, bad=False, long=words.HAND_LONG),
    TableActivity.SWEPT: CameraBadge(words.SWEPT, on=True, bad=False, long=words.SWEPT_LONG),
    TableActivity.NO_PICTURE: CameraBadge(
        words.CAMERA_LOST, on=False, bad=True, long=words.CAMERA_LOST_LONG
    ),
}
_SOURCES: dict[str, Text] = {
    "camera": words.CAMERA_ON,
    "video": words.VIDEO,
    "sample": words.SAMPLE,
}


def camera(view: TableView) -> CameraBadge:
    """Return what is said about the camera, and what a tap on that does."""
    pill = _pill(view)
    if view.source == "none" and view.camera.note is not None:
        return replace(pill, word=words.CAMERA_FOUND, long=view.camera.note, tap="use")
    if view.camera.off:
        return replace(pill, tap="on" if view.state.running else "setup")
    if view.source != "camera":
        return pill
    return replace(pill, tap="setup" if pill.bad else "off")


def _pill(view: TableView) -> CameraBadge:
    """Return what is said: what people have to mend comes before what is."""
    if view.camera.off:
        return CameraBadge(words.CAMERA_OFF, on=False, bad=False, long=view.camera.note)
    if view.source == "none":
        return CameraBadge(words.CAMERA_NONE, on=False, bad=False)
    if view.camera.deck_note is not None:
        return CameraBadge(words.DECK_LOST, on=False, bad=True, long=view.camera.deck_note)
    if view.camera.over and view.source == "video":
        return CameraBadge(words.VIDEO_OVER, on=False, bad=False, long=words.VIDEO_OVER_LONG)
    pill = _PILLS.get(view.camera.activity, CameraBadge(_SOURCES[view.source], on=True, bad=False))
    mend = view.camera.note or _to_mend(view)
    if mend is not None:
        word = pill.word if pill.bad else words.CAMERA_CHECK
        return replace(pill, word=word, bad=True, long=mend)
    return replace(pill, long=pill.long or _seen(view))


def _to_mend(view: TableView) -> Text | None:
    if view.asides.hindrance is not None:
        return HINDRANCES[view.asides.hindrance]
    if view.camera.activity is TableActivity.NO_PICTURE:
        return None
    if view.asides.lost:
        return words.CAMERA_MOVED_FAR
    if view.asides.other_deck:
        return words.OTHER_DECK_SEEN.format(deck=view.state.deck)
    return None


def _seen(view: TableView) -> Text | None:
    """Return what is said about things that are no plays."""
    asides = view.asides
    if earlier := _no_plays(view):
        return _earlier(earlier)
    if asides.strange:
        return words.FOREIGN_SEEN
    if asides.backs:
        return words.FACE_DOWN_LONG
    return words.CAMERA_MOVED if asides.moved else None


_MOST_NAMED = 4
_SURE = 0.98


def _no_plays(view: TableView) -> list[EarlierCard]:
    """Return what lay there before; the program begun again has plays of this deal lying there."""
    deal = view.state.deal
    played = set() if deal is None else {laid.card for laid in deal.laid}
    return [one for one in view.asides.earlier if one.card is None or one.card not in played]


def _earlier(cards: Sequence[EarlierCard]) -> Text:
    """Return what is said of cards that lay there before; few are named."""
    sure = [card_text(one.card) for one in cards if one.card is not None and one.p >= _SURE]
    if len(sure) < len(cards) or len(sure) > _MOST_NAMED:
        return words.EARLIER_CARDS.format(count=len(cards)) if cards[1:] else words.EARLIER_CARD
    named = Text(de=", ".join(t.de for t in sure), en=", ".join(t.en for t in sure))
    return words.EARLIER_NAMED.format(cards=named)


MOST_BACKS = 6
"""Backs drawn; what lies face down in a game are fewer."""


def paused(view: TableView) -> Text | None:
    """Return what is said of a break while it lasts: of a camera only where there is one."""
    if view.state.paused is None:
        return None
    return c.PAUSED_BY_HAND if view.source == "none" else e.PAUSED


def backs(view: TableView) -> int:
    """Return how many face-down cards are drawn: those that lie on the table just now."""
    return 0 if view.source == "none" else min(view.asides.backs, MOST_BACKS)


@dataclass(frozen=True, slots=True)
class DoneTrick:
    """One trick to look back at."""

    title: Text
    slots: tuple[Slot, ...]
    points: int


def lying(deal: DealFacts) -> TrickView | None:
    """Return the trick that lies on the table, None once it is swept."""
    sweeps = deal.deal.sweeps
    swept = bool(sweeps) and sweeps[-1].after >= len(deal.record.plays)
    tricks = deal.report.tricks
    return None if swept or not tricks else tricks[-1]


def last_trick(view: TableView) -> DoneTrick | None:
    """Return the last trick that was made, not counting one that still lies there."""
    deal = running_deal(view) or last_deal(view)
    if deal is None or (deal.running and not may_look_back(deal.record)):
        return None
    shown = lying(deal) if deal.running else None
    made = [trick for trick in deal.report.tricks if trick.complete and trick is not shown]
    return done_trick(deal, view, made[-1]) if made else None


def shape(deal: DealState) -> tuple[int, int] | None:
    """Return how many piles lie before each and how deep; None where nothing is laid out."""
    return game(deal.head.game).setting(deal.record).piles


def done_trick(deal: DealFacts, view: TableView, trick: TrickView) -> DoneTrick:
    """Return one trick of a deal, in the order of play."""
    number = deal.report.tricks.index(trick) + 1
    played = tuple(_played(view, deal, trick).values())
    return DoneTrick(m.TRICK.format(n=number), played, trick.points)


def review(view: TableView, deal: DealFacts) -> tuple[DoneTrick, ...]:
    """Return every trick of a finished deal."""
    return tuple(done_trick(deal, view, trick) for trick in deal.report.tricks)


def how_it_ended(end: JsonObject) -> Text:
    """Return how a deal ended without the reason, as a heading: "Zusammengeworfen"."""
    kind = END_KINDS.get(str(end.get("kind")))
    words = e.ENDED_BY_HAND if end.get("kind") == ENTERED else m.DEAL_OVER
    words = words if kind is None else kind.title
    return Text(de=words.de[:1].upper() + words.de[1:], en=words.en[:1].upper() + words.en[1:])


def carried(view: TableView) -> Carried:
    """Return what the coming or running deal finds on the table."""
    carry = view.state.carry
    rounds = ((carry.bock, m.BOCK_LEFT), (carry.ramsch, m.RAMSCH_LEFT))
    said = [words.format(n=left) for left, words in rounds if left]
    said += carry_texts(replace(carry, stock=0, bock=0, ramsch=0))
    return Carried(carry.stock, tuple(said))


def contract_line(deal: DealFacts) -> Text:
    """Return "Resi spielt Rufspiel", or the game alone where nobody plays it.

    Where nothing was announced before the end, how it ended: thrown in, entered by hand.
    """
    contract, end = deal.record.contract, deal.record.end
    if contract is None:
        return m.NOT_ANNOUNCED if end is None else how_it_ended(end)
    words = contract_text(deal.record.game, contract)
    if contract.seat is None:
        return words
    return who_plays(deal.record.game, deal.names[contract.seat], words)


def doublings(deal: DealFacts) -> tuple[Text, ...]:
    """Return what was doubled, each word once with its count and with who said it."""
    words = doubling_words(deal.record.game)
    counted = Counter(doubling.say for doubling in deal.record.doubles)
    return tuple(_doubled(words[say], say, n, deal) for say, n in counted.items())


def _doubled(word: Text, say: str, count: int, deal: DealFacts) -> Text:
    text = m.TIMES.format(word=word, n=count) if count > 1 else word
    who = [each.seat for each in deal.record.doubles if each.say == say and each.seat is not None]
    names = ", ".join(deal.names[seat] for seat in dict.fromkeys(who))
    return c.SAID_BY.format(word=text, names=names) if names else text
