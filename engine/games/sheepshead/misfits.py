"""What a record of Sheepshead claims that its house rules do not know (PG; RULES 0.26 to 0.28)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal.record import Contract, DealRecord
from engine.games.auction.stages import speaking_order
from engine.games.contract_fields import Misfit
from engine.games.sheepshead.contract import CALLED, picked
from engine.games.sheepshead.doublings import CRACK, RECRACK, offered
from engine.text import Text


def misfits(record: DealRecord) -> Iterator[Misfit]:
    """Yield what the house rules of a record do not know."""
    contract = record.contract
    if contract is not None:
        yield from _forced(contract, record)
        yield from _under(contract, record)
    yield from _doublings(record)


def _forced(contract: Contract, record: DealRecord) -> Iterator[Misfit]:
    if contract.details.get("forced") is not True:
        return
    options = record.rules.options
    known = options["all_pass"] == "forced_pick" or options["call_up"] == "forced_dealer"
    if known and contract.seat == speaking_order(record)[-1]:
        return
    expected = Text(
        de="fehlen, denn aufnehmen muss nur der Geber", en="be absent: only the dealer must pick"
    )
    at_table = Text(
        de="Aufnehmen muss nur der Geber; bitte ohne „muss“ ansagen.",
        en='Only the dealer must pick; please call without "forced".',
    )
    if not known:
        expected = Text(
            de="fehlen, denn nach den Hausregeln muss niemand aufnehmen (`all_pass`)",
            en="be absent: by the house rules nobody must pick (`all_pass`)",
        )
        at_table = Text(
            de="Nach den Hausregeln muss niemand aufnehmen; bitte ohne „muss“ ansagen.",
            en='By the house rules nobody must pick; please call without "forced".',
        )
    yield Misfit("contract.forced", expected, at_table, True)


def _under(contract: Contract, record: DealRecord) -> Iterator[Misfit]:
    call = picked(record)
    if "under" not in contract.details or (call is not None and call.method == CALLED):
        return
    yield Misfit(
        "contract.under",
        Text(
            de="fehlen, denn verdeckt liegt nur eine Karte zu einer gerufenen Farbe",
            en="be absent: a card lies face down for a called suit only",
        ),
        Text(
            de="Verdeckt gelegt wird nur zu einer gerufenen Farbe; bitte die Farbe rufen.",
            en="A card is laid face down for a called suit only; please call the suit.",
        ),
        contract.details["under"],
    )


def _doublings(record: DealRecord) -> Iterator[Misfit]:
    known, said = offered(record.rules), list[str]()
    for index, each in enumerate(record.doubles):
        before, word = said.count(each.say), each.say
        said.append(word)
        if each.seat is not None and each.after is not None and word in (CRACK, RECRACK):
            continue  # The referee judges it.
        if word in known and not before and (word != RECRACK or CRACK in said):
            continue
        expected = Text(
            de="eine Verdopplung sein, die nach den Hausregeln gespielt wird",
            en="be a doubling that the house rules play with",
        )
        if word in known:
            expected = Text(
                de="einmal dastehen, Recrack nach Crack", en="stand once, recrack after crack"
            )
        yield Misfit(
            f"doubles[{index}]",
            expected,
            Text(
                de=f"„{word.capitalize()}“ gilt hier nicht, nicht noch einmal oder noch nicht; "
                "bitte ohne weiterspielen.",
                en=f'"{word.capitalize()}" does not count here, not twice or not yet; please go on '
                "without it.",
            ),
            word,
        )
