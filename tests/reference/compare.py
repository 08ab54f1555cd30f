"""The comparison: what `mehrkopf score` answers against what the documents say."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

from kiosk.cli import main
from tests.reference import bierkopf, declared, sheepshead
from tests.reference.claims import impossible
from tests.reference.deal import Deal, Line, read, under_of
from tests.reference.dealing import Made
from tests.reference.duties import Act, false_nixer, wrong_acts
from tests.reference.penalties import COSTLY, forfeited, penalty
from tests.reference.settled import Settled

Answer = dict[str, Any]


def scored(lines: list[dict[str, Any]]) -> list[Answer]:
    """What `mehrkopf score` answers to deal lines, one answer a line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deals.jsonl"
        text = "".join(json.dumps(line) + "\n" for line in lines)
        file.write_text(text, encoding="utf-8")
        said = io.StringIO()
        with redirect_stdout(said):
            main(["score", str(file)])
    return [json.loads(each) for each in said.getvalue().splitlines()]


def settled(deal: Deal) -> Settled:
    """The result by the documents."""
    if deal.game == "sheepshead":
        return sheepshead.settle(deal)
    if deal.game == "bierkopf":
        return bierkopf.settle(deal)
    return declared.settle(deal)


def differences(made: Made, answer: Answer) -> Iterator[str]:
    """Each point in which an answer differs from the documents, in words."""
    claims = list(impossible(made.line, made.dealt))
    if made.planted != bool(claims):
        raise AssertionError(f"planted or not, and what is found: {claims}")
    if made.planted:
        accused = [each for each in answer.get("verdicts", ()) if each["kind"] == "illegal_nixer"]
        if accused:
            yield f"accused by a hand that lacks a card: {accused[0]['id']}"
        if how(answer) == SILENT:
            yield f"{SILENT} of a claim: {', '.join(claims)}"
        return
    if "error" in answer:
        yield f"refused: {answer['error']}"
        return
    if made.told is not None:
        yield from told_differences(settled(read(made.told, made.hands)), answer)
        return
    if made.line["contract"] is None:
        yield from thrown_in_differences(made.line, answer)
        return
    deal = read(made.line, made.hands, made.covered)
    upheld = [each for each in made.line.get("rulings", ()) if each["ruling"] == "upheld"]
    if made.running:
        if answer["payout"] is not None:
            yield f"paid while it runs: {answer['payout']}"
    elif upheld:
        yield from penalty_differences(deal, upheld[0]["seat"], answer)
    else:
        yield from result_differences(settled(deal), answer)
    yield from verdict_differences(deal, answer)
    for field in answer.keys() - KNOWN:
        yield f"a note without a reason: {field} {answer[field]}"


def told_differences(result: Settled, answer: Answer) -> Iterator[str]:
    """A result entered by hand is paid like the cards that it stands for."""
    ours = expected(result)
    for name in ("declarers", "winner", "winners", "points", "laufende"):
        if ours[name] != answer[name]:
            yield f"entered {name}: {ours[name]} by the documents, {answer[name]} answered"
    for name in ("price", "payout"):
        theirs = answer[name] if name == "payout" else [answer[name]]
        wanted = ours[name] if name == "payout" else [ours[name]]
        if wanted != [str(Fraction(each)) for each in theirs or ()]:
            yield f"entered {name}: {wanted} by the documents, {theirs} answered"


def thrown_in_differences(line: Line, answer: Answer) -> Iterator[str]:
    """Nobody pays for cards thrown in; who had no right to it is told where the hand shows it."""
    if any(answer["payout"]):
        yield f"paid for cards thrown in: {answer['payout']}"
    told = [(verdict["kind"], verdict["seat"]) for verdict in answer["verdicts"]]
    wanted = [("illegal_nixer", line["end"]["seat"])] if false_nixer(line) else []
    if told != wanted:
        yield f"nixer: {wanted} by the documents, {told} answered"


def result_differences(result: Settled, answer: Answer) -> Iterator[str]:
    """What differs in points, tricks, price and payments."""
    for name, ours in expected(result).items():
        theirs = answer.get(name)
        if name == "payout" and theirs is not None:
            theirs = [str(Fraction(each)) for each in theirs]
        if name == "price" and theirs is not None:
            theirs = str(Fraction(theirs))
        if ours != theirs:
            yield f"{name}: {ours} by the documents, {theirs} answered"


def shown_at(deal: Deal, act: Act) -> int | None:
    """The play that shows a revoke: the first later one of the class that was not followed."""
    if act.kind != "revoke" or act.play is None or deal.covered or under_of(deal.line):
        return None
    led = deal.plays[act.play - act.play % deal.people].card
    later = deal.plays[act.play + 1 :]
    own = [play for play in later if play.seat == act.seat]
    same = (play.index for play in own if deal.trumps.klass(play.card) == deal.trumps.klass(led))
    return next(same, None)


def penalty_differences(deal: Deal, offender: int, answer: Answer) -> Iterator[str]:
    """What differs in the payments once a wrong act was upheld."""
    ours = list(map(str, penalty(deal, offender)))
    theirs = [str(Fraction(each)) for each in answer["payout"] or ()]
    if ours != theirs:
        yield f"upheld: {ours} by the documents, {theirs} answered"
    if deal.game == "bierkopf" and answer["game_points"] != list(forfeited(deal, offender)):
        yield f"upheld game points: {forfeited(deal, offender)}, {answer['game_points']} answered"


