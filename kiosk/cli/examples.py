"""Examples of each command, as its help shows them: what to type, and what it does.

They are in one place so that they are read as one list; `tests/kiosk/cli/test_help.py` reads every
one of them as the command line would.
"""

from __future__ import annotations

import re

from engine.text import Language, Text

EXAMPLES: dict[str, tuple[tuple[str, Text], ...]] = {
    "": (
        ("run", Text(de="den Tisch starten", en="start the table")),
        ("run --no-camera", Text(de="ohne Kamera aufschreiben", en="keep the score by hand")),
        ("rules schafkopf", Text(de="die Hausregeln lesen", en="read the house rules")),
        ("doctor", Text(de="nachsehen, ob alles da ist", en="check that everything is there")),
    ),
    "run": (
        (
            "run",
            Text(
                de="mit Kamera, sonst die Vorführung",
                en="with a camera, else the demonstration",
            ),
        ),
        ("run --no-camera", Text(de="nur aufschreiben", en="score pad only")),
        ("run --source abend.mkv --deck isar", Text(de="ein Video", en="a video")),
        (
            "run --source rtsp://kamera.example/tisch",
            Text(de="eine Netzwerkkamera", en="a network camera"),
        ),
    ),
    "score": (
        ("score abend.jsonl", Text(de="eine Spieldatei", en="a deal file")),
        ("score abend.mkn", Text(de="dieselben Spiele als Notation", en="the same as notation")),
    ),
    "open-cards": (
        (
            "open-cards abend.jsonl",
            Text(de="was aus Spielen geworden wäre", en="what deals would have come to"),
        ),
        (
            "open-cards abend.mkn --json",
            Text(de="dasselbe für Programme", en="the same for programs"),
        ),
    ),
    "rules": (
        ("rules", Text(de="welche Regelwerke es gibt", en="which sets of rules there are")),
        ("rules schafkopf", Text(de="eines davon in Worten", en="one of them in words")),
        (
            "rules mehrkopf --toml",
            Text(de="als Datei zum Bearbeiten", en="as a file you can edit"),
        ),
        ("rules --check rules/stammtisch.toml", Text(de="eine Datei prüfen", en="check a file")),
    ),
    "recognise": (
        ("recognise foto.jpg --deck isar", Text(de="ein Foto lesen", en="read a photograph")),
    ),
    "watch": (
        (
            "watch abend.mkv --deck isar",
            Text(de="Karten und Stiche nennen", en="name cards and tricks"),
        ),
        (
            "watch abend.mkv --deck isar --calls ansagen.jsonl",
            Text(de="auch richten und abrechnen", en="referee and score as well"),
        ),
        (
            "watch abend.mkv --deck isar --overlay gesehen.mp4",
            Text(de="ein Video mit Umrissen", en="a video with outlines"),
        ),
    ),
    "enrol": (
        ("enrol unseres --source camera", Text(de="vor der Kamera", en="before the camera")),
        ("enrol unseres --from fotos", Text(de="aus Bildern", en="from pictures")),
        (
            'enrol unseres --from reihen.jpg --names "17=HO SO"',
            Text(de="aus Reihen, zwei berichtigt", en="from rows, with two corrected"),
        ),
        (
            "enrol unseres --source camera --test",
            Text(de="prüfen, ob es sitzt", en="test whether it worked"),
        ),
    ),
    "deck": (
        ("deck list", Text(de="alle Blätter", en="all decks")),
        ("deck export unseres unseres.deck", Text(de="eines weitergeben", en="export one")),
    ),
    "deck list": (("deck list", Text(de="alle Blätter", en="all decks")),),
    "deck export": (
        (
            "deck export unseres unseres.deck",
            Text(de="in diese Datei, ohne Bilder", en="into this file, without pictures"),
        ),
    ),
    "deck import": (
        ("deck import unseres.deck", Text(de="übernehmen", en="import it")),
        (
            "deck import unseres.deck --name stammtisch",
            Text(de="unter anderem Namen", en="under another name"),
        ),
    ),
    "deck remove": (("deck remove unseres", Text(de="löschen", en="delete it")),),
    "camera": (
        ("camera check", Text(de="taugt das Bild?", en="is the picture good enough?")),
        ("camera lock", Text(de="die Werte festhalten", en="lock the settings")),
    ),
    "camera check": (
        ("camera check", Text(de="die Kamera des Tischs", en="the table's camera")),
        ("camera check --source bild.jpg", Text(de="ein Bild", en="a picture")),
    ),
    "camera corners": (
        (
            "camera corners --at 310,90 --at 1610,95 --at 1650,980 --at 280,985",
            Text(de="vier Ecken im Bild", en="four corners in the picture"),
        ),
    ),
    "camera sheet": (
        ("camera sheet --out messblatt.png", Text(de="zum Drucken", en="to print")),
        (
            "camera sheet --out messblatt.pdf --field 340",
            Text(
                de="für den runden Tisch mit Schienen; das Blatt sagt es selbst",
                en="for the round table with rails; the sheet itself says so",
            ),
        ),
        ("camera sheet", Text(de="auf dem Tisch suchen", en="find it on the table")),
    ),
    "camera lock": (
        ("camera lock", Text(de="festhalten (50 Hz)", en="lock them (50 Hz)")),
        ("camera lock --mains 60", Text(de="Lampen mit 60 Hz", en="lamps at 60 Hz")),
    ),
    "record": (
        ("record abend.mkv", Text(de="fragt erst alle am Tisch", en="asks the table first")),
        ("record abend.mkv --minutes 90", Text(de="anderthalb Stunden", en="an hour and a half")),
    ),
    "report-clip": (
        ("report-clip list", Text(de="was behalten ist", en="what was kept")),
        ("report-clip save clip-20261120-213005", Text(de="auf den Stick", en="to the stick")),
    ),
    "report-clip list": (("report-clip list", Text(de="alle", en="all of them")),),
    "report-clip show": (
        ("report-clip show clip-20261120-213005", Text(de="dieser eine", en="this one")),
    ),
    "report-clip save": (
        ("report-clip save clip-20261120-213005", Text(de="auf den Stick", en="to the stick")),
        (
            "report-clip save clip-20261120-213005 .",
            Text(de="in diesen Ordner", en="to this folder"),
        ),
    ),
    "report-clip delete": (
        ("report-clip delete clip-20261120-213005", Text(de="für immer", en="for good")),
    ),
    "people": (
        ("people list", Text(de="alle Namen", en="all names")),
        ("people forget Resi", Text(de="für immer vergessen", en="forget for good")),
    ),
    "people list": (("people list", Text(de="alle Namen", en="all names")),),
    "people show": (
        ("people show Resi", Text(de="was von Resi bekannt ist", en="what is known of Resi")),
        (
            "people show Resi --json",
            Text(de="dasselbe für eine Datei", en="the same for a file"),
        ),
    ),
    "people forget": (("people forget Resi", Text(de="für immer", en="for good")),),
    "replay": (
        ("replay", Text(de="der letzte Abend", en="the last evening")),
        (
            "replay 2026-11-20 --speed 4",
            Text(de="ein Tag, viermal so schnell", en="one day, four times as fast"),
        ),
        ("replay abend.mkn --text", Text(de="eine Datei, als Text", en="a file, as text")),
        ("replay --sample", Text(de="die Vorführung", en="the demonstration")),
    ),
    "export": (
        ("export", Text(de="alles, in den Ordner exports", en="everything, to the folder exports")),
        ("export --format xlsx", Text(de="Tabellen des Abends", en="tables of the evening")),
        ("export --html abend.html", Text(de="zum Ansehen, als Datei", en="a file to watch")),
        (
            "export --deals abend.jsonl abend.mkn",
            Text(de="Spiele umschreiben", en="convert deals"),
        ),
    ),
    "import": (
        ("import anderswo.journal.jsonl", Text(de="eine Aufzeichnung", en="a journal")),
        ("import abend.mkn", Text(de="Spiele aus einer Datei", en="deals from a file")),
    ),
    "backup": (
        ("backup", Text(de="in den Ordner backups", en="to the folder backups")),
        ("backup /media/stick", Text(de="auf einen Stick", en="to a stick")),
    ),
    "restore": (
        ("restore", Text(de="die neueste im Ordner backups", en="the newest in folder backups")),
        (
            "restore /media/stick",
            Text(de="die neueste auf dem Stick", en="the newest on the stick"),
        ),
    ),
    "archive": (
        (
            "archive /media/STICK --out vereinsarchiv",
            Text(de="alle Abende darauf", en="every evening on it"),
        ),
        (
            "archive abende --rules rules/stammtisch.toml",
            Text(de="was andere Hausregeln ändern", en="what other house rules change"),
        ),
        (
            "archive aufnahmen --deck unseres --workers 2",
            Text(de="Aufnahmen neu ansehen", en="watch recordings again"),
        ),
    ),
    "stats": (
        ("stats vereinsarchiv", Text(de="alle Fragen", en="every question")),
        (
            "stats vereinsarchiv soli --season 2026",
            Text(de="verlorene Soli eines Jahres", en="Solos lost in one year"),
        ),
        (
            "stats vereinsarchiv --page archiv.html",
            Text(de="als Seite mit Schaubildern", en="as a page with charts"),
        ),
    ),
    "seal": (
        ("seal", Text(de="das Siegel von jetzt", en="the seal as of now")),
        (
            "seal 1f0c-93ab-77d2-40e8-5b61",
            Text(de="eines von einer Liste prüfen", en="check one from a list"),
        ),
    ),
    "tournament": (
        ("tournament new herbst-26", Text(de="ein Turnier anlegen", en="create a tournament")),
        ("tournament run", Text(de="sammeln und zeigen", en="collect and show")),
    ),
    "tournament new": (
        (
            "tournament new herbst-26 --title Herbstrennen --rounds 2 --deals 30",
            Text(de="zwei Runden zu 30 Spielen", en="two rounds of 30 deals"),
        ),
        (
            "tournament new herbst-26 --mode plus --deals 0 --minutes 90",
            Text(de="nach Zeit, nur Plus", en="by time, plus only"),
        ),
    ),
    "tournament broker": (
        (
            "tournament broker --tables 50 --host 192.168.1.10",
            Text(de="für fünfzig Tische", en="for fifty tables"),
        ),
        (
            "tournament broker --tables 8 --host saal.local --host 192.168.1.10",
            Text(de="mit zwei Adressen", en="with two addresses"),
        ),
    ),
    "tournament run": (
        ("tournament run", Text(de="das neueste Turnier", en="the newest tournament")),
        (
            "tournament run herbst-26 --database postgresql:///mehrkopf",
            Text(de="mit einem Datenbankserver", en="with a database server"),
        ),
    ),
    "tournament remove": (
        ("tournament remove probe", Text(de="wird nachgefragt", en="asks first")),
    ),
    "tournament restore": (("tournament restore probe", Text(de="wieder da", en="back again")),),
    "tournament status": (("tournament status", Text(de="was da ist", en="what has come in")),),
    "tournament password": (
        ("tournament password", Text(de="danach fragen lassen", en="be asked for it")),
    ),
    "doctor": (
        ("doctor", Text(de="alles prüfen", en="check everything")),
        ("doctor --mend", Text(de="ein Journal retten", en="rescue a journal")),
    ),
    "bench": (
        ("bench", Text(de="alles messen", en="measure everything")),
        ("bench --vision", Text(de="nur das Sehen", en="vision only")),
        ("bench --open-cards", Text(de="nur offene Karten", en="open cards only")),
    ),
}
"""By the command's words; "" is the program itself."""

_ENGLISH = {
    "abend": "evening",
    "abende": "evenings",
    "aufnahmen": "recordings",
    "anderswo": "elsewhere",
    "ansagen": "calls",
    "bild": "picture",
    "foto": "photo",
    "fotos": "photos",
    "gesehen": "seen",
    "herbst": "autumn",
    "saal": "hall",
    "Herbstrennen": "Cup",
    "messblatt": "sheet",
    "reihen": "rows",
    "soli": "solos",
    "stammtisch": "tuesdays",
    "unseres": "ours",
    "vereinsarchiv": "clubarchive",
    "archiv": "archive",
    "Resi": "Rosie",
}
"""What an example's files and decks are called in English."""


def typed(line: str, language: Language) -> str:
    """Return an example as it is typed where this language is spoken."""
    if language == "de":
        return line
    return re.sub(r"[A-Za-z]+", lambda word: _ENGLISH.get(word[0], word[0]), line)
