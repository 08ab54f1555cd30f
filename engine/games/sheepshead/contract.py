"""Contracts of Sheepshead: the fields of the deal file, and what they mean.

A field left out follows from the house rules and the number of players. Cards are printed French;
their German twins are named the same way where the deal is played with German cards. The deck is
always the same 32 cards; hands, blind and bury differ with the number of people (`COUNTS`; PG, the
deal and the rules for 2, 6 and 7; RULES 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from engine.cards import UNSEEN_CODE, Card, Family, Rank, UnknownCardError, card, family_card
from engine.deal.record import Contract, DealRecord
from engine.games.auction.stages import speaking_order
from engine.games.contract_fields import ContractShape, Detail, Misfit
from engine.text import Text

JACK, CALLED, NOBODY = "jd", "called", "none"
"""How the picker's partner is found, as the deal file says it."""


@dataclass(frozen=True, slots=True)
class SheepsheadCount:
    """What one number of people holding cards plays with."""

    hand: int
    """Cards each plays."""
    blind: int = 0
    """Cards in the blind."""
    bury: int = 0
    """Cards the picker buries."""
    die_bury: int = 0
    """Cards that the partner found by a die buries (PG, seven players)."""
    methods: tuple[str, ...] = ()
    """How a partner may be found, besides who is one by place or die; empty where nobody is."""
    usual: str = NOBODY
    """How it is found where neither deal nor house rule says another way."""
    neighbour: bool = False
    """Whether the picker's right neighbour is a partner (PG, six players)."""
    piles: tuple[int, int] | None = None
    """Piles before each seat, and cards in each, where two play from a layout."""

    @property
    def picked(self) -> bool:
        """Whether there is a blind to pick; two play without."""
        return bool(self.blind)


_ALL = (JACK, CALLED, NOBODY)

COUNTS: Mapping[int, SheepsheadCount] = {
    2: SheepsheadCount(16, piles=(4, 3)),
    3: SheepsheadCount(10, 2, 2),
    4: SheepsheadCount(7, 4, 4, methods=_ALL),
    5: SheepsheadCount(6, 2, 2, methods=_ALL, usual=JACK),
    6: SheepsheadCount(5, 2, 2, methods=_ALL, usual=JACK, neighbour=True),
    7: SheepsheadCount(4, 4, 2, die_bury=2, methods=(JACK, NOBODY), usual=JACK),
}
"""By people holding cards. The 16 cards of two are four in hand and four piles of three."""


PICK, LEASTER, TWO = "pick", "leaster", "two_hands"
"""The kinds of contract; `two_hands` is the game of two, in which nobody picks."""

FAIL = ("E", "G", "H")
"""German letters of the fail suits, highest first."""
_JACKS = ("SU", "HU", "GU", "EU")
"""The jack of diamonds, then those that may be called up in its place (RULES 0.26)."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A picked deal's contract, read."""

    picker: int
    method: str
    """`jd`, `called` or `none`; `none` where the picker goes alone."""
    card: Card | None
    """The card whose holder is the partner; None where nobody is, or where it was not said."""
    under: str | None
    """Code of the card laid face down, `??` where it was not seen; None where none was."""
    forced: bool

    @property
    def unsaid(self) -> bool:
        """Whether a card is called and nobody said which."""
        return self.method == CALLED and self.card is None


def picked(record: DealRecord) -> Picked | None:
    """Return what the contract says of picker and partner; None where nobody picked."""
    contract = record.contract
    if contract is None or contract.seat is None or contract.kind != PICK:
        return None
    method = _method(record, contract)
    under = contract.details.get("under") if method == CALLED else None
    return Picked(
        contract.seat,
        method,
        _partner_card(contract, method, record.family),
        under if isinstance(under, str) else None,
        _forced(record, contract),
    )


def count_of(record: DealRecord) -> SheepsheadCount:
    """Return what so many people play with."""
    return COUNTS[record.players - len(record.out)]


def _method(record: DealRecord, contract: Contract) -> str:
    count = count_of(record)
    if is_alone(contract) or not count.methods:
        return NOBODY
    named = _named(contract, record.family)
    if named is not None:
        # Whoever names a card says by it how the partner is found.
        return CALLED if named in callable_cards(record.family) else JACK
    return usual_method(
        count, contract.details.get("partner", record.rules.options["partner_method"])
    )


def usual_method(count: SheepsheadCount, said: object) -> str:
    """Return how so many people find the partner where a call, or the house rules, say this."""
    return str(said) if said in count.methods else count.usual


def _named(contract: Contract, family: Family) -> Card | None:
    named = contract.details.get("called")
    return card(named, family) if isinstance(named, str) and named != UNSEEN_CODE else None


