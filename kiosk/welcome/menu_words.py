"""What the menu says."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Mehr", en="More")
PEOPLE = Text(de="Leute und Spiel", en="People and game")
PEOPLE_LONG = Text(de="kommen, gehen, aushelfen, Pause", en="come, leave, stand in, break")
RULES = Text(de="Hausregeln", en="House rules")
RULES_LONG = Text(de="Tarif, Laufende, was gilt", en="prices, Laufende, what counts")
RULES_DRAFT = Text(de="ein Entwurf wartet", en="a draft is waiting")
CAMERA = Text(de="Kamera und Blatt", en="Camera and deck")
CAMERA_LONG = Text(de="einrichten, einlernen, prüfen", en="set up, enrol, test")
DECK = Text(de="Anderes Blatt", en="Another deck")
DECK_LONG = Text(de="jetzt: „{deck}“", en='now: "{deck}"')
PHONES = Text(de="Handys", en="Phones")
PHONES_LONG = Text(de="zuschauen und bedienen", en="look on and work it")
EVENINGS = Text(de="Frühere Abende", en="Earlier evenings")
EVENINGS_LONG = Text(de="Spiele, Punkte, mitnehmen", en="deals, scores, take home")
SOUNDS = Text(de="Töne und Ansagen", en="Sounds and speech")
SOUNDS_LONG = Text(de="was zu hören ist", en="what is heard")
WORDS = Text(de="Gras, Laub oder Blatt", en="Names of suits")
WORDS_LONG = Text(de="wie es bei euch heißt", en="as you call them")
STRIP = Text(de="Lichtband", en="Strip of lights")
STRIP_LONG = Text(de="Helligkeit, prüfen", en="brightness, test")
SPACE = Text(de="Speicherplatz", en="Room on the storage")
SPACE_LONG = Text(de="wie viel frei ist", en="how much is free")
SHOW = Text(de="Vorführung", en="Demonstration")
SHOW_LONG = Text(de="ein gefilmter Abend", en="a filmed evening")
