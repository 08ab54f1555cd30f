"""What is played in the walks: data for each family, so that one walk serves them all."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.deal.record import DealRecord
from engine.deal.report import Grade
from engine.referee.evaluation import evaluate
from engine.text import Language
from tests.simulate.playing import anyhow, deal_cards, plant, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import SimulatedTable

NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Girgl")


@dataclass(frozen=True, slots=True)
class Family:
    """One evening: who plays what, what is tapped to call it, how its alert is decided."""

    game: str
    people: int
    kind: str
    calls: tuple[str, ...]
    """The choices tapped on the call screen, in order; none where nothing is called."""
    ruling: str
    """What the table says to the alert: `upheld` or `waived`."""
    caller: int | None = None
    suit: str | None = None
    language: Language = "de"
    seed: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there."""
        return NAMES[: self.people]

    def legal(self, dealer: int) -> DealRecord:
        """Return a deal without any mistake."""
        chance = random.Random(self.seed)
        played = play_out(start(deal_cards(self._table(dealer), chance)), anyhow(chance))
        return record_of(played.deal, f"{self.game}-right")

    def wrong(self, dealer: int) -> tuple[DealRecord, int]:
        """Return a deal with a revoke, and how many cards lie when the offender's own shows it."""
        for seed in range(self.seed, self.seed + 500):
            planted = plant(self._table(dealer), random.Random(seed), "revoke", "random")
            if planted is None:
                continue
            record = record_of(planted.deal, f"{self.game}-wrong")
            known = _own_play(record)
            size = self.people - len(record.out)
            if known is not None and size * 3 < known < len(record.plays) - size:
                return record, known
        raise AssertionError("no seed gives a revoke that is shown in time")

    def _table(self, dealer: int) -> SimulatedTable:
        made = SimulatedTable(self.game, self.kind, tuple(range(self.people)), self.people, dealer)
        made = replace(made, caller=self.caller, suit=self.suit)
        keep_back, discard = _PROMISES.get(self.game, ("follow", "free"))
        return replace(made, keep_back=keep_back, discard=discard)


_PROMISES = dict.fromkeys(("schafkopf", "bavarian"), ("lead", "last_trick_only"))
"""`umspielen_when` and `called_discard` of the presets, where they are not `follow` and `free`."""


def _own_play(record: DealRecord) -> int | None:
    """Return after how many cards an own later play proves the deal's first mistake."""
    verdicts = evaluate(record).verdicts
    own = [known.after for v in verdicts for known in v.grades if known.grade is Grade.OWN_PLAY]
    return min(own) + 1 if len(verdicts) == 1 and own else None


FAMILIES = (
    Family(
        *("schafkopf", 4, "rufspiel", ("who-1", "kind-rufspiel", "suit-G"), "upheld"),
        caller=1,
        suit="G",
    ),
    Family(
        *("mehrkopf", 5, "rufspiel", ("who-2", "kind-rufspiel", "suit-E"), "waived"),
        caller=2,
        suit="E",
    ),
    Family(
        *("bavarian", 4, "solo", ("who-0", "kind-solo", "suit-S"), "upheld"), caller=0, suit="S"
    ),
    Family(*("sheepshead", 5, "pick", ("who-1", "kind-pick"), "waived"), caller=1, language="en"),
    Family("bierkopf", 4, "teams", (), "upheld"),
)
