"""The alert: one verdict and the cards that prove it (PAGES 2.3)."""

from __future__ import annotations

from math import exp
from urllib.parse import urlencode

from engine.cards import Card
from engine.deal.report import Grade, Verdict
from engine.evening.state import TableState
from engine.referee.story import Story, StoryTrick, tell_story
from engine.text import Text
from kiosk.director.outlook import ASK_NATS
from kiosk.screens import facts
from kiosk.screens.cards import face
from kiosk.screens.facts import DealFacts
from kiosk.screens.values import AlertScreen, Line, NoticeMark, ProofCard, ProofTrick
from kiosk.table.undo import without_result
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import pages as m

LEAST_FIGURE = 90
"""Percent below which the whole deal decides a card, and no figure of its own says it."""
_CENTINATS = 100
"""Scores are kept in hundredths of a nat."""
LONGEST_HEADLINE = 20
"""Characters that fit a line at two metres (PAGES 1)."""
BACK = {"table": "/", "scores": "/scores", "deals": "/deals"}
"""Where people come from to a finding of a deal before, and go back to."""


def alert(view: TableView, order: tuple[Card, ...] = ()) -> AlertScreen | None:
    """Return the first verdict that waits for the table's decision.

    `order` is the cards in the order of the plays' scores, so that the certainty has a figure.
    """
    for verdict in facts.pending(view):
        deal = facts.judged_deal(view, verdict)
        if deal is not None:
            return alert_of(deal, verdict, order=order)
    return None


def marks(view: TableView, origin: str = "table") -> tuple[NoticeMark, ...]:
    """Return one mark for each finished deal with a verdict nobody has ruled on."""
    return tuple(marks_by_deal(view, origin).values())


def marks_by_deal(view: TableView, origin: str) -> dict[str, NoticeMark]:
    """Return the mark of each finished deal with a verdict nobody has ruled on, by the deal's id.

    `origin` is the page they stand on, one of `BACK`.
    """
    first: dict[str, NoticeMark] = {}
    for deal, verdict in facts.findings(view):
        words = m.FINDING_OPEN.format(n=deal.number)
        first.setdefault(
            deal.record.id, NoticeMark(words, f"/finding?{_fields(deal, verdict, origin)}")
        )
    return first


def address(screen: AlertScreen, origin: str) -> str:
    """Return where a verdict is ruled on, come to from the page `origin`, one of `BACK`."""
    fields = {"deal": screen.deal, "verdict": screen.verdict, "from": origin}
    return f"/finding?{urlencode(fields)}"


def mark_without_result(state: TableState) -> tuple[NoticeMark, ...]:
    """Return the way to the first deal that was left without a result, while another runs."""
    deal = without_result(state)
    if deal is None:
        return ()
    return (NoticeMark(c.OPEN_RESULT.format(n=deal.number), f"/enter?deal={deal.id}"),)


def alert_of(
    deal: DealFacts,
    verdict: Verdict,
    origin: str | None = None,
    *,
    order: tuple[Card, ...] = (),
) -> AlertScreen:
    """Return how `verdict` is told; after its deal, from which page (of `BACK`) it was opened."""
    story = tell_story(deal.record, verdict, deal.names)
    who = _who(deal, verdict)
    together = m.ALERT_HEAD.format(name=who, what=story.headline)
    named = verdict.seat is not None
    fits = named and max(len(together.de), len(together.en)) <= LONGEST_HEADLINE
    return AlertScreen(
        deal=deal.record.id,
        verdict=verdict.id,
        headline=together if fits else _capital(story.headline),
        who=None if fits else who,
        named=named,
        uphold=_uphold(verdict),
        tricks=tuple(_trick(deal, verdict, story, scene) for scene in story.scenes),
        conclusion=story.conclusion,
        certainty=_certainty(deal, verdict, story, late=origin is not None, order=order),
        by_hand=origin is None and _is_by_hand(deal, verdict),
        late=None if origin is None else _fields(deal, verdict, origin),
        origin=origin or "",
        back="/" if origin is None else BACK[origin],
    )


def _uphold(verdict: Verdict) -> Text | None:
    """Return what upholding means: the game is lost, or the mistake counts by house rule."""
    if verdict.seat is None:
        return None
    return m.GAME_LOST if verdict.payout_if_upheld is not None else m.MISTAKE_COUNTS


def _who(deal: DealFacts, verdict: Verdict) -> Line:
    """Return whose mistake it was: one name, or every name it may have been."""
    if verdict.seat is not None:
        return deal.names[verdict.seat]
    return either(tuple(deal.names[seat] for seat in verdict.suspects))


def either(names: tuple[str, ...]) -> Text:
    """Return "Resi, Toni oder Vroni"."""
    if len(names) < 2:
        return Text(de="".join(names), en="".join(names))
    return m.OR.format(first=", ".join(names[:-1]), last=names[-1])


