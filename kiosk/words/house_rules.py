"""What the pages of the house rules say."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Hausregeln", en="House rules")
WHICH = Text(de="Welche Regeln ansehen?", en="Which rules do you want to see?")
TODAY = Text(de="Heute am Tisch", en="Tonight’s rules")
TODAY_LONG = Text(de="{game}, {n} geändert", en="{game}, {n} changed")
OWN_LONG = Text(de="eure Regeln für {game}", en="your rules for {game}")
FROM_TOML = Text(de="eingestellt: {n} geändert", en="as configured: {n} changed")
SHOWN_IN = Text(de="Abgerechnet wird in", en="Scores are in")
UNITS = Text(de="Punkten", en="points")
EUROS = Text(de="Euro", en="euros")
OPEN_CARDS = Text(de="Nachkarten mit offenen Karten", en="Afterwards, with open cards")
OPEN_TO = {
    "nobody": Text(de="nein", en="no"),
    "table": Text(de="am Tisch", en="at the table"),
    "phones": Text(de="auch auf Handys", en="on phones too"),
}
BROKEN = Text(de="Nicht lesbar:", en="Cannot be read:")

LOCKED = Text(
    de="Gerade läuft ein Spiel: nur ansehen. Ändern geht, sobald es abgerechnet ist, und gilt ab "
    "dem nächsten.",
    en="A deal is being played: you can look. Changes are possible once it is settled, and apply "
    "from the next one.",
)
CHANGED = Text(de="Geändert ({n})", en="Changed ({n})")
NOTHING_CHANGED = Text(
    de="Alles wie im Regelwerk „{preset}“. Links ein Thema antippen, dann eine Regel.",
    en="Everything is as in “{preset}”. Tap a topic on the left, then a rule.",
)
MARK = Text(de="geändert", en="changed")
PRESET_SAYS = Text(de="Im Regelwerk: {value}", en="Preset: {value}")
SOURCE = Text(de="Quelle", en="Source")
"""A source is cited in few English words, its parts by the names the rule document gives them; the
page marks it as of more than one language."""
AS_PRESET = Text(de="Wie im Regelwerk", en="As in the preset")
RESET_ALL = Text(de="Alles zurück", en="Undo all changes")
TAKE = Text(de="Ab dem nächsten Spiel so", en="Use from the next deal")
TAKEN = Text(de="So wird gespielt.", en="This is how we play.")
FROM_NOW = Text(
    de="Übernommen: Ab dem nächsten Spiel {game} mit diesen Regeln.",
    en="Done: {game} by these rules from the next deal on.",
)
NOT_TAKEN = Text(de="Noch nicht übernommen.", en="Not in use yet.")
DRAFT = Text(de="Entwurf: {name}", en="Draft: {name}")
DRAFT_LONG = Text(de="{n} geändert, noch nicht übernommen", en="{n} changed, not in use yet")
DRAFT_NOT_TAKEN = Text(
    de="Entwurf, noch nicht übernommen. Er bleibt liegen, bis ihn jemand verwirft.",
    en="A draft, not in use yet. It stays until somebody discards it.",
)
DRAFT_NOT_SAVED = Text(
    de="Entwurf, noch nicht gespeichert. Er bleibt liegen, bis ihn jemand verwirft.",
    en="A draft, not saved yet. It stays until somebody discards it.",
)
DROP = Text(de="Verwerfen", en="Discard")
SAVE = Text(de="Speichern …", en="Save …")
SAVE_TITLE = Text(de="Wie sollen eure Regeln heißen?", en="What do you want to call your rules?")
SAVED = Text(
    de="Gespeichert als „{name}“. Bei jedem neuen Abend steht es bei den Spielen.",
    en="Saved as “{name}”. You can choose it when a new evening begins.",
)
PROPOSED = Text(de="Stammtisch", en="Our table")
REMOVE = Text(de="Wegwerfen …", en="Delete …")
REMOVE_TITLE = Text(de="„{name}“ wegwerfen?", en="Delete “{name}”?")
REMOVE_LONG = Text(
    de="Abende, die so gespielt wurden, bleiben, wie sie sind.",
    en="Evenings played by them stay as they are.",
)
YES_REMOVE = Text(de="Ja, wegwerfen", en="Yes, delete")
OTHERS = Text(de="sonst", en="otherwise")
AS_OTHERS = Text(de="wie sonst", en="as for the others")
NUMBER = Text(de="Zahl", en="Number")
TAKE_NUMBER = Text(de="Nehmen", en="Take it")
DONE = Text(de="Fertig", en="Done")
ORDER = Text(de="Die Reihenfolge zählt: wie angetippt.", en="The order matters: as tapped.")
NO_NUMBER = Text(
    de="Das ist keine ganze Zahl. Bitte Ziffern antippen.",
    en="That is not a whole number. Please tap digits.",
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