def is_alone(contract: Contract) -> bool:
    """Tell whether the picker said that he plays without a partner (PG, picking)."""
    return contract.details.get("partner") == NOBODY or contract.details.get("alone") is True


def _partner_card(contract: Contract, method: str, family: Family) -> Card | None:
    if method == NOBODY:
        return None
    named = _named(contract, family)
    if named is not None:
        return named
    return first_jack(family) if method == JACK else None


def _forced(record: DealRecord, contract: Contract) -> bool:
    """Tell whether the dealer had to pick: it is said, or the bids of the house's rule say it."""
    if contract.details.get("forced") is True:
        return True
    if record.rules.options["all_pass"] != "forced_pick" or not record.bids:
        return False
    *others, last = speaking_order(record)
    passed = {bid.seat for bid in record.bids if bid.say == "pass"}
    return contract.seat == last and passed.issuperset(others)


def claimed(call: Picked, family: Family) -> tuple[Card, ...]:
    """Return the cards the picker says by his call that he holds.

    All three fail aces for a called ten (PG); every jack below the one called up (RULES 0.26).
    """
    if call.card is None:
        return ()
    if call.method == JACK:
        jacks = [family_card(card(code), family) for code in _JACKS]
        return tuple(jacks[: jacks.index(call.card)]) if call.card in jacks else ()
    if is_ten(call.card):
        return fail_aces(family)
    return ()


def fail_aces(family: Family) -> tuple[Card, ...]:
    """Return the aces of the three fail suits."""
    return tuple(family_card(card(suit + Rank.ASS.letter), family) for suit in FAIL)


def ace_beside(called: Card, family: Family) -> Card:
    """Return the ace of the called card's suit."""
    return next(ace for ace in fail_aces(family) if ace.suit is called.suit)


def is_ten(called: Card) -> bool:
    """Tell whether a ten is called in place of an ace."""
    return called.rank in (Rank.ZEHN, Rank.TEN)


def callable_cards(family: Family) -> tuple[Card, ...]:
    """Return what may be called by name: the fail aces, then the tens."""
    tens = (family_card(card(suit + Rank.ZEHN.letter), family) for suit in FAIL)
    return (*fail_aces(family), *tens)


def first_jack(family: Family) -> Card:
    """Return the jack that makes its holder the partner where none is called up."""
    return family_card(card(_JACKS[0]), family)


def called_up(family: Family) -> tuple[Card, ...]:
    """Return the jacks that may be called up."""
    return tuple(family_card(card(code), family) for code in _JACKS[1:])


def buried(record: DealRecord) -> tuple[Card, ...]:
    """Return the cards known never to be played: buried, or the blind of a leaster."""
    contract = record.contract
    if contract is None:
        return ()
    if contract.seat is None:
        return tuple(each for each in record.blind or () if each is not None)
    codes = [*_codes(contract.details), *_codes(_die(contract.details))]
    return tuple(card(code, record.family) for code in codes if code != UNSEEN_CODE)


def _codes(details: Mapping[str, object]) -> Iterator[str]:
    bury = details.get("bury")
    return (str(code) for code in (bury if isinstance(bury, list | tuple) else ()))


def _die(details: Mapping[str, object]) -> Mapping[str, object]:
    die = details.get("die")
    return die if isinstance(die, Mapping) else {}


def die_roll(contract: Contract) -> int | None:
    """Return what the die showed, 1 to 6; None where nobody said it."""
    said = contract.details.get("die")
    roll = said.get("roll") if isinstance(said, Mapping) else said
    if isinstance(roll, str) and len(roll) == 1 and roll.isdecimal():
        roll = int(roll)
    whole = isinstance(roll, int) and not isinstance(roll, bool) and 1 <= roll <= 6
    return roll if isinstance(roll, int) and whole else None


@lru_cache(maxsize=64)
def shapes(players: int, family: Family) -> Mapping[str, ContractShape]:
    """Return the kinds a deal file may name for so many people, and their fields."""
    count = COUNTS[players]
    if not count.picked:
        return {TWO: ContractShape(seat=False)}
    details = {"alone": Detail.FLAG, "forced": Detail.FLAG}
    if CALLED in count.methods or JACK in count.methods:
        details |= {"called": Detail.CARD}
    if CALLED in count.methods:
        details |= {"under": Detail.CARD}
    return {
        PICK: ContractShape(
            words={"partner": count.methods or (NOBODY,)},
            cards=("bury",),
            details=details,
            others=("die",),
            misfit=partial(_misfit, count, family),
        ),
        LEASTER: ContractShape(
            seat=False, others=("blind_to",), misfit=partial(_leaster_misfit, count)
        ),
    }


def _misfit(count: SheepsheadCount, family: Family, contract: Contract) -> Misfit | None:
    """Return what does not fit in the fields of a picked deal together."""
    return (
        _bury_misfit(contract.details, count.bury, "bury")
        or _called_misfit(contract, family)
        or _die_misfit(count, family, contract)
    )