def verdict_differences(deal: Deal, answer: Answer) -> Iterator[str]:
    """Wrong acts that are not told, and innocents that are accused."""
    acts = list(wrong_acts(deal))
    turned = {act.play // deal.people for act in acts if act.kind in TURN and act.play is not None}
    verdicts = [each for each in answer["verdicts"] if each["kind"] not in TURN]
    told = {(each["kind"], each["seat"], each["play"]) for each in verdicts if is_said(deal, each)}
    for each in answer["verdicts"]:
        if each["kind"] in TURN:
            told.add((each["kind"], each["seat"], each["play"]))
            if each["status"] != "suspected" or each["play"] // deal.people not in turned:
                yield f"told of an innocent: {each['id']}"
    yield from missing(deal, acts, told, turned)
    clear = deal.whole and not turned
    yield from innocents(acts, {each for each in told if each[0] not in TURN}, clear=clear)
    cards = {(act.kind, act.seat, act.play): act.card for act in acts}
    for verdict in verdicts:
        card = cards.get((verdict["kind"], verdict["seat"], verdict["play"]))
        if clear and card is not None and verdict.get("card", card) != card:
            yield f"called card: {card} by the documents, {verdict['card']} answered"
        if verdict["status"] == "suspected":
            if not turned:  # with cards in a wrong order it may be the order that is wrong
                yield f"not proven with all cards open: {verdict['id']}"
        elif verdict["kind"] in COSTLY and verdict["seat"] is not None:
            ours = penalty(deal, verdict["seat"])
            theirs = verdict.get("payout_if_upheld", answer["payout"])
            if list(ours) != [Fraction(each) for each in theirs]:
                yield f"penalty: {list(map(str, ours))} by the documents, {theirs} answered"


def is_said(deal: Deal, verdict: dict[str, Any]) -> bool:
    """Whether a verdict is proven, or was and has been ruled on."""
    rulings = {
        (ruling["kind"], ruling["play"]): ruling["ruling"]
        for ruling in deal.line.get("rulings", ())
    }
    return verdict["status"] in (PROVEN, rulings.get((verdict["kind"], verdict["play"])))


def missing(
    deal: Deal, acts: list[Act], told: set[tuple[str, int | None, int | None]], turned: set[int]
) -> Iterator[str]:
    """Wrong acts that the cards played show and nobody tells."""
    for act in acts:
        # How somebody played is judged by the cards laid and turned over (DEAL_FILE, `piles`).
        open_ = deal.whole and not (deal.covered and "reveals" not in deal.line)
        shown = act.kind in TURN or (not turned and (open_ or shown_at(deal, act) is not None))
        if shown and (act.kind, act.seat, act.play) not in told:
            yield f"not told: {(act.kind, act.seat, act.play)}"


def innocents(
    acts: list[Act], told: set[tuple[str, int | None, int | None]], *, clear: bool
) -> Iterator[str]:
    """Proven against somebody who did nothing of the kind; `clear`: all cards lie, in order."""
    wanted = {(act.kind, act.seat, act.play) for act in acts}
    kinds = {act.kind[:6] for act in acts}  # all duties of a called card alike
    guilty = {act.seat for act in acts}
    for innocent in sorted(told - wanted, key=str):
        # With cards unseen counting may show that somebody erred and not when, or not who.
        somebody = innocent[1] is None and innocent[0][:6] in kinds
        if clear or not (somebody or innocent[1] in guilty):
            yield f"told of an innocent: {innocent}"


PROVEN = "proven"
TURN = ("out_of_turn", "lead_out_of_turn")
"""Told and never more than suspected: nobody has lost by it (RULES 12)."""
SILENT = "no word"


def how(answer: Answer) -> str:
    """In which way an answer speaks of an impossible claim."""
    if "error" in answer:
        return "refused"
    if answer["verdicts"]:
        return "verdict " + ", ".join(sorted({each["kind"] for each in answer["verdicts"]}))
    noted = sorted(field for field in answer.keys() - KNOWN if answer[field])
    if noted:
        return "note " + ", ".join(noted)
    return SILENT


KNOWN = {
    "id",
    "complete",
    "declarers",
    "winner",
    "winners",
    "points",
    "points_by_seat",
    "tricks",
    "schneider",
    "schwarz",
    "laufende",
    "price",
    "payout",
    "stock_change",
    "verdicts",
    "game_points",
}


def expected(result: Settled) -> dict[str, Any]:
    """A result in the shape of an answer."""
    points: dict[str, int] | None = None
    if result.points is not None:
        points = dict(zip(("declarers", "defenders"), result.points, strict=True))
    shape: dict[str, Any] = {
        "declarers": list(result.declarers),
        "winner": result.winner,
        "winners": list(result.winners),
        "points": points,
        "points_by_seat": list(result.points_by_seat),
        "tricks": list(result.tricks),
        "schneider": result.schneider,
        "schwarz": result.schwarz,
        "laufende": result.laufende,
        "price": str(result.price),
        "payout": [str(each) for each in result.payout],
    }
    if result.game_points is not None:
        shape["game_points"] = list(result.game_points)
    return shape
