"""The events of an evening in words, complete in both languages."""

from __future__ import annotations

import pytest

from engine.events import (
    BreakBegun,
    BreakEnded,
    CardPlayed,
    DealEntered,
    EveningEnded,
    Event,
    GameChanged,
    Note,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
)
from kiosk.evening_words import happened

NAMES = ("Resi", "Toni", "Vroni", "")


@pytest.mark.parametrize(
    ("event", "german", "english"),
    [
        (SeatsChanged(("A", "B")), "Am Tisch sitzen jetzt A, B", "At the table are now A, B"),
        (SubstituteSat(0, "Alois"), "Alois spielt für Resi", "Alois plays for Resi"),
        (
            SubstituteSat(3, "Alois", "substitute"),
            "Alois spielt auf dem Platz von Platz 4 für den eigenen Stand",
            "Alois plays at the seat of seat 4 for a score of their own",
        ),
        (SubstituteSat(1, None), "Toni spielt wieder selbst", "Toni plays again"),
        (SittingOut(1), "Toni setzt aus", "Toni sits out"),
        (SittingOut(1, out=False), "Toni spielt wieder mit", "Toni plays again"),
        (BreakBegun(), "Pause", "Break"),
        (BreakEnded(), "Es geht weiter", "Play goes on"),
        (
            GameChanged("bavarian", {}),
            "Ab jetzt wird Bayerischer Schafkopf gespielt",
            "From now on Bavarian Schafkopf is played",
        ),
        (
            ScoreAdjusted((5, -5, 0, 0), "Wette"),
            "Stand geändert, Wette: Resi +5, Toni -5",
            "Score changed, Wette: Resi +5, Toni -5",
        ),
        (DealEntered({"won": True}), "Ergebnis von Hand eingegeben", "Result entered by hand"),
        (
            DealEntered({"amounts": [0, 0, 0, 0], "reason": "Zettel"}),
            "Von Hand eingetragen: Zettel",
            "Entered by hand: Zettel",
        ),
        (
            DealEntered({"won": True}, deal="d1"),
            "Ergebnis von Hand berichtigt",
            "Result corrected by hand",
        ),
        (StockCounted(40), "Im Stock gezählt: 40", "Counted in the Stock: 40"),
        (Note("Bier"), "Notiz: Bier", "Note: Bier"),
        (EveningEnded(), "Der Abend ist zu Ende", "The evening is over"),
    ],
)
def test_what_happened_is_said_in_both_languages(event: Event, german: str, english: str) -> None:
    said = happened(event, NAMES)
    assert said is not None
    assert (said.de, said.en) == (german, english)


def test_a_card_is_told_elsewhere() -> None:
    assert happened(CardPlayed(None), NAMES) is None
