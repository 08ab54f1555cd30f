"""Cards put right by touch: one card that was read, the piles of two players, cards face down.

For a card that was read the page offers what the camera takes it for, never which cards are still
out: that would count cards for the players. Two players' piles show what lies open for everybody
at the table. Cards that lay face down (a bury, a wedding's exchange) are told after the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.games import game
from engine.games.hidden import Hidden
from engine.text import Text
from kiosk.screens import facts
from kiosk.screens.cards import Face, by_suit, card_name, deck, face
from kiosk.screens.facts import DealFacts, shape
from kiosk.table.deal_answers import Piles, closing, may_turn, top
from kiosk.table.person_names import short
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import pages as m

LOOK_ALIKES = 3


@dataclass(frozen=True, slots=True)
class CheckScreen:
    """One card in question and what it may have been."""

    seq: int
    action: str
    heading: Text
    trick: Text
    name: str
    face: Face | None
    options: tuple[Face, ...]
    right: Text | None
    deck: tuple[tuple[Face, ...], ...]
    """The whole deck, one row a suit, when asked for."""
    note: Text | None = None
    """Why it is asked once more."""
    about: str = ""
    """Trick and seat as the forms carry them (`facts.about`); empty where none is asked about."""
    back: str = "/"
    """Where nothing is changed: the page people came from, the table or a replay's step."""


def find(view: TableView, seq: int) -> tuple[DealFacts, int] | None:
    """Return the deal and the index of the play behind `seq`."""
    deal = facts.deal_with_play(view, seq)
    play = deal.deal.index_of(seq) if deal is not None else None
    return None if deal is None or play is None else (deal, play)


def may_be_seen(view: TableView, deal: DealFacts, play: int, *, claims: bool) -> bool:
    """Tell whether a card may be shown: open to an onlooker, asked about, or part of a proof.

    `claims`: some verdicts are said only to a player who claims them; their proofs count too.
    """
    if not deal.running or facts.trick_number(deal, play) in facts.open_tricks(deal):
        return True
    asked = {question.seq for question in view.outlook.questions}
    told = (*facts.pending(view), *(facts.claimable(view) if claims else ()))
    proof = {index for verdict in told for index in verdict.proof}
    led = {deal.report.tricks[facts.trick_number(deal, index)].start for index in proof}
    return deal.seqs[play] in asked or play in proof | led


def check(
    view: TableView, deal: DealFacts, play: int, order: tuple[Card, ...], *, whole: bool
) -> CheckScreen:
    """Return the screen for the play with index `play`, with the `whole` deck or without.

    `order` is the cards in the order of the plays' scores.
    """
    laid = deal.record.plays[play]
    seq = deal.seqs[play]
    shown = face(laid.card) if laid.card is not None else None
    alike = [card for card in _alike(view, deal, play, order) if card is not laid.card]
    return CheckScreen(
        seq=seq,
        action=f"/check/{seq}",
        heading=m.WHOLE_DECK if whole else m.CHECK_CARD,
        trick=m.TRICK.format(n=facts.trick_number(deal, play) + 1),
        name=deal.names[laid.seat],
        face=shown,
        options=tuple(face(card) for card in alike[:LOOK_ALIKES]),
        right=m.CARD_RIGHT.format(card=shown.name) if shown is not None else None,
        deck=by_suit(deck(deal.record)) if whole else (),
        about=facts.about(deal, play),
    )


def missing(view: TableView, deal: DealFacts, play: int) -> CheckScreen:
    """Return the screen that asks which card was laid before play `play` without being seen."""
    screen = check(view, deal, play, (), whole=True)
    return CheckScreen(
        seq=screen.seq,
        action=f"/missing/{screen.seq}",
        heading=m.WHICH_MISSING,
        trick=screen.trick,
        name="",
        face=None,
        options=(),
        right=None,
        deck=screen.deck,
        about=screen.about,
    )


