"""What a record claims that cannot be: by its game, by its house rules, or by its own cards.

What somebody laid is a fact, which the referee judges. What a record says besides (a call, a
doubling, an end, hands as dealt) is checked when it is told, the same from a file and by people at
the table, so that no slip of a pen costs a player money. What a journal holds was taken in once and
is not checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal.ends import ENTERED, read_entered
from engine.deal.fields import wrong
from engine.deal.record import DealRecord
from engine.deal.report import TOUT_LOST, DealResult
from engine.games import game as game_named
from engine.games.contract_fields import Misfit
from engine.games.facts import Setting
from engine.referee.evaluation import evaluate
from engine.text import PlainError, Text


def check_record(record: DealRecord) -> None:
    """Check a deal of a file.

    Raises:
        PlainError: it claims what cannot be; the sentence names the field and what belongs there.
    """
    for misfit in misfits(record):
        raise wrong(misfit.field, misfit.expected, misfit.value)


def check_told(before: DealRecord, after: DealRecord) -> None:
    """Check what people at a table say that turns one record into the other.

    What stood there before is passed over: it was taken in, and an answer to something else must
    not fail by it.

    Raises:
        PlainError: it cannot be; a sentence for the table, and the way out.
    """
    known = list(misfits(before))
    for misfit in misfits(after):
        if misfit not in known:
            raise PlainError(misfit.at_table)


def misfits(record: DealRecord) -> Iterator[Misfit]:
    """Yield what a record claims that cannot be."""
    game = game_named(record.game)
    setting = game.setting(record)
    yield from _hands(record, setting)
    yield from _aside(record, setting)
    yield from _ends(record)
    yield from game.misfits(record)
    yield from _told_otherwise(record)


def _hands(record: DealRecord, setting: Setting) -> Iterator[Misfit]:
    piles, deep = setting.piles or (0, 0)
    # What is laid out may be noted as piles or among the hands.
    sizes = sorted({setting.hand_size, setting.hand_size - piles * deep} - {0})
    listed = Text(
        de=" oder ".join(map(str, sizes)),
        en=" or ".join(map(str, sizes)),
    )
    for seat, hand in enumerate(record.hands or ()):
        expected = Text(
            de="{sizes} Karten haben, `??` für jede, die niemand kennt, oder leer sein",
            en="have {sizes} cards, with `??` for each one nobody knows, or be empty",
        ).format(sizes=listed)
        if seat not in setting.seats:
            expected = Text(
                de="leer sein, denn dieser Platz setzt aus",
                en="be empty, because this seat sits out",
            )
        if hand and (len(hand) not in sizes or seat not in setting.seats):
            at_table = Text(
                de="Jede Hand hat hier {sizes} Karten; bitte berichtigen.",
                en="Every hand has {sizes} cards here; please correct it.",
            ).format(sizes=listed)
            yield Misfit(f"hands[{seat}]", expected, at_table, _codes(hand))


def _aside(record: DealRecord, setting: Setting) -> Iterator[Misfit]:
    """Yield a blind and piles of another size than the game deals."""
    size = len(setting.deck) - setting.hand_size * len(setting.seats)
    if record.blind is not None and len(record.blind) != size:
        expected = Text(de=f"{size} Karten nennen", en=f"name {size} cards")
        if not size:
            expected = Text(
                de="fehlen, denn hier gibt es keinen Blind", en="be absent: there is no blind here"
            )
        at_table = Text(
            de=f"Der Blind hat hier {size} Karten; bitte berichtigen.",
            en=f"The blind has {size} cards here; please correct it.",
        )
        yield Misfit("blind", expected, at_table, _codes(record.blind))
    if record.piles is None:
        return
    piles, deep = setting.piles or (0, 0)
    if any([len(pile) for pile in each] != [deep] * piles for each in record.piles):
        expected = Text(
            de=f"für jeden Platz {piles} Stapel zu {deep} Karten nennen",
            en=f"name {piles} piles of {deep} cards for each seat",
        )
        if not piles:
            expected = Text(
                de="fehlen, denn hier wird nicht ausgelegt",
                en="be absent: no cards are laid out here",
            )
        at_table = Text(
            de=f"Vor jedem liegen hier {piles} Stapel zu {deep} Karten; bitte berichtigen.",
            en=f"Everybody has {piles} piles of {deep} cards in front of them here; please "
            "correct it.",
        )
        found = [[len(pile) for pile in each] for each in record.piles]
        yield Misfit("piles", expected, at_table, found)


def _ends(record: DealRecord) -> Iterator[Misfit]:
    kind, contract = (record.end or {}).get("kind"), record.contract
    if kind == TOUT_LOST and (contract is None or not contract.tout):
        yield Misfit(
            "end.kind",
            Text(
                de="anders lauten, denn kein Tout ist angesagt",
                en="be something else: no Tout was called",
            ),
            Text(
                de="Ein Tout ist nicht angesagt; bitte anders beenden.",
                en="No Tout was called; please end the deal in another way.",
            ),
            kind,
        )


_OTHERWISE = Text(
    de="zu den Karten passen, die alle dastehen; nach ihnen {told}",
    en="fit the cards, which are all there; going by them {told}",
)
_BY_THE_CARDS = Text(
    de="Alle Karten sind aufgeschrieben, und nach ihnen {told}. Bitte das Ergebnis ändern, eine "
    "falsche Karte berichtigen oder Beträge mit einem Grund eingeben.",
    en="All the cards are on record, and going by them {told}. Please change the result, "
    "correct a wrong card, or enter amounts with a reason.",
)


def _told_otherwise(record: DealRecord) -> Iterator[Misfit]:
    """Yield a result entered by hand that the cards of the same record contradict."""
    end = record.end or {}
    if end.get("kind") != ENTERED or record.rulings:
        return
    try:
        told = read_entered(end, record.players)
    except PlainError:
        return  # Refused on its own grounds.
    if told.amounts is not None:
        return
    entered, played = evaluate(record), evaluate(replace(record, end=None))
    if not played.complete or played.result is None or entered.result is None:
        return
    if _same(entered.result, played.result):
        return
    by_cards = _in_words(played.result)
    yield Misfit(
        "end",
        _OTHERWISE.format(told=by_cards),
        _BY_THE_CARDS.format(told=by_cards),
        dict(end),
    )


def _same(told: DealResult, played: DealResult) -> bool:
    if told.points is not None and told.points != played.points:
        return False
    return (told.winners, told.payout, told.game_points) == (
        played.winners,
        played.payout,
        played.game_points,
    )


def _in_words(played: DealResult) -> Text:
    if played.points is None:
        counts = ", ".join(map(str, played.points_by_seat))
        return Text(de=f"hat jeder {counts} Augen", en=f"the seats have {counts} points")
    ours, theirs = played.points
    return Text(
        de=f"steht es {ours}:{theirs} Augen, Preis {played.price}",
        en=f"it is {ours}:{theirs} points, price {played.price}",
    )


def _codes(cards: object) -> object:
    assert isinstance(cards, tuple)
    return ["??" if each is None else each.code for each in cards]
