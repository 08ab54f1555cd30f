"""The deal file, written, and the answer of `mehrkopf score` (`docs/DEAL_FILE.md`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.cards import UNSEEN_CODE, Card, Family
from engine.deal.auction import BidFinding
from engine.deal.record import Bid, Contract, DealRecord, DealRuling, Doubling
from engine.deal.report import DealReport, Verdict
from engine.games import game as game_named
from engine.rules.house_rules import overrides

JsonDict = dict[str, object]
VERSION = 1
"""The version of the deal file; raised only when a meaning changes."""


def _code(card: Card | None) -> str:
    return UNSEEN_CODE if card is None else card.code


def _codes(cards: Sequence[Card | None]) -> list[str]:
    return [_code(card) for card in cards]


def to_json(record: DealRecord) -> JsonDict:
    """Return the record as an object of the deal file; unknown fields come back as they were."""
    written: JsonDict = {
        "v": VERSION,
        "id": record.id,
        "game": record.game,
        "rules": overrides(record.rules, record.game),
        "players": record.players,
        "dealer": record.dealer,
    }
    if record.out:
        written["out"] = list(record.out)
    if record.family is not game_named(record.game).family:
        written["suits"] = Family(record.family).value
    if record.bids:
        written["bids"] = [_bid(each) for each in record.bids]
    written["contract"] = contract_to_json(record.contract)
    written["doubles"] = [_doubling(each) for each in record.doubles]
    written["plays"] = [[play.seat, _code(play.card)] for play in record.plays]
    written["hands"] = None if record.hands is None else [_codes(hand) for hand in record.hands]
    if record.blind is not None:
        written["blind"] = _codes(record.blind)
    if record.piles is not None:
        written["piles"] = [[_codes(pile) for pile in piles] for piles in record.piles]
    if record.reveals:
        written["reveals"] = [
            [each.after, each.seat, each.pile, _code(each.card)] for each in record.reveals
        ]
    if record.dealt is not None:
        written["dealt"] = record.dealt
    if record.end is not None:
        written["end"] = dict(record.end)
    if record.rulings:
        written["rulings"] = [_ruling(each) for each in record.rulings]
    if record.stock:
        written["stock"] = record.stock
    if record.note is not None:
        written["note"] = record.note
    return {**written, **record.extra}


def contract_to_json(contract: Contract | None) -> JsonDict | None:
    """Return the contract as the deal file writes it."""
    if contract is None:
        return None
    written: JsonDict = {"kind": contract.kind}
    if contract.seat is not None:
        written["seat"] = contract.seat
    if contract.suit is not None:
        written["suit"] = contract.suit.letter
    if contract.tout:
        written["tout"] = True
    return {**written, **contract.details}


def _bid(bid: Bid) -> object:
    if bid.contract is None:
        return [bid.seat, bid.say]
    named = contract_to_json(bid.contract) or {}
    if bid.contract.seat == bid.seat:
        del named["seat"]
    return [bid.seat, named]


def _doubling(doubling: Doubling) -> object:
    if doubling.seat is None and doubling.after is None:
        return doubling.say
    written: JsonDict = {"say": doubling.say}
    if doubling.seat is not None:
        written["seat"] = doubling.seat
    if doubling.after is not None:
        written["after"] = doubling.after
    return written


def _ruling(ruling: DealRuling) -> JsonDict:
    kind, seat, play = ruling.verdict.rsplit(":", 2)
    who = None if seat == "x" else int(seat)
    return {"kind": kind, "seat": who, "play": int(play), "ruling": ruling.ruling}


def payout_to_json(payout: Sequence[Fraction]) -> list[int | str]:
    """Return amounts as whole numbers, or as "20/3" where they are none."""
    return [amount.numerator if amount.denominator == 1 else str(amount) for amount in payout]


def verdict_to_json(verdict: Verdict) -> JsonDict:
    """Return a verdict as the answer writes it."""
    written: JsonDict = {
        "id": verdict.id,
        "kind": verdict.kind,
        "status": verdict.status.value,
        "grade": verdict.grade.value,
        "seat": verdict.seat,
        "play": verdict.play,
        "proof": list(verdict.proof),
        "known_after": verdict.known_after,
        "suspects": list(verdict.suspects),
    }
    if len(verdict.grades) > 1:
        written["grades"] = [
            {"grade": known.grade.value, "known_after": known.after} for known in verdict.grades
        ]
    if verdict.card is not None:
        written["card"] = verdict.card.code
    if verdict.payout_if_upheld is not None:
        written["payout_if_upheld"] = payout_to_json(verdict.payout_if_upheld)
    return written


def bid_finding_to_json(finding: BidFinding) -> JsonDict:
    """Return what did not belong into the auction; `bid` is an index into the bids, or null."""
    return {
        "kind": finding.kind,
        "why": finding.why.value,
        "seat": finding.seat,
        "bid": finding.bid,
    }


def answer(record: DealRecord, report: DealReport) -> JsonDict:
    """Return what `mehrkopf score` answers for one deal.

    Where the deal is still running, or cards that decide it were not seen, the fields of the
    settlement are null. `bids` is there only where something did not belong into the auction,
    `rulings_unmatched` only where a ruling names no verdict of the deal and so has no effect.
    """
    answered: JsonDict = {"id": record.id, "complete": report.complete}
    result = report.result
    if result is None:
        answered.update(dict.fromkeys(_RESULT_FIELDS))
    else:
        points = result.points
        answered.update(
            declarers=list(result.declarers),
            winner=result.winner,
            winners=list(result.winners),
            points=None if points is None else {"declarers": points[0], "defenders": points[1]},
            points_by_seat=list(result.points_by_seat),
            tricks=list(result.tricks),
            schneider=result.schneider,
            schwarz=result.schwarz,
            laufende=result.laufende,
            price=result.price,
            payout=payout_to_json(result.payout),
            stock_change=result.stock_change,
        )
        if result.game_points is not None:
            answered["game_points"] = list(result.game_points)
    answered["verdicts"] = [verdict_to_json(verdict) for verdict in report.verdicts]
    findings = () if report.auction is None else report.auction.findings
    if findings:
        answered["bids"] = [bid_finding_to_json(finding) for finding in findings]
    told = {verdict.id for verdict in report.verdicts}
    unmatched = [_ruling(each) for each in record.rulings if each.verdict not in told]
    if unmatched:
        answered["rulings_unmatched"] = unmatched
    return answered


_RESULT_FIELDS = (
    *("declarers", "winner", "winners", "points", "points_by_seat", "tricks"),
    *("schneider", "schwarz", "laufende", "price", "payout", "stock_change"),
)
