"""What the table says of the round of a tournament that it plays."""

from __future__ import annotations

from engine.text import Text

BEGIN_ROUND = Text(
    de="Runde {round} an Tisch {table}: so anfangen",
    en="Round {round} at table {table}: begin like this",
)
NUMBERED = Text(de="Nr. {n}", en="No. {n}")
WITH_CAMERA = Text(
    de="{seats} im Uhrzeigersinn · {game} · mit Kamera, wenn alle einverstanden sind",
    en="{seats} clockwise · {game} · with the camera, if everybody agrees",
)
BY_HAND = Text(de="{seats} im Uhrzeigersinn · {game}", en="{seats} clockwise · {game}")
WITHOUT_CAMERA = Text(de="So anfangen, ohne Kamera", en="Begin like this, without the camera")
NO_SEATING = Text(
    de="Die Turnierleitung hat diese Runde inzwischen geändert; bitte noch einmal schauen.",
    en="The organiser has changed this round meanwhile; please look again.",
)
ALL_DEALS = Text(
    de="Alle {n} Spiele der Runde sind gespielt. Stimmt die Liste, bitte den Abend beenden.",
    en="All {n} deals of the round have been played. If the list is right, please end the evening.",
)
TIME_OVER = Text(
    de="Die Zeit der Runde ist um: bitte kein neues Spiel mehr anfangen und den Abend beenden.",
    en="The round's time is up: please start no new deal, and end the evening.",
)
OF_DEAL = Text(de="Spiel {n}:", en="Deal {n}:")
OF_DEAL_ELSEWHERE = Text(
    de="Spiel {n}, nicht von diesem Gerät:", en="Deal {n}, not from this device:"
)
RULED = {
    "holds": Text(
        de="Entscheid der Turnierleitung, im Turnier zählt:",
        en="Ruling of the organiser; in the tournament it counts as:",
    ),
    "withdrawn": Text(
        de="Entscheid der Turnierleitung zurückgenommen, es zählt wieder die Liste. Vorher:",
        en="The organiser's ruling was taken back, the list counts again. Before:",
    ),
    "overtaken": Text(
        de="Entscheid der Turnierleitung überholt, das Spiel wurde seither berichtigt. Vorher:",
        en="The organiser's ruling is out of date, the deal has been corrected since. Before:",
    ),
}
PENALTY = Text(de="Strafe der Turnierleitung:", en="Penalty by the organiser:")
PENALTY_TAKEN_BACK = Text(
    de="Strafe der Turnierleitung zurückgenommen:", en="The organiser's penalty was taken back:"
)
POINTS_GIVEN = Text(de="Punkte von der Turnierleitung:", en="Points from the organiser:")
POINTS_TAKEN_BACK = Text(
    de="Punkte von der Turnierleitung zurückgenommen:",
    en="The organiser's points were taken back:",
)
