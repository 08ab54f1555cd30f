"""What the pages of the house rules say."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Hausregeln", en="House rules")
WHICH = Text(de="Welche Regeln ansehen?", en="Which rules do you want to see?")
TODAY = Text(de="Heute am Tisch", en="Today at the table")
TODAY_LONG = Text(de="{game}, {n} geändert", en="{game}, {n} changed")
OWN_LONG = Text(de="eure Regeln für {game}", en="your rules for {game}")
FROM_TOML = Text(de="eingestellt: {n} geändert", en="as configured: {n} changed")
SHOWN_IN = Text(de="Abgerechnet wird in", en="Scores are in")
UNITS = Text(de="Punkten", en="points")
EUROS = Text(de="Euro", en="euros")
BROKEN = Text(de="Nicht lesbar:", en="Cannot be read:")

LOCKED = Text(
    de="Gerade läuft ein Spiel: nur ansehen. Ändern geht, sobald es abgerechnet ist, und gilt ab "
    "dem nächsten.",
    en="A deal is running: look only. Changes can be made once it is settled and hold from the "
    "next one on.",
)
CHANGED = Text(de="Geändert ({n})", en="Changed ({n})")
NOTHING_CHANGED = Text(
    de="Alles wie im Regelwerk „{preset}“. Links ein Thema antippen, dann eine Regel.",
    en="Everything is as in “{preset}”. Tap a topic on the left, then a rule.",
)
MARK = Text(de="geändert", en="changed")
PRESET_SAYS = Text(de="Im Regelwerk: {value}", en="In the rules: {value}")
SOURCE = Text(de="Quelle", en="Source")
"""A source is cited in few English words, its parts by the names the rule document gives them; the
page marks it as of more than one language."""
AS_PRESET = Text(de="Wie im Regelwerk", en="As in the rules")
RESET_ALL = Text(de="Alles zurück", en="All as it was")
TAKE = Text(de="Ab dem nächsten Spiel so", en="Like this from the next deal on")
TAKEN = Text(de="So wird gespielt.", en="This is what is played.")
FROM_NOW = Text(
    de="Übernommen: Ab dem nächsten Spiel {game} mit diesen Regeln.",
    en="Taken over: {game} by these rules from the next deal on.",
)
NOT_TAKEN = Text(de="Noch nicht übernommen.", en="Not taken over yet.")
DRAFT = Text(de="Entwurf: {name}", en="Draft: {name}")
DRAFT_LONG = Text(de="{n} geändert, noch nicht übernommen", en="{n} changed, not taken over yet")
DRAFT_NOT_TAKEN = Text(
    de="Entwurf, noch nicht übernommen. Er bleibt liegen, bis ihn jemand verwirft.",
    en="A draft, not taken over yet. It stays until somebody drops it.",
)
DRAFT_NOT_SAVED = Text(
    de="Entwurf, noch nicht gespeichert. Er bleibt liegen, bis ihn jemand verwirft.",
    en="A draft, not saved yet. It stays until somebody drops it.",
)
DROP = Text(de="Verwerfen", en="Drop")
SAVE = Text(de="Speichern …", en="Save …")
SAVE_TITLE = Text(de="Wie sollen eure Regeln heißen?", en="What shall your rules be called?")
SAVED = Text(
    de="Gespeichert als „{name}“. Beim nächsten Abend steht es bei den Spielen.",
    en="Saved as “{name}”. It stands among the games when the next evening begins.",
)
PROPOSED = Text(de="Stammtisch", en="Our table")
REMOVE = Text(de="Wegwerfen …", en="Throw away …")
REMOVE_TITLE = Text(de="„{name}“ wegwerfen?", en="Throw “{name}” away?")
REMOVE_LONG = Text(
    de="Abende, die so gespielt wurden, bleiben, wie sie sind.",
    en="Evenings played by them stay as they are.",
)
YES_REMOVE = Text(de="Ja, wegwerfen", en="Yes, throw away")
OTHERS = Text(de="sonst", en="otherwise")
AS_OTHERS = Text(de="wie sonst", en="as otherwise")
NUMBER = Text(de="Zahl", en="Number")
TAKE_NUMBER = Text(de="Nehmen", en="Take it")
DONE = Text(de="Fertig", en="Done")
ORDER = Text(de="Die Reihenfolge zählt: wie angetippt.", en="The order counts: as tapped.")
NO_NUMBER = Text(
    de="Das ist keine ganze Zahl. Bitte Ziffern antippen.",
    en="That is no whole number. Please tap digits.",
)
NO_GAME = Text(
    de="Dieses Spiel gibt es hier nicht. Bitte eines der angebotenen antippen.",
    en="There is no such game here. Please tap one of those offered.",
)
NOT_READ = Text(
    de="Diese Hausregel gibt es so nicht. Bitte eine der angebotenen antippen.",
    en="There is no such house rule. Please tap one of those offered.",
)
ALL_GAMES = Text(de="Alle Regeln", en="All rules")
