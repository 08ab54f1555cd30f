"""What is said of backups: on the command line, on the page, in the log."""

from __future__ import annotations

from engine.text import Text

DONE = Text(de="Gesichert und geprüft: {file}", en="Backed up and checked: {file}")
HOLDS = Text(
    de="Darin: {evenings} Abende, {events} Ereignisse.",
    en="It has {evenings} evenings, {events} events.",
)
HOLDS_ONE = Text(de="Darin: 1 Abend, {events} Ereignisse.", en="It has 1 evening, {events} events.")
STICK_MARKED = Text(
    de="Auf diesen Stick wird von jetzt an jeder Abend gesichert (Ordner {folder}).",
    en="From now on every evening is backed up to this stick (folder {folder}).",
)
SAME_MEDIUM = Text(
    de="Das ist kein Stick, der sich abziehen lässt: Geht dieses Gerät verloren oder kaputt, geht "
    "die Sicherung vermutlich mit.",
    en="This is no stick that can be pulled out: where this device is lost or breaks, the backup "
    "probably goes with it.",
)
RESTORED = Text(
    de="Eingespielt. Neue Abende: {evenings}, schon da: {known}, neue Dateien: {files}.",
    en="Restored. New evenings: {evenings}, already here: {known}, new files: {files}.",
)
IN_PLACE = Text(
    de="Hier war davon nichts mehr oder nur der Anfang; alles steht jetzt wieder so da wie in der "
    "Sicherung. Was vorher da war, liegt unverändert in {folder}.",
    en="None of it or only its beginning was left here; everything is now as it is in the "
    "backup. What was here before is kept unchanged in {folder}.",
)
NAMES_BACK = Text(
    de="Verlorene Namen und Vermerke, die wieder da sind: {count}.",
    en="Names and remarks that were lost and are back: {count}.",
)
NAMES_FROM = Text(
    de="Wieder da aus der Sicherung vom {day} {place}: {counts}.",
    en="Back from the backup of {day} {place}: {counts}.",
)
NAMES_COUNTED = Text(de="Namen {n}", en="names {n}")
REMARKS_COUNTED = Text(de="Vermerke {n}", en="remarks {n}")
NO_MORE_LOST = Text(de="Jetzt fehlt nichts mehr davon.", en="None of it is missing any more.")
NONE_HAS_THEM = Text(
    de="Keine der durchgesehenen Sicherungen hat, was verloren ist (durchgesehen: {n}).",
    en="No backup that was looked through has what is lost (looked through: {n}).",
)
NO_BACKUP_READ = Text(
    de="Hier ist keine lesbare Sicherung, und kein Stick mit einer steckt.",
    en="There is no readable backup here, and no stick with one is plugged in.",
)
STILL_LOST = Text(de="Noch verloren: {counts}.", en="Still lost: {counts}.")
OTHER_STICK = Text(
    de="Ein anderer Stick mit einer älteren Sicherung hat sie vielleicht: einstecken und unter "
    "„Mehr“, „Namen“ noch einmal tippen, oder unter „Mehr“, „Sichern“ die Sicherung einspielen.",
    en="Another stick with an older backup may have them: plug it in and tap again under “More”, "
    "“Names”, or restore the backup under “More”, “Back up”.",
)
PASSED = Text(de="Nicht lesbar und übergangen: {files}.", en="Unreadable and skipped: {files}.")
JOINED = Text(
    de="Diese Namen gab es hier schon, jeder ist jetzt eine Person: {names}. Trennen lässt sich "
    "das nicht mehr; sind es zwei, künftig verschieden schreiben (etwa Anna R.).",
    en="These names were here already, each is one person now: {names}. They cannot be parted any "
    "more; where they are two, write them differently from now on (such as Anna R.).",
)
DIFFERING = Text(
    de="Diese Abende gingen hier anders weiter und bleiben, wie sie hier sind: {days}.",
    en="These evenings went on differently here and stay as they are: {days}.",
)
RENAMED = Text(
    de="„{name}“ gab es schon anders; das aus der Sicherung heißt „{new}“.",
    en='There was another "{name}" already; the backup\'s is called "{new}".',
)
LEFT = Text(
    de="Eigene Einstellungen bleiben, wie sie sind: {names}.",
    en="This table's own settings stay as they are: {names}.",
)
LEFT_OUT = Text(
    de="Nicht lesbar und darum weggelassen: {names}.", en="Unreadable and so left out: {names}."
)
BEFORE = Text(de="Wie es vorher war, liegt in {file}.", en="What was there before is in {file}.")