def _alike(
    view: TableView, deal: DealFacts, play: int, order: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Return what the camera takes a play for, best first: by the question, else by its scores."""
    for question in view.outlook.questions:
        if question.seq == deal.seqs[play]:
            return question.options
    known = set(deck(deal.record))
    return tuple(card for card in facts.look_alikes(deal, play, order) if card in known)


@dataclass(frozen=True, slots=True)
class PileTile:
    """One pile: what lies open on it."""

    number: int
    what: Literal["open", "unsaid", "turn", "gone"]
    face: Face | None = None
    href: str | None = None
    """Where its open card is told; None where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class LayoutSeat:
    """One player's piles."""

    name: str
    piles: tuple[PileTile, ...]


@dataclass(frozen=True, slots=True)
class LayoutScreen:
    """Both players' piles."""

    sub: Text
    seats: tuple[LayoutSeat, ...]


def laid_out(deal: DealState) -> Piles:
    """Return the piles as they were told, each card not told as None."""
    number, depth = shape(deal) or (0, 0)
    blank = ((None,) * depth,) * number
    return deal.piles or tuple(blank for _ in range(deal.head.players))


def with_top(deal: DealState, seat: int, pile: int, card: Card) -> Piles:
    """Return the piles with another open card on one of them at the beginning."""
    piles = laid_out(deal)
    changed = (*piles[seat][pile][:-1], card)
    row = (*piles[seat][:pile], changed, *piles[seat][pile + 1 :])
    return (*piles[:seat], row, *piles[seat + 1 :])


def first_told(deal: DealState, seat: int, pile: int) -> bool:
    """Tell whether what a tap tells of a pile is how it lay at the beginning."""
    turned = any((each.event.seat, each.event.pile) == (seat, pile) for each in deal.turned)
    card = top(deal, seat, pile)
    played = {laid.card for laid in deal.laid if laid.seat == seat}
    return not turned and (card is None or card not in played)


def following(deal: DealState, seat: int) -> tuple[int, int] | None:
    """Return the next pile whose open card nobody told, the player's own first."""
    piles = laid_out(deal)
    order = [seat, *(each for each in deal.head.active if each != seat)]
    return next(
        (
            (each, number)
            for each in order
            for number, cards in enumerate(piles[each])
            if cards[-1] is None
        ),
        None,
    )


def piles_screen(deal: DealState) -> LayoutScreen:
    """Return both players' piles."""
    names = short(deal.names)
    return LayoutScreen(
        m.DEAL_NUMBER.format(n=deal.number),
        tuple(
            LayoutSeat(
                names[seat],
                tuple(_tile(deal, seat, pile) for pile in range(len(laid_out(deal)[seat]))),
            )
            for seat in deal.head.active
        ),
    )


def _tile(deal: DealState, seat: int, pile: int) -> PileTile:
    href, card = f"/layout/{seat}/{pile}", top(deal, seat, pile)
    if may_turn(deal, seat, pile):
        return PileTile(pile + 1, "turn", href=href)
    if card is None:
        return PileTile(pile + 1, "unsaid", href=href)
    if card in {laid.card for laid in deal.laid if laid.seat == seat}:
        return PileTile(pile + 1, "gone")
    return PileTile(pile + 1, "open", face(card), href if first_told(deal, seat, pile) else None)


def pick(deal: DealState, seat: int, pile: int, *, lies: bool) -> CheckScreen:
    """Return the screen that asks which card lies open; the whole deck, whatever is gone."""
    return CheckScreen(
        seq=0,
        action=f"/layout/{seat}/{pile}",
        heading=c.WHICH_OPEN,
        trick=c.PILE_OF.format(name=short(deal.names)[seat], n=pile + 1),
        name="",
        face=None,
        options=(),
        right=None,
        deck=by_suit(deck(deal.record)),
        note=c.LIES_ALREADY if lies else None,
    )


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """One thing that lay face down."""

    name: str
    """Field of the form."""
    title: Text
    so_far: Text
    chosen: tuple[Face, ...]
    here: bool
    """Whether its cards are picked now."""


@dataclass(frozen=True, slots=True)
class HiddenScreen:
    """What has been picked so far."""

    deal: str
    rows: tuple[HiddenRow, ...]
    deck: tuple[tuple[Face, ...], ...]
    """What can be picked now, one row a suit; it stays as it is while cards are picked."""
    fields: tuple[tuple[str, str], ...]
    """What was picked, as the form's fields."""
    missing: int
    """Cards still to be picked of what was begun, at least one where nothing was."""


def may_tell(state: TableState, deal: DealState) -> bool:
    """Tell whether cards of the newest deal, which is over, lay face down and can be told.

    Not where the cards that were played leave one possibility.
    """
    over = state.deal is None and deal is state.last_deal and closing(deal) is not None
    if not over or not state.running:
        return False
    asked = game(deal.head.game).hidden(deal.record)
    return any(len(each.may_be) > each.count for each in asked)


def said(deal: DealFacts) -> tuple[Text, ...]:
    """Return what is known to have lain face down, of a deal that is over."""
    if deal.running:
        return ()
    return tuple(
        Text(
            de=f"{each.title.de}: {_named(each, 'de')}", en=f"{each.title.en}: {_named(each, 'en')}"
        )
        for each in game(deal.record.game).hidden(deal.record)
        if each.told
    )


def _named(hidden: Hidden, language: str) -> str:
    return ", ".join(str(getattr(card_name(card), language)) for card in hidden.told)


def read(deal: DealState, listed: Callable[[str], Sequence[str]]) -> dict[str, tuple[Card, ...]]:
    """Return what a form picked, by field: of too many the newest; else what is recorded."""
    chosen: dict[str, tuple[Card, ...]] = {}
    for each in game(deal.head.game).hidden(deal.record):
        known = {card.code: card for card in each.may_be}
        codes = dict.fromkeys(reversed([code for code in listed(each.name) if code in known]))
        newest = [known[code] for code in codes][: each.count]
        chosen[each.name] = tuple(reversed(newest))
    if not any(chosen.values()):
        chosen = {each.name: each.told for each in game(deal.head.game).hidden(deal.record)}
    return chosen


def face_down_screen(
    deal: DealState, chosen: dict[str, tuple[Card, ...]], wanted: str
) -> HiddenScreen:
    """Return the screen; cards are picked for `wanted`, else for the first that lacks some."""
    asked = game(deal.head.game).hidden(deal.record)
    lacking = [each for each in asked if len(chosen[each.name]) < each.count]
    here = next((each for each in asked if each.name == wanted and each in lacking), None)
    here = here or (
        lacking[0] if lacking else next((e for e in asked if e.name == wanted), asked[-1])
    )
    others = {card for name, cards in chosen.items() if name != here.name for card in cards}
    begun = [each for each in lacking if chosen[each.name]]
    missing = sum(each.count - len(chosen[each.name]) for each in begun)
    return HiddenScreen(
        deal.id,
        tuple(
            HiddenRow(
                each.name,
                each.title,
                c.SO_MANY_OF.format(n=len(chosen[each.name]), all=each.count),
                tuple(face(card) for card in chosen[each.name]),
                each is here,
            )
            for each in asked
        ),
        by_suit(card for card in here.may_be if card not in others),
        tuple((name, card.code) for name, cards in chosen.items() for card in cards),
        missing if any(chosen.values()) else lacking[0].count,
    )
