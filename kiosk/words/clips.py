"""Clips of wrong or missed cards: what page and command line say of them."""

from __future__ import annotations

from engine.text import Text

REPORT = Text(de="Ausschnitt ansehen", en="Watch the clip")
HEADING = Text(de="Falsch gelesen? Ausschnitt", en="Misread? A clip")
NOTE = Text(
    de="die letzten zehn Sekunden der Tischmitte, um eine falsche oder verpasste Karte zu melden",
    en="the last ten seconds of the table’s middle, to report a wrong or missed card",
)
WHAT_FOR = Text(
    de="Nur wer hier tippt, hebt etwas auf: zehn Sekunden der Tischmitte mit den Lesungen, alles "
    "außerhalb schwarz. Sie verlassen das Gerät nur auf einem Stick.",
    en="Nothing is kept unless you tap here: ten seconds of the middle of the table with the "
    "readings, all else black. They leave the device only on a stick.",
)
SEE_FIRST = Text(
    de="Bitte den Ausschnitt erst bis zum Ende ansehen; dann lässt er sich behalten.",
    en="Please watch the clip to the end first; then you can keep it.",
)
GONE = Text(
    de="Dieser Ausschnitt ist schon vergessen; bitte noch einmal auf „Ausschnitt ansehen“ tippen.",
    en="This clip has been forgotten already; please tap “Watch the clip” again.",
)
NOTHING = Text(
    de="Es gibt keine letzten Sekunden: Die Kamera ist aus oder hat noch nichts gesehen.",
    en="There is nothing to show: the camera is off or has seen nothing yet.",
)
SHOWN = Text(de="Die letzten {seconds:.0f} Sekunden", en="The last {seconds:.0f} seconds")
NOT_KEPT_YET = Text(de="Noch nichts ist behalten.", en="Nothing has been kept yet.")
KEEP = Text(de="Im Gerät behalten", en="Keep on the device")
TO_STICK = Text(de="Auf den Stick", en="To the stick")
DROP = Text(de="Verwerfen", en="Discard")
DELETE = Text(de="Löschen", en="Delete")
KEPT = Text(de="Behalten: {name}", en="Kept: {name}")
SAVED = Text(de="Auf dem Stick: {name}", en="On the stick: {name}")
DELETED = Text(de="Gelöscht: {name}", en="Deleted: {name}")
KEPT_CLIPS = Text(de="Behaltene Ausschnitte", en="Kept clips")
NONE_KEPT = Text(de="Kein Ausschnitt ist behalten.", en="No clips kept.")
NO_STICK = Text(
    de="Kein Stick da; bitte einen anstecken oder im Gerät behalten.",
    en="No stick found; please plug one in or keep the clip on the device.",
)
UNKNOWN = Text(
    de="Den Ausschnitt „{name}“ gibt es nicht; die Liste zeigt alle.",
    en="There is no clip “{name}”; the list shows all of them.",
)
TOO_MANY = Text(
    de="Mehr als {most} Ausschnitte hebt das Gerät nicht auf; bitte erst einen löschen.",
    en="The device keeps no more than {most} clips; please delete one first.",
)
NO_ROOM = Text(
    de="Für den Ausschnitt ist auf {folder} zu wenig Platz; bitte Platz schaffen.",
    en="There is too little room for the clip on {folder}; please make room.",
)
NOT_SAVED = Text(
    de="Der Ausschnitt kann nicht nach {folder} geschrieben werden ({why}); bitte Rechte und "
    "Platz prüfen.",
    en="The clip cannot be written to {folder} ({why}); please check permissions and room.",
)