TITLE = Text(de="Sichern", en="Back up")
MENU = Text(de="Sichern", en="Back up")
MENU_LONG = Text(de="auf Stick, zurückholen", en="to a stick, restore")
LONG = Text(
    de="Nach jedem Abend wird von selbst gesichert: hier, und auf jeden Stick, auf den schon "
    "einmal gesichert wurde.",
    en="A backup is made after every evening: here, and on every stick you have backed up to "
    "before.",
)
NONE_YET = Text(de="Noch keine Sicherung", en="No backup yet")
NOW = Text(de="Jetzt sichern", en="Back up now")
TO_STICK = Text(de="Auf den Stick sichern", en="Back up to the stick")
NO_STICK = Text(
    de="Kein Stick erkannt; einstecken und „Sichern“ neu antippen.",
    en="No stick is recognised; plug one in and tap “Back up” again.",
)
BRING_BACK = Text(de="Einspielen …", en="Restore …")
ASK = Text(de="Sicherung vom {day} einspielen?", en="Restore the backup of {day}?")
ASK_WHAT = Text(de="{evenings} Abende sind darin, {place}.", en="{evenings} evenings, {place}.")
ASK_WHAT_ONE = Text(de="Ein Abend ist darin, {place}.", en="One evening, {place}.")
ASK_LONG = Text(
    de="Abende, Blätter und Hausregeln, die hier fehlen, kommen dazu. Was da ist, bleibt, wie es "
    "ist. Die Seite ist einen Moment weg.",
    en="Evenings, decks and house rules missing here are added. Nothing here is changed. The page "
    "will be gone for a moment.",
)
YES = Text(de="Ja, einspielen", en="Yes, restore it")
NOT_NOW = Text(
    de="Gerade läuft ein Abend. Bitte erst den Abend beenden, dann die Sicherung einspielen.",
    en="An evening is under way. Please end it first, then restore the backup.",
)
GONE = Text(
    de="Diese Sicherung ist nicht mehr da; steckt der Stick noch?",
    en="This backup is no longer there; is the stick still plugged in?",
)
HERE = Text(de="auf diesem Gerät", en="on this device")
ON_STICK = Text(de="auf dem Stick „{name}“", en='on the stick "{name}"')
SAVED = Text(de="Gesichert und geprüft: {places}.", en="Backed up and checked: {places}.")
PULL_OUT = Text(de="Der Stick kann raus.", en="You can pull the stick out.")

LYING = Text(de="Was daliegt", en="What is kept")
"""The page on which backups, journals set aside and exports are seen and deleted."""
LYING_OPEN = Text(de="Ansehen und löschen …", en="See and delete …")
NOTHING_LYING = Text(de="Hier liegt nichts", en="Nothing is kept here")
NOTHING_LYING_LONG = Text(
    de="Keine Sicherung, kein beiseitegelegtes Journal und keine exportierte Datei.",
    en="No backup, no journal set aside and no exported file.",
)
KINDS = {
    "backup": Text(de="Sicherung {place}", en="Backup {place}"),
    "aside": Text(de="Altes Journal {place}", en="Old journal {place}"),
    "export": Text(de="Exportierte Dateien {place}", en="Exported files {place}"),
}
STILL_HOLDS = Text(
    de="darin steht noch der vergessene Name", en="still has the forgotten name in it"
)
EVENINGS = Text(de="Abende: {n}", en="evenings: {n}")
HELD = Text(de="Vom {facts}.", en="Made on {facts}.")
DELETE_ASK = Text(de="{what} löschen?", en="Delete: {what}?")
WITH_NAMES = Text(de="Namen darin: {names}.", en="Names in it: {names}.")
NO_NAMES = Text(
    de="Kein Name, den der Tisch kennt, steht darin.", en="No name the table knows is in it."
)
UNREADABLE_THING = Text(
    de="Was darin ist, lässt sich hier nicht lesen.",
    en="What is in it cannot be read here.",
)
ALONE = Text(
    de="Achtung: Darin steht etwas, was der Tisch sonst nirgends mehr hat. Danach ist es für immer "
    "fort.",
    en="Careful: it holds something the table has nowhere else. After this it is gone for good.",
)
TELLS_LOST = Text(
    de="Achtung: Nur damit weiß der Tisch, welche Namen ein Schaden nahm. Erst unter „Namen“ „Aus "
    "Sicherungen holen“ antippen.",
    en="Careful: only with it does the table know which names a damage took. First tap “Get from "
    "backups” under “Names”.",
)
LAST = Text(
    de="Es ist die letzte Sicherung; „Jetzt sichern“ macht vorher eine neue.",
    en="It is the last backup; “Back up now” makes a new one before.",
)
JOURNAL_STAYS = Text(
    de="Das Journal, mit dem der Tisch arbeitet, bleibt. Das lässt sich nicht zurücknehmen.",
    en="The journal the table works with stays. This cannot be taken back.",
)
DELETE_YES = Text(de="Ja, löschen", en="Yes, delete")
DELETE_YES_ALONE = Text(de="Ja, für immer löschen", en="Yes, delete for good")
DELETED = Text(de="Gelöscht: {what}.", en="Deleted: {what}.")
