"""What a record of Sheepshead claims that its house rules do not know (PG; RULES 0.26 to 0.28)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal.ends import ENTERED
from engine.deal.record import Contract, DealRecord
from engine.games.auction.stages import speaking_order
from engine.games.contract_fields import Misfit
from engine.games.sheepshead.contract import CALLED, picked
from engine.games.sheepshead.doublings import CRACK, RECRACK, offered, out_of_place
from engine.text import Text


def misfits(record: DealRecord) -> Iterator[Misfit]:
    """Yield what the house rules of a record do not know."""
    contract = record.contract
    if contract is not None:
        yield from _forced(contract, record)
        yield from _under(contract, record)
    yield from _doublings(record)


def _forced(contract: Contract, record: DealRecord) -> Iterator[Misfit]:
    dealer = speaking_order(record)[-1]
    if contract.details.get("forced") is True and contract.seat != dealer:
        yield Misfit(
            "contract.forced",
            Text(
                de="fehlen, denn aufnehmen muss nur der Geber",
                en="be absent: only the dealer must pick",
            ),
            Text(
                de="Aufnehmen muss nur der Geber; bitte ohne „muss“ ansagen.",
                en='Only the dealer must pick; please call without "forced".',
            ),
            True,
        )


def _under(contract: Contract, record: DealRecord) -> Iterator[Misfit]:
    call = picked(record)
    if "under" not in contract.details or (call is not None and call.method == CALLED):
        return
    yield Misfit(
        "contract.under",
        Text(
            de="fehlen, denn verdeckt liegt nur eine Karte zu einer gerufenen Farbe",
            en="be absent: a card is laid face down only for a called suit",
        ),
        Text(
            de="Verdeckt gelegt wird nur zu einer gerufenen Farbe; bitte die Farbe rufen.",
            en="A card is laid face down only for a called suit; please call the suit.",
        ),
        contract.details["under"],
    )


def _doublings(record: DealRecord) -> Iterator[Misfit]:
    known, said = offered(record.rules), list[str]()
    for index, each in enumerate(record.doubles):
        before, word = said.count(each.say), each.say
        said.append(word)
        told = (record.end or {}).get("kind") == ENTERED
        judged = each.seat is not None and each.after is not None and word in (CRACK, RECRACK)
        if judged and not told:
            continue  # The referee does.
        fits = word in known and not before and (word != RECRACK or CRACK in said)
        if fits and not (judged and out_of_place(record, index, each)):
            continue
        expected = Text(
            de="eine Verdopplung sein, die nach den Hausregeln gespielt wird",
            en="be a doubling that the house rules allow",
        )
        if word in known:
            expected = Text(
                de="einmal dastehen, Recrack nach Crack", en="appear once, recrack after crack"
            )
        yield Misfit(
            f"doubles[{index}]",
            expected,
            Text(
                de=f"„{word.capitalize()}“ passt hier nicht: Jedes wird einmal gesagt, Recrack "
                "nach Crack; bitte ohne weiterspielen.",
                en=f'"{word.capitalize()}" does not fit here: each is said once, recrack after '
                "crack; please go on without it.",
            ),
            word,
        )