def _bury_misfit(details: Mapping[str, object], size: int, field: str) -> Misfit | None:
    bury = details.get("bury")
    if bury is None or (isinstance(bury, list | tuple) and len(bury) == size):
        return None
    return Misfit(
        field,
        Text(de=f"{size} Karten nennen, oder fehlen", en=f"name {size} cards, or be absent"),
        Text(
            de=f"Hier werden {size} Karten vergraben; bitte alle angeben, oder keine.",
            en=f"Here {size} cards are buried; please give all of them, or none.",
        ),
    )


def _called_misfit(contract: Contract, family: Family) -> Misfit | None:
    details = contract.details
    method, named = details.get("partner"), details.get("called")
    if named is None:
        if method == CALLED and not is_alone(contract):
            return Misfit(
                "called",
                Text(
                    de="bei partner called genannt sein",
                    en="be given with partner called",
                ),
                Text(
                    de="Es fehlt, welche Karte gerufen ist; bitte antippen, oder „Allein“.",
                    en='Nobody has said yet which card is called; please tap it, or "Alone".',
                ),
            )
        return None
    fits = called_up(family) if method == JACK else callable_cards(family)
    jack = first_jack(family)
    if method is None:
        fits = (*fits, *called_up(family))
    codes = [each.code for each in (*fits, jack) if method != CALLED or each is not jack]
    if named in codes:
        return None
    listed = ", ".join(codes)
    return Misfit(
        "called",
        Text(de=f"eine von {listed} sein", en=f"be one of {listed}"),
        Text(
            de=f"So gerufen wird nur eine von {listed}; bitte eine davon wählen.",
            en=f"Only one of {listed} can be called that way; please choose one of them.",
        ),
    )


def _die_misfit(count: SheepsheadCount, family: Family, contract: Contract) -> Misfit | None:
    said = contract.details.get("die")
    if said is None:
        return None
    if not count.die_bury:
        return Misfit(
            "die",
            Text(de="nur zu siebt stehen", en="be there only with seven"),
            Text(
                de="Gewürfelt wird nur zu siebt; bitte ohne den Würfel ansagen.",
                en="A die is thrown only with seven players; please call without it.",
            ),
        )
    if die_roll(contract) is None:
        return Misfit(
            "die",
            Text(de='sein wie {"roll": 3}, mit 1 bis 6', en='be like {"roll": 3}, with 1 to 6'),
            Text(
                de="Ein Würfel zeigt 1 bis 6; bitte die Zahl berichtigen.",
                en="A die shows 1 to 6; please correct the number.",
            ),
        )
    die = _die(contract.details)
    if not die.keys() <= {"roll", "bury"}:
        return Misfit(
            "die",
            Text(de="nur roll und bury enthalten", en="hold only roll and bury"),
            Text(
                de="Zum Würfel gehören die Zahl und was der Partner vergrub; bitte berichtigen.",
                en="The die comes with its number and what the partner buried; please correct it.",
            ),
        )
    wrong = _bury_misfit(die, count.die_bury, "die")
    if wrong is not None or all(_is_card(code, family) for code in _codes(die)):
        return wrong
    return Misfit(
        "die",
        Text(de="Karten vergraben wie C7", en="bury cards such as C7"),
        Text(
            de="Vergraben werden Karten des Blattes; bitte berichtigen.",
            en="Only cards of this deck can be buried; please correct them.",
        ),
    )


def _is_card(code: str, family: Family) -> bool:
    try:
        return code == UNSEEN_CODE or card(code, family) is not None
    except UnknownCardError:
        return False


def _leaster_misfit(count: SheepsheadCount, contract: Contract) -> Misfit | None:
    said = contract.details.get("blind_to")
    if said is None or said in ("none", "first", "last"):
        return None
    if blind_trick(contract.details) in range(1, count.hand + 1):
        return None
    return Misfit(
        "blind_to",
        Text(
            de=f"none, first, last oder ein Stich von 1 bis {count.hand} sein",
            en=f"be none, first, last or a trick from 1 to {count.hand}",
        ),
        Text(
            de=f"Der Blind geht an niemanden, den ersten, den letzten oder einen Stich von 1 bis "
            f"{count.hand}; bitte eines davon wählen.",
            en="The blind goes to no trick, the first, the last or one from 1 to "
            f"{count.hand}; please choose one of these.",
        ),
    )


def blind_trick(details: Mapping[str, object]) -> int | None:
    """Return the number of the trick named for the blind; None where none is named by number."""
    said = details.get("blind_to")
    if isinstance(said, str) and len(said) <= 2 and said.isdecimal():
        return int(said)
    return said if isinstance(said, int) and not isinstance(said, bool) else None
