"""What is said of a deal with open cards. Nobody is blamed: with open cards everybody knows better.

Names come with the call; the numbers are those of `findings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.wording import card_text
from engine.open_cards.findings import WORTH_TELLING, OpenCards, ToldCard
from engine.text import NO_WORDS, Text

TITLE = Text(de="Mit offenen Karten", en="With open cards")
MEANING = Text(
    de="„Mit offenen Karten“ heißt: Alle sehen alle Karten und machen das Beste daraus. Am Tisch "
    "kann das niemand; es sagt, was möglich war, und nicht, was jemand hätte wissen müssen.",
    en='"With open cards" means that everybody sees all the cards and makes the best of them. '
    "Nobody at a table can; it says what was possible, not what anybody should have known.",
)

_FROM = Text(
    de="Gerechnet ist ab dem {trick}. Stich; davor gibt es zu viele Möglichkeiten.",
    en="Worked out from trick {trick} on; before that there are too many possibilities.",
)
_SAME = Text(
    de="Hätten alle das Beste daraus gemacht, wären es auch {final} Augen für {side} geworden.",
    en="With best play by everybody it would have been {final} points for {side}, too.",
)
_OTHER = Text(
    de="Hätten alle das Beste daraus gemacht, wären es {best} Augen für {side} geworden, "
    "gemacht sind {final}.",
    en="With best play by everybody it would have been {best} points for {side}; "
    "{final} were made.",
)
_OPEN = Text(
    de="Bis zum {trick}. Stich hätte eine andere Karte den Ausgang noch geändert.",
    en="Until trick {trick} another card would still have changed the result.",
)
_OPEN_TO_STEPS = Text(
    de="Bis zum {trick}. Stich hätte eine andere Karte noch geändert, wer gewinnt oder wie hoch.",
    en="Until trick {trick} another card would still have changed who wins, or by how much.",
)
"""Where points beyond the win change the result as well (Schneider)."""
_NEVER_OPEN = Text(
    de="Keine einzelne Karte hätte am Ausgang etwas geändert.",
    en="No single card would have changed the result.",
)
_TURNED = Text(
    de="Gedreht hat es sich {turns}, gezählt für {side} am Ende des Spiels.",
    en="It turned {turns}, counted for {side} at the end of the deal.",
)
_TURN = Text(
    de="im {trick}. Stich bei der Grenze von {step} Augen",
    en="in trick {trick} at the mark of {step} points",
)
_NOTHING = Text(
    de="Keine Karte für sich hat den Ausgang gedreht oder {least} Augen und mehr gekostet.",
    en="No card by itself turned the result or cost {least} points or more.",
)
_OTHERS = Text(
    de="Auch Karten, die hier nicht einzeln stehen, kosteten Augen: {losses}.",
    en="Cards not told one by one cost points as well: {losses}.",
)
"""So that the points told add up, from those with best play to those made."""
_LOSS = Text(de="{loss} weniger für {losers}", en="{loss} fewer for {losers}")
_AND = Text(de=" und ", en=" and ")
_LAID = Text(
    de="{trick}. Stich: {name} legte {laid}",
    en="Trick {trick}: {name} laid {laid}",
)
_CHAIN = Text(
    de="Machen alle das Beste daraus: vor dieser Karte {before} Augen für {side}, nach ihr "
    "{after}, also {loss} weniger für {losers}.",
    en="With best play by everybody: {before} points for {side} before this card, {after} after "
    "it: {loss} fewer for {losers}.",
)
_UNCHECKED = Text(
    de="Viel hing auch daran, was {name} im {trick}. Stich legte: {laid} ({before} → {after} Augen "
    "für {side}). Ob eine andere Karte auch ohne offene Karten besser war: zu viel zum Rechnen.",
    en="Much hung on what {name} laid in trick {trick}, too: {laid} ({before} → {after} points for "
    "{side}). Whether another card was better without open cards is too much to work out.",
)
_SEEN = Text(
    de="Mehr gebracht hätte {better}. Nach allem, was {name} wissen konnte, war das in {count} von "
    "{asked} durchgerechneten Kartenverteilungen besser, in {worse} schlechter{rest}.",
    en="{better} would have made more. From what {name} could know it was better in {count} of "
    "{asked} layouts worked out, worse in {worse}{rest}.",
)
_REST = Text(de=", sonst gleich", en=", no different in the rest")
_UNSEEN = Text(
    de="Mehr gebracht hätte {better}. Das konnte {name} nicht wissen: besser in {count} von "
    "{asked} durchgerechneten Kartenverteilungen, schlechter in {worse}, {average}.",
    en="{better} would have made more. {name} could not have known: better in {count} of {asked} "
    "layouts worked out, worse in {worse}, {average}.",
)
_AVERAGE = {
    -1: Text(de="im Schnitt schlechter", en="worse on average"),
    0: Text(de="im Schnitt gleich", en="no different on average"),
    1: Text(de="wenn auch im Schnitt besser", en="though better on average"),
}
"""By the sign of what it would have made more in all of them together."""


@dataclass(frozen=True, slots=True)
class CardLines:
    """What is said of one card."""

    laid: Text
    """Who laid what, and in which trick."""
    chain: Text
    """Whose points it would have been before it, and after it."""
    better: Text
    """The other card, and whether it could be known."""


def summary(found: OpenCards, names: Sequence[str]) -> tuple[Text, ...]:
    """Return what is said of a whole deal, a sentence each.

    Args:
        found: what was found.
        names: the people by seat.
    """
    said = [_FROM.format(trick=found.from_trick)] if found.from_trick > 1 else []
    side = _side(found, names)
    outcome = _SAME if found.best == found.final else _OTHER
    said.append(outcome.format(best=found.best, final=found.final, side=side))
    still_open = _OPEN_TO_STEPS if len(found.steps) > 1 else _OPEN
    until = found.open_until
    said.append(_NEVER_OPEN if until is None else still_open.format(trick=until))
    if found.turns:
        turns = dict.fromkeys((turn.trick, turn.step) for turn in found.turns)
        told = [_TURN.format(trick=trick, step=step) for trick, step in turns]
        said.append(_TURNED.format(turns=_joined(told), side=side))
    elif not found.cards and not found.unchecked:
        said.append(_NOTHING.format(least=WORTH_TELLING))
    said += [
        _UNCHECKED.format(
            name=names[each.seat],
            trick=each.trick,
            laid=card_text(each.laid),
            before=each.before,
            after=each.after,
            side=side,
        )
        for each in found.unchecked
    ]
    named = {each.play for each in found.cards} | {each.play for each in found.unchecked}
    rest = [after - before for play, before, after in found.values if play not in named]
    lost = (
        (-sum(change for change in rest if change < 0), side),
        (sum(change for change in rest if change > 0), _people(found.others, names)),
    )
    losses = [_LOSS.format(loss=loss, losers=losers) for loss, losers in lost if loss]
    if losses:
        said.append(_OTHERS.format(losses=_joined(losses)))
    return tuple(said)


def card_lines(told: ToldCard, found: OpenCards, names: Sequence[str]) -> CardLines:
    """Return what is said of one card.

    Args:
        told: the card.
        found: what was found of its deal.
        names: the people by seat.
    """
    name, known = names[told.seat], told.known
    side = _side(found, names)
    chain = _CHAIN.format(
        before=told.before,
        after=told.after,
        side=side,
        loss=told.loss,
        losers=side if told.after < told.before else _people(found.others, names),
    )
    return CardLines(
        _LAID.format(trick=told.trick, name=name, laid=card_text(told.laid)),
        chain,
        (_SEEN if known.seen else _UNSEEN).format(
            better=card_text(told.better),
            name=name,
            count=known.better,
            worse=known.worse,
            asked=known.asked,
            rest=_REST if known.better + known.worse < known.asked else NO_WORDS,
            average=_AVERAGE[(known.gain > 0) - (known.gain < 0)],
        ),
    )


def _side(found: OpenCards, names: Sequence[str]) -> Text:
    """Return the people whose points are told."""
    return _people(found.side, names)


def _people(seats: Sequence[int], names: Sequence[str]) -> Text:
    return _joined([Text(de=names[seat], en=names[seat]) for seat in seats])


def _joined(parts: Sequence[Text]) -> Text:
    """Return "A", "A und B" or "A, B und C"."""
    *first, last = parts
    if not first:
        return last
    de = ", ".join(part.de for part in first) + _AND.de + last.de
    en = ", ".join(part.en for part in first) + _AND.en + last.en
    return Text(de=de, en=en)
