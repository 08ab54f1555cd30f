"""What the screen of sounds and speech says, and what is spoken."""

from __future__ import annotations

from engine.text import Text

HEADING = Text(de="Töne und Ansagen", en="Sounds and speech")
LONG = Text(
    de="Gesagt wird nur, was auch auf dem Tisch steht.",
    en="Nothing is said that is not on the screen.",
)
SOUND = Text(de="Töne", en="Sounds")
SOUND_LONG = Text(
    de="Ein leiser Ton bei Befund, Frage und Spielende.",
    en="A quiet tone with an alert, a question and a result.",
)
SPEECH = Text(de="Ansagen", en="Announcements")
SPEECH_LONG = Text(
    de="Eine Stimme sagt an, was gespielt wird und wie es ausging.",
    en="A voice says what is played and how it ended.",
)
VOLUME = Text(de="Lautstärke", en="Volume")
NIGHT = Text(de="Nachtruhe", en="Quiet at night")
NIGHT_LONG = Text(
    de="Von 22 bis 6 Uhr bleibt alles still.", en="From 10 p.m. to 6 a.m. all is silent."
)
ON = Text(de="an", en="on")
OFF = Text(de="aus", en="off")
LEVELS = (Text(de="leise", en="quiet"), Text(de="mittel", en="medium"), Text(de="laut", en="loud"))
TRY = Text(de="Probe hören", en="Try it")
TRIED = Text(de="So klingt der Tisch.", en="This is how the table sounds.")
QUIET_NOW = Text(
    de="Jetzt ist Nachtruhe: Es ist nichts zu hören.", en="It is night: nothing will be heard."
)
MUTED_NOW = Text(
    de="Der Tisch ist stumm geschaltet: Es ist nichts zu hören.",
    en="The table is muted: nothing will be heard.",
)
UNMUTE = Text(de="Ton wieder an", en="Sound on again")
MISSING = Text(
    de="Auf diesem Gerät fehlt {what}; bitte „sudo apt install {package}“ eingeben lassen.",
    en='This device has no {what}; please have "sudo apt install {package}" entered.',
)
UNKNOWN = Text(
    de="Das kann man hier nicht einstellen; bitte einen der Knöpfe antippen.",
    en="That cannot be set here; please tap one of the buttons.",
)
UNREADABLE = Text(
    de="Die Wahl der Töne {file} ist nicht lesbar ({why}); die Datei löschen oder berichtigen.",
    en="The choice of sounds {file} cannot be read ({why}); delete or correct the file.",
)
WRONG = Text(
    de="In {file} passt „{key}“ nicht; die Datei löschen oder berichtigen.",
    en='In {file} the entry "{key}" does not fit; delete or correct the file.',
)

CARD_ASKED = Text(de="Eine Karte ist unklar.", en="A card is unclear.")
"""Spoken with a question; which card it may be stands on the screen."""
