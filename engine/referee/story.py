"""A verdict told in words and cards, as the alert shows it: what was done and what proves it.

While a verdict may have been one of several people's, the story says what each of them played and
that it cannot be right for all of them; it never says of one that it was wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.deal.report import Grade, Verdict
from engine.games import game as game_named
from engine.games.base import VerdictWords
from engine.games.facts import TRUMP, Setting
from engine.games.revokes import MUST_TRUMP
from engine.games.wording import TRUMP_TEXT, card_text, suit_text
from engine.text import Text

_UNSEEN = Text(de="eine unerkannte Karte", en="an unseen card")
_THREW = Text(de="warf {suit} ab", en="threw off {suit}")
_TRUMPED = Text(de="stach mit Trumpf", en="trumped")
_SOMEBODY = Text(de="Jemand: {what}", en="Somebody: {what}")
_DID = Text(de="{name} {did}", en="{name} {did}")
_GAVE = Text(de="gab {thrown}", en="played {thrown}")
_LED_THIS = Text(de="spielte {thrown} aus", en="led {thrown}")
_LED = Text(de="{led} angespielt – {all}", en="{led} led – {all}")
_ONE_OF = Text(
    de="Durch Zählen gezeigt: Das kann nicht bei allen stimmen",
    en="Shown by counting: this cannot be right for all of them",
)
_NOT_ALL = Text(
    de="Durch Zählen gezeigt: Das kann nicht alles stimmen",
    en="Shown by counting: this cannot all be right",
)
_COUNTED = Text(
    de="Durch Zählen gezeigt: {name} muss da {held} gehabt haben",
    en="Shown by counting: {name} must have held {held} then",
)

MOST_SCENES = 3
"""Tricks of a story; of a longer proof the first ones and the last."""


@dataclass(frozen=True, slots=True)
class StoryTrick:
    """One trick of the story."""

    trick: int
    """Counted from 1."""
    plays: tuple[int, ...]
    """Indexes of the plays to show, in the order of play; the card led is among them."""
    sentence: Text


@dataclass(frozen=True, slots=True)
class Story:
    """A verdict for people."""

    headline: Text
    """To follow the player's name, at most 20 characters; a sentence of its own where nobody can
    be named yet."""
    scenes: tuple[StoryTrick, ...]
    wrong: int | None = None
    """Index of the play that was wrong, where that can be said."""
    conclusion: Text | None = None
    """What follows from all scenes together, where it was counted; all there is without a card."""


def tell_story(record: DealRecord, verdict: Verdict, names: Sequence[str]) -> Story:
    """Return the story of a verdict; `names` are the people's, seat 0 first.

    >>> from engine.notation.reader import read
    >>> from engine.referee.evaluation import evaluate
    >>> [deal] = read('''[Game "schafkopf"] [Players "4"] [Dealer "4"] [Contract "1 wenz"]
    ... 1. 1: EA H7 E7 E8
    ... 2. 1: EZ E9''')
    >>> [verdict] = evaluate(deal.record).verdicts
    >>> story = tell_story(deal.record, verdict, ("Anna", "Ben", "Cilli", "Dora"))
    >>> for scene in story.scenes:
    ...     print(scene.trick, scene.sentence.en)
    1 Acorns led – Ben threw off Hearts
    2 … and then played Acorns
    """
    game = game_named(record.game)
    teller = _Teller(record, game.setting(record), verdict, names)
    told = game.verdict_words(verdict.kind)
    if verdict.seat is None:
        somebody = told.somebody or _SOMEBODY.format(what=told.headline)
        return Story(somebody, teller.seen(), conclusion=_ONE_OF)
    if verdict.grade is Grade.OWN_PLAY and verdict.play not in verdict.proof:
        # No card was wrong: it is a hand on record, or something that was said.
        wrong = told.wrong.format(name=names[verdict.seat], said=teller.doubled(verdict.seat))
        return Story(told.headline, teller.showing(told), conclusion=wrong)
    if not _act_is_certain(verdict):
        return Story(told.headline, teller.seen(), conclusion=_NOT_ALL)
    return Story(told.headline, teller.single(told, verdict.seat), verdict.play)


def _act_is_certain(verdict: Verdict) -> bool:
    """Tell whether it is certain with which card he erred, and not only that he did.

    A count that leaves several acts open lists them all, and last the card that made it certain.
    """
    if verdict.grade is Grade.OWN_PLAY:
        return True
    return len(verdict.proof) == 2 and verdict.play == verdict.proof[0]


@dataclass(frozen=True, slots=True)
class _Teller:
    """What every scene needs."""

    record: DealRecord
    setting: Setting
    verdict: Verdict
    names: Sequence[str]

    def single(self, told: VerdictWords, seat: int) -> tuple[StoryTrick, ...]:
        """Return the trick with the wrong card, then the one with the card that shows it."""
        verdict = self.verdict
        play = verdict.play
        lead = self.lead(play)
        card = self.record.plays[play].card
        held = self.class_text(lead) if verdict.card is None else self.card_text(verdict.card)
        if verdict.kind == MUST_TRUMP:
            held = TRUMP_TEXT
        places = {
            "name": self.names[seat],
            "said": self.doubled(seat),
            "led": self.class_text(lead),
            "did": self.did(play),
            "thrown": self.card_text(card),
            "card": self.card_text(verdict.card or card),
            "held": held,
        }
        wrong = self.scene({lead, play}, told.wrong.format(**places))
        last = max(verdict.proof, default=play)
        if last == play:
            return (wrong,)
        counted = verdict.grade is not Grade.OWN_PLAY
        shown = (_COUNTED if counted else told.shown).format(**places)
        return wrong, self.scene({self.lead(last), last} if counted else {last}, shown)

    def doubled(self, seat: int) -> Text:
        """Return the words by which a seat doubled, each once: "Kontra"."""
        words = game_named(self.record.game).doubling_words()
        said = dict.fromkeys(each.say for each in self.record.doubles if each.seat == seat)
        known = [words[say] for say in said if say in words]
        return Text(de=", ".join(w.de for w in known), en=", ".join(w.en for w in known))

    def showing(self, told: VerdictWords) -> tuple[StoryTrick, ...]:
        """Return the card that shows it, where one does; no card was wrong."""
        return tuple(self.scene({play}, told.shown) for play in self.verdict.proof)

    def seen(self) -> tuple[StoryTrick, ...]:
        """Return the tricks of the proof as everybody saw them."""
        by_trick: dict[int, set[int]] = {}
        for play in {*self.verdict.proof, self.verdict.play}:
            by_trick.setdefault(self.lead(play), set()).add(play)
        scenes = [
            self.scene({lead, *plays}, self.facts(lead, sorted(plays)))
            for lead, plays in sorted(by_trick.items())
        ]
        return (*scenes[:-1][: MOST_SCENES - 1], scenes[-1])

    def facts(self, lead: int, plays: Sequence[int]) -> Text:
        """Return who did what in one trick, as everybody saw it."""
        did = [
            _DID.format(name=self.names[self.record.plays[play].seat], did=self.did(play))
            for play in plays
        ]
        every = Text(de=", ".join(each.de for each in did), en=", ".join(each.en for each in did))
        return every if lead in plays else _LED.format(led=self.class_text(lead), all=every)

    def scene(self, plays: set[int], sentence: Text) -> StoryTrick:
        """Return a scene of plays of one trick."""
        shown = tuple(sorted(plays))
        return StoryTrick(shown[0] // len(self.setting.seats) + 1, shown, sentence)

    def lead(self, play: int) -> int:
        """Return the index of the card led to the trick of a play."""
        return play - play % len(self.setting.seats)

    def followed(self, play: int) -> bool:
        """Tell whether a play was of the class led."""
        card, led = self.record.plays[play].card, self.record.plays[self.lead(play)].card
        if card is None or led is None:
            return False
        return self.setting.klass.get(card) == self.setting.klass.get(led)

    def class_text(self, play: int) -> Text:
        """Return "Trumpf", or the suit of a play."""
        card = self.record.plays[play].card
        if card is None:
            return _UNSEEN
        trump = self.setting.klass.get(card) == TRUMP
        return TRUMP_TEXT if trump else suit_text(card.suit)

    def card_text(self, card: Card | None) -> Text:
        """Return the card's name."""
        return _UNSEEN if card is None else card_text(card)

    def did(self, play: int) -> Text:
        """Return "warf Schellen ab", "stach mit Trumpf", or which card was led or followed."""
        card = self.record.plays[play].card
        if play == self.lead(play):
            return _LED_THIS.format(thrown=self.card_text(card))
        if self.followed(play) or card is None:
            return _GAVE.format(thrown=self.card_text(card))
        if self.setting.klass.get(card) == TRUMP:
            return _TRUMPED
        return _THREW.format(suit=self.class_text(play))