def in_one_line(screen: AlertScreen) -> Text:
    """Return headline and name in one line."""
    if screen.who is None:
        return screen.headline
    if not screen.named:
        return m.JOINT_HEAD.format(names=screen.who, what=screen.headline)
    return m.ALERT_HEAD.format(name=screen.who, what=screen.headline)


def _capital(text: Text) -> Text:
    return Text(de=text.de[:1].upper() + text.de[1:], en=text.en[:1].upper() + text.en[1:])


def _trick(deal: DealFacts, verdict: Verdict, story: Story, scene: StoryTrick) -> ProofTrick:
    return ProofTrick(
        m.TRICK.format(n=scene.trick),
        scene.sentence,
        tuple(_card(deal, verdict, story, play) for play in scene.plays),
    )


def _card(deal: DealFacts, verdict: Verdict, story: Story, play: int) -> ProofCard:
    laid = deal.record.plays[play]
    return ProofCard(
        face(laid.card) if laid.card is not None else None,
        deal.seqs[play],
        deal.names[laid.seat],
        wrong=play == story.wrong,
        shows=play != story.wrong and play in verdict.proof,
    )


def _figure(deal: DealFacts, verdict: Verdict, order: tuple[Card, ...]) -> int | None:
    """Return how surely the least sure card of the proof was read, in percent.

    Never 100: a camera can err. None where a card has no scores, or was decided otherwise.
    """
    least = 1.0
    for play in verdict.proof:
        laid = deal.deal.laid[play]
        if laid.scores is None or len(laid.scores) != len(order) or laid.card not in order:
            return None
        best = max(laid.scores)
        weights = [exp((score - best) / _CENTINATS) for score in laid.scores]
        least = min(least, weights[order.index(laid.card)] / sum(weights))
    percent = min(99, int(least * 100))
    return percent if verdict.proof and percent >= LEAST_FIGURE else None


def _fields(deal: DealFacts, verdict: Verdict, origin: str) -> str:
    return urlencode({"deal": deal.record.id, "verdict": verdict.id, "from": origin})


def _rests_on(deal: DealFacts, verdict: Verdict) -> set[int]:
    """Return the plays the verdict rests on, by `seq`; a count rests on every card until then."""
    if verdict.grade is Grade.OWN_PLAY:
        return {deal.seqs[play] for play in verdict.proof}
    moments = (verdict.known_after, *verdict.proof, *(known.after for known in verdict.grades))
    return {deal.seqs[play] for play in range(max(moments) + 1)}


def _is_by_hand(deal: DealFacts, verdict: Verdict) -> bool:
    """Tell whether what it rests on can have been a slip of a finger: a card, or a word alone."""
    return bool(_by_hand(deal, verdict)) or not _rests_on(deal, verdict)


def _by_hand(deal: DealFacts, verdict: Verdict) -> set[int]:
    """Return which of the cards it rests on a person named; that too can have been a slip."""
    return _rests_on(deal, verdict) & deal.deal.fixed


def _inferred(deal: DealFacts, story: Story, order: tuple[Card, ...]) -> Text | None:
    """Name the first card shown here that its own picture left in doubt, where one is.

    The cards of later tricks made it sure; of what was asked about a moment ago nobody is told that
    it was read with certainty.
    """
    for play in sorted({play for scene in story.scenes for play in scene.plays}):
        laid = deal.deal.laid[play]
        if laid.fixed or laid.card not in order or len(laid.scores or ()) != len(order):
            continue
        own = dict(zip(order, laid.scores or (), strict=True))
        lead = own.pop(laid.card) - max(own.values())
        if lead < _CENTINATS * ASK_NATS:
            name = deal.names[deal.record.plays[play].seat]
            return m.PROOF_INFERRED.format(card=face(laid.card).name, name=name)
    return None


def _certainty(
    deal: DealFacts, verdict: Verdict, story: Story, *, late: bool, order: tuple[Card, ...]
) -> Text:
    rests_on = _rests_on(deal, verdict)
    confirmed = rests_on <= deal.deal.fixed
    named = m.PROOF_NAMED if rests_on else m.PROOF_SAID
    if not late:
        if confirmed:
            return named
        if _by_hand(deal, verdict):
            return m.PROOF_BY_HAND
        inferred = _inferred(deal, story, order)
        if inferred is not None:
            return inferred
        words = m.PROOF_SURE if verdict.grade is Grade.OWN_PLAY else m.COUNT_SURE
        figure = _figure(deal, verdict, order)
        return words if figure is None else c.CERTAIN.format(words=words, percent=figure)
    # How surely the cards of a deal before were read is no longer weighed.
    number = m.DEAL_NUMBER.format(n=deal.number)
    words = named if confirmed else m.CHECK_PROOF
    return Text(de=f"{number.de} · {words.de}", en=f"{number.en} · {words.en}")
