"""What a record of the family claims that its house rules do not know (RULES 0.14, 0.15, 5).

A suit called without a card of it, a Ten called in place of the Ass, doublings the house does not
play or says once only, cards laid down by who has a partner, a gift that was not in the hand.
A doubling whose seat and moment are on record is judged by the referee instead (`duties`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.cards import GERMAN_24, Card, Family, card
from engine.deal.auction import MUSS
from engine.deal.ends import ENTERED
from engine.deal.record import Contract, DealRecord, Doubling
from engine.games.carry import BOCK
from engine.games.contract_fields import Misfit
from engine.games.schafkopf.duties import (
    ASSE,
    BEFORE_THE_CARDS,
    LADDER,
    TENS,
    offered_doublings,
)
from engine.games.schafkopf.house_rules import HouseRules, SchafkopfCount, printed
from engine.games.schafkopf.kinds import ContractKind
from engine.games.schafkopf.messages import KIND_TITLES
from engine.text import Text


def misfits(
    record: DealRecord,
    house: HouseRules,
    count: SchafkopfCount,
    kinds: Mapping[str, ContractKind],
) -> Iterator[Misfit]:
    """Yield what the house rules of a record do not know.

    `count` is what so many play with, `kinds` the game's contracts by the word of the deal file.
    """
    contract = record.contract
    if house.short and count.short is None and count.deck != GERMAN_24:
        yield _no_short_deck(record.players - len(record.out))
    if contract is not None:
        yield from _muss(contract, printed(count.german(house), record.family), record.family)
        yield from _called(contract, record, house)
        yield from _gift(contract, record)
    yield from _doublings(record, house)
    kind = None if contract is None else kinds.get(contract.kind)
    if (record.end or {}).get("kind") == "laid_down" and not (kind is not None and kind.alone):
        yield _only_alone()


def _only_alone() -> Misfit:
    return Misfit(
        "end.kind",
        Text(
            de="anders lauten, denn nur wer allein spielt, legt hin",
            en="differ: only who plays alone lays the cards down",
        ),
        Text(
            de="Hinlegen kann nur, wer allein spielt; bitte den Rest beanspruchen.",
            en="Only who plays alone can lay the cards down; please claim the rest.",
        ),
        "laid_down",
    )


def _no_short_deck(people: int) -> Misfit:
    return Misfit(
        "rules.deck",
        Text(de=f"zu {people} `full` sein", en=f"be `full` with {people} players"),
        Text(
            de=f"Zu {people} gibt es kein kurzes Blatt; bitte die Hausregel ändern.",
            en=f"There is no short deck for {people}; please change the house rule.",
        ),
        "short",
    )


def _allowed(when: str, contract: Contract) -> bool:
    return when == "always" or (when == "muss" and bool(contract.details.get(MUSS)))


def _muss(contract: Contract, deck: tuple[Card, ...], family: Family) -> Iterator[Misfit]:
    named = contract.details.get(MUSS)
    if isinstance(named, str) and named != "??" and card(named, family) not in deck:
        yield Misfit(
            "contract.muss",
            Text(de="true sein oder eine Karte des Blattes", en="be true or a card of the deck"),
            Text(
                de="Die Karte des Muss-Spiels ist keine dieses Blattes; bitte berichtigen.",
                en="The card of the Must game is none of this deck; please correct it.",
            ),
            named,
        )


def _called(contract: Contract, record: DealRecord, house: HouseRules) -> Iterator[Misfit]:
    if contract.details.get("renonce") is True and not _allowed(house.renonce, contract):
        yield Misfit(
            "contract.renonce",
            Text(
                de="fehlen, denn die Hausregel `renonce` erlaubt es hier nicht",
                en="be absent: the house rule `renonce` does not allow it here",
            ),
            Text(
                de="Ohne eine Karte der Farbe wird hier nicht gerufen (Hausregel Renonce); bitte "
                "anders ansagen.",
                en="A suit is not called without a card of it here (house rule Renonce); please "
                "call otherwise.",
            ),
            True,
        )
    named = contract.details.get("called")
    codes = named if isinstance(named, list | tuple) else [named] if named else []
    ranks = {card(str(code), record.family).rank for code in codes}
    if not ranks or ranks.intersection(ASSE):
        return
    if not (ranks.intersection(TENS) and _allowed(house.called_ten, contract)):
        yield Misfit(
            "contract.called",
            Text(
                de="die Sau nennen; eine Zehn nur, wo die Hausregel `called_ten` es erlaubt",
                en="name the Ass; a Ten only where the house rule `called_ten` allows it",
            ),
            Text(
                de="Gerufen wird hier die Sau (Hausregel gerufene Zehn); bitte anders ansagen.",
                en="The Ass is called here (house rule called Ten); please call otherwise.",
            ),
            named,
        )


def _gift(contract: Contract, record: DealRecord) -> Iterator[Misfit]:
    """Yield a card of a Hochzeit that the hand on record which gave it away did not hold."""
    giver, partner = contract.seat, contract.details.get("partner")
    for field, seat in (("gave", giver), ("back", partner)):
        code = contract.details.get(field)
        if record.hands is None or not isinstance(seat, int) or code in (None, "??"):
            continue
        hand = record.hands[seat]
        if hand and None not in hand and card(str(code), record.family) not in hand:
            yield Misfit(
                f"contract.{field}",
                Text(
                    de=f"eine Karte aus `hands[{seat}]` sein",
                    en=f"be a card of `hands[{seat}]`",
                ),
                Text(
                    de="Wer die Karte gab, hatte sie nicht; bitte berichtigen.",
                    en="Who gave the card did not have it; please correct it.",
                ),
                code,
            )


def _doublings(record: DealRecord, house: HouseRules) -> Iterator[Misfit]:
    offered = offered_doublings(house)
    # A Bock round doubles without anybody's word; its deals say so in their file.
    known = (*offered, BOCK) if house.bock_after else offered
    people = record.players - len(record.out)
    said = Counter[str]()
    seats = set[int]()
    for index, each in enumerate(record.doubles):
        field, early = f"doubles[{index}]", each.say in BEFORE_THE_CARDS
        word = BEFORE_THE_CARDS[0] if early else each.say
        said[word] += 1
        again = early and each.seat in seats
        if early and each.seat is not None:
            seats.add(each.seat)
        told = (record.end or {}).get("kind") == ENTERED
        judged = each.seat is not None and each.after is not None and not told
        if judged and (early or word in LADDER):
            continue  # The referee does.
        if each.say not in known:
            yield _not_played(field, each)
        elif again or said[word] > (people if early else 1):
            yield _once_only(field, each, each_player=early)
        elif word in LADDER[1:] and not said[LADDER[LADDER.index(word) - 1]]:
            yield _unanswered(field, each, LADDER[LADDER.index(word) - 1])
        elif word in LADDER and told and _by_the_wrong_side(record, each):
            yield _wrong_side(field, each)
        elif word == LADDER[0] and told and _too_late(house, each):
            yield _late(field, each)


def _by_the_wrong_side(record: DealRecord, said: Doubling) -> bool:
    """Tell whether the declarer said what opponents say, or an opponent what declarers say.

    Of a result told by hand: there are no cards by which the referee could.
    """
    contract, end = record.contract, record.end or {}
    if contract is None or contract.seat is None or said.seat is None:
        return False
    partners = end.get("partners")
    ours = {contract.seat, *(partners if isinstance(partners, list | tuple) else ())}
    return (said.seat in ours) is not (LADDER.index(said.say) % 2 == 1)


def _wrong_side(field: str, said: Doubling) -> Misfit:
    word = said.say.capitalize()
    return Misfit(
        field,
        Text(de="von der anderen Partei gesagt sein", en="be said by the other side"),
        Text(
            de="„{word}“ sagt die andere Partei; bitte den Platz berichtigen.",
            en='"{word}" is said by the other side; please correct the seat.',
        ).format(word=word),
        {"say": said.say, "seat": said.seat},
    )


def _too_late(house: HouseRules, said: Doubling) -> bool:
    until = house.contra_until
    return isinstance(until, int) and said.after is not None and said.after > until


def _late(field: str, said: Doubling) -> Misfit:
    return Misfit(
        field,
        Text(
            de="so früh gesagt sein, wie die Hausregel `contra_until` es verlangt",
            en="be said as early as the house rule `contra_until` asks",
        ),
        Text(
            de="„Kontra“ kam nach den Hausregeln zu spät; bitte ohne eingeben.",
            en='"Kontra" came too late by the house rules; please enter it without.',
        ),
        {"say": said.say, "after": said.after},
    )


def _not_played(field: str, said: Doubling) -> Misfit:
    return Misfit(
        field,
        Text(
            de="eine Verdopplung sein, die nach den Hausregeln gespielt wird",
            en="be a doubling that the house rules play with",
        ),
        Text(
            de=f"„{said.say.capitalize()}“ wird nach den Hausregeln nicht gespielt; bitte ohne "
            "weiterspielen, oder die Hausregeln ändern.",
            en=f'"{said.say.capitalize()}" is not played by the house rules; please go on without '
            "it, or change the house rules.",
        ),
        said.say,
    )


def _once_only(field: str, said: Doubling, *, each_player: bool) -> Misfit:
    who = Text(de="von jedem nur einmal", en="once only by each player")
    once = who if each_player else Text(de="nur einmal", en="once only")
    word = said.say.capitalize()
    return Misfit(
        field,
        Text(
            de="fehlen, denn {word} wird {once} gesagt", en="be absent: {word} is said {once}"
        ).format(word=said.say, once=once),
        Text(
            de="„{word}“ wird {once} gesagt und steht schon da; bitte so weiterspielen.",
            en='"{word}" is said {once} and stands there already; please go on.',
        ).format(word=word, once=once),
        said.say,
    )


def _unanswered(field: str, said: Doubling, before: str) -> Misfit:
    return Misfit(
        field,
        Text(de=f"auf {before} antworten", en=f"answer {before}"),
        Text(
            de="„{word}“ antwortet auf „{before}“; bitte das zuerst.",
            en='"{word}" answers "{before}"; please say that first.',
        ).format(word=said.say.capitalize(), before=before.capitalize()),
        said.say,
    )


_NOT_AMONG = Text(
    de="„{rule}“ verlangt {game}, das unter den Spielen (`games`) fehlt; bitte eines von beiden "
    "ändern.",
    en='"{rule}" asks for {game}, which is not among the games (`games`); please change one of '
    "the two.",
)
_NEVER_SAID = Text(
    de="„{rule}“ wartet auf {word}, das die Hausregel `stoss` nicht erlaubt; bitte eines von "
    "beiden ändern.",
    en='"{rule}" waits for {word}, which the house rule `stoss` does not allow; please change one '
    "of the two.",
)
_NO_ROUND = Text(
    de="„bock_after“ wartet auf eine Ramschrunde, aber `ramsch_after` beginnt keine; bitte eines "
    "von beiden ändern.",
    en='"bock_after" waits for a Ramsch round, but `ramsch_after` begins none; please change one '
    "of the two.",
)
_PLAYED = {"sie": "sie", "heart_solo": "solo"}
"""Reasons of rounds and the game each needs."""
_SAID = {"kontra_lost": "kontra", "re_lost": "re"}
"""Reasons of rounds and the doubling each needs."""


def clashes(house: HouseRules) -> Iterator[Text]:
    """Yield what of the house rules asks for something that others of them leave out."""
    unbid = {"ramsch": "Ramsch", "muss": "Muss-Spiel"}
    if house.all_pass in unbid and house.all_pass not in house.games:
        yield _NOT_AMONG.format(rule="all_pass", game=unbid[house.all_pass])
    if house.ramsch_after and "ramsch" not in house.games:
        yield _NOT_AMONG.format(rule="ramsch_after", game="Ramsch")
    if "ramsch_round" in house.bock_after and not house.ramsch_after:
        yield _NO_ROUND
    for name, reasons in (("bock_after", house.bock_after), ("ramsch_after", house.ramsch_after)):
        for reason in reasons:
            game, said = _PLAYED.get(reason), _SAID.get(reason)
            rule = f"{name}: {reason}"
            if game is not None and game not in house.games:
                yield _NOT_AMONG.format(rule=rule, game=KIND_TITLES[game])
            if said is not None and said not in offered_doublings(house):
                yield _NEVER_SAID.format(rule=rule, word=said.capitalize())
