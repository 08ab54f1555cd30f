"""Auctions for tests: records with bids, every legal sequence of words, bids from short text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.deal.auction import AuctionView, BidFault
from engine.deal.record import Bid, Contract, DealRecord
from engine.games import game
from engine.games.auction.bid_texts import BID_TEXTS
from engine.games.auction.stages import AuctionSetting, AuctionStage
from engine.games.schafkopf.contracts import auction_setting, first_stage
from engine.games.schafkopf.family import SchafkopfGame
from engine.games.schafkopf.house_rules import house
from engine.rules.house_rules import rules_from
from tests.engine.deals import contract_from_json

Said = tuple[int, object]
"""A bid as in the deal file: seat, and a word or a contract."""


def bid(name: str, players: int, seat: int, said: object) -> Bid:
    """Return a bid; `players` hold cards and sit before those who sit out."""
    if isinstance(said, str):
        return Bid(seat, said)
    assert isinstance(said, dict)
    shape = {} if said["kind"] == "ramsch" else {"seat": seat}
    return Bid(seat, "contract", contract_from_json({**shape, **said}, name, players))


def auction_record(
    name: str,
    bids: Sequence[Said] = (),
    contract: object = None,
    players: int = 4,
    out: tuple[int, ...] = (),
    dealer: int | None = None,
    **rules: object,
) -> DealRecord:
    return DealRecord(
        id="test",
        game=name,
        rules=rules_from(rules, name),
        players=players,
        dealer=players - 1 if dealer is None else dealer,
        out=out,
        contract=contract_from_json(contract, name, players - len(out)),
        bids=tuple(bid(name, players - len(out), seat, said) for seat, said in bids),
    )


def view_of(record: DealRecord) -> AuctionView:
    view = game(record.game).auction(record)
    assert view is not None
    return view


def whys(record: DealRecord) -> list[BidFault]:
    return [finding.why for finding in view_of(record).findings]


def says(view: AuctionView) -> list[str]:
    return [offer.say for offer in view.offers]


def kinds(view: AuctionView) -> list[str]:
    """Return the games that may be named, a Tout with its word behind it."""
    return [
        each.kind + (" tout" if each.tout else "") for offer in view.offers for each in offer.games
    ]


def start(record: DealRecord) -> tuple[AuctionSetting, AuctionStage]:
    family = game(record.game)
    assert isinstance(family, SchafkopfGame)
    rules = house(record.rules)
    count = family.counts[record.players - len(record.out)]
    setting = auction_setting(record, family.kinds, count, rules, BID_TEXTS)
    return setting, first_stage(setting, rules)


def legal_bids(stage: AuctionStage, seat: int) -> Iterator[Bid]:
    """Yield every bid the seat may make; of the suits to choose from one stands for all."""
    for offer in stage.offers(seat):
        if offer.say != "contract":
            yield Bid(seat, offer.say)
        for each in offer.games:
            suit = each.suits[0] if each.suits else None
            yield Bid(seat, "contract", Contract(each.kind, seat, suit, each.tout))


def legal_auctions(stage: AuctionStage) -> Iterator[tuple[tuple[Bid, ...], AuctionStage]]:
    """Yield every legal sequence of bids to its end, with the stage it leads to."""
    if not stage.due or not stage.offers(stage.due[0]):
        yield (), stage
        return
    for said in legal_bids(stage, stage.due[0]):
        heard = stage.hear(said)
        assert not heard.whys, (said, heard.whys)
        for rest, last in legal_auctions(heard.stage):
            yield (said, *rest), last
