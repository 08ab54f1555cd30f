"""What page and command line say of names: who is known, and what forgetting means."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Namen", en="Names")
LONG = Text(de="wer bekannt ist, vergessen", en="who is known; forget")
AFTER = Text(
    de="Wer {days} Tage nicht mitgespielt hat, wird von selbst vergessen.",
    en="Anyone who has not played for {days} days is forgotten automatically.",
)
AFTER_UNSURE = Text(
    de="Wer {days} Tage fehlt, wird vergessen, sobald vor einem Abend jemand die Uhrzeit "
    "bestätigt.",
    en="Whoever is away for {days} days is forgotten once somebody confirms the time before an "
    "evening.",
)
NEVER = Text(
    de='Von selbst wird niemand vergessen (forget_names_after_days = "never").',
    en='Nobody is forgotten automatically (forget_names_after_days = "never").',
)
ON_STICK = Text(
    de="Auf dem Stick steht der Name noch in Sicherungen: {n}.",
    en="On the stick the name is still in backups: {n}.",
)
NEVER_UNREAD = Text(
    de="Solange die Einstellungen des Tisches nicht zu lesen sind, wird von selbst niemand "
    "vergessen.",
    en="While the table's configuration cannot be read, nobody is forgotten automatically.",
)
NOBODY = Text(de="Kein Name ist bekannt", en="No name is known")
NOBODY_LONG = Text(
    de="Namen kommen mit dem ersten Abend dazu und stehen dann hier.",
    en="Names appear here after the first evening.",
)
NOBODY_LEFT = Text(de="Kein Name ist mehr bekannt", en="No name is known any more")
NOBODY_LEFT_LONG = Text(
    de="Wer wieder mitspielt, wird nach dem Namen gefragt.",
    en="Whoever plays again is asked for a name.",
)
FORGOTTEN = Text(
    de="Schon vergessen: {n}; sie heißen „Person“ und eine Nummer.",
    en="Already forgotten: {n}; they are called “Person” and a number.",
)
LOST = Text(de="Durch einen Schaden verloren: {n}.", en="Lost to damage: {n}.")
LOST_REMARKS = Text(
    de="Durch einen Schaden verlorene Vermerke: {n}.", en="Remarks lost to damage: {n}."
)
BRING_BACK = Text(de="Aus Sicherungen holen", en="Get from backups")
IN_BACKUPS = Text(
    de="Was durch den Schaden verloren ist, hat vielleicht noch eine Sicherung.",
    en="A backup may still have what the damage took.",
)
LATER = Text(
    de="Was durch den Schaden verloren ist, hat vielleicht noch eine Sicherung: nach dem Abend "
    "hier nachsehen.",
    en="A backup may still have what the damage took: look here after the evening.",
)
NOT_NOW = Text(
    de="Gerade läuft ein Abend. Bitte erst den Abend beenden, dann die Namen holen.",
    en="An evening is under way. Please end it first, then get the names.",
)
CAME = Text(de="{n} Abende, zuletzt {day}", en="{n} evenings, the last on {day}")
CAME_ONCE = Text(de="ein Abend, {day}", en="one evening, {day}")
AT_THE_TABLE = Text(de="spielt gerade", en="playing now")
FORGET = Text(de="Vergessen …", en="Forget …")
ASK = Text(de="{name} wirklich vergessen?", en="Really forget {name}?")
MEANS = Text(
    de="In jedem Abend steht dann „Person {number}“ statt des Namens, auch in Vermerken. Karten, "
    "Spiele und Punkte bleiben. Das lässt sich nicht zurücknehmen.",
    en="Every evening then says “Person {number}” instead of the name, in remarks too. Cards, "
    "deals and scores stay. This cannot be taken back.",
)
YES = Text(de="Ja, vergessen", en="Yes, forget")
NO_SUCH = Text(
    de="Diesen Namen gibt es hier nicht (mehr); bitte in der Liste wählen.",
    en="There is no such name here (any more); please choose one in the list.",
)
DONE = Text(
    de="Vergessen. Im Journal steht „Person {number}“.",
    en="Forgotten. The journal says “Person {number}”.",
)
HOLDING = Text(
    de="Der Name steht noch in: {files}. Bitte löschen („Mehr“, „Sichern“, „Ansehen und löschen“) "
    "oder bewusst behalten.",
    en="The name is still in: {files}. Please delete them (“More”, “Back up”, “See and delete”) or "
    "keep them deliberately.",
)
UNREAD = Text(
    de="Nicht zu durchsuchen (Bilder und Ähnliches): {files}.",
    en="Cannot be searched (pictures and the like): {files}.",
)
NO_FILES = Text(
    de="In keiner Datei des Datenordners steht der Name sonst.",
    en="No other file in the data folder has the name.",
)
ELSEWHERE = Text(
    de="Was ausgedruckt, auf einen Stick oder ein Handy mitgenommen wurde, bleibt, wie es ist.",
    en="What was printed, or taken along on a stick or a phone, stays as it is.",
)
WHO = Text(de="{names}, im Journal Nummer {numbers}", en="{names}, number {numbers} in the journal")
NO_EVENING = Text(de="An keinem Abend dabei.", en="Was not there on any evening.")
EVENING = Text(de="{day}, {game}: {score}", en="{day}, {game}: {score}")
NOTHING_COUNTED = Text(de="nichts gezählt", en="nothing counted")
DEAL = Text(de="Spiel {n}, {game}: {score}", en="Deal {n}, {game}: {score}")
STOOD_IN = Text(
    de="Spiel {n}, {game}: {score}; gespielt hat {player}",
    en="Deal {n}, {game}: {score}; {player} played",
)
CARDS = Text(de="Karten: {cards}", en="Cards: {cards}")
FINDING = Text(de="Festgestellt: {what} ({status})", en="Found: {what} ({status})")
STATUS = {
    "suspected": Text(de="Verdacht", en="suspected"),
    "proven": Text(de="gezeigt, nichts entschieden", en="shown, nothing decided"),
    "upheld": Text(de="es gilt", en="upheld"),
    "dismissed": Text(de="falsch gelesen", en="misread"),
    "waived": Text(de="weitergespielt", en="played on"),
}
REMARK = Text(de="Vermerk: {text}", en="Remark: {text}")
ALSO_IN = Text(de="Der Name steht auch in: {files}.", en="The name is also in: {files}.")
ALSO_IN_IDS = Text(
    de="Der Name steht in Kennungen eingelesener Spiele: {ids}.",
    en="The name is in ids of deals that were read in: {ids}.",
)
IN_IDS = Text(
    de="In Kennungen eingelesener Spiele steht der Name noch: {ids}. Sie stehen in der "
    "Prüfsummenkette und bleiben.",
    en="The name is still in ids of deals that were read in: {ids}. They are part of the "
    "chain of checksums and stay.",
)
ABOUT = Text(
    de="Alles, was dieser Tisch von der Person unter „names“ weiß: Abende (evenings) mit Spielen "
    "(deals), Platz (seat), Punkten (score), gespielten Karten (cards) und Feststellungen "
    "(findings), Vermerke (remarks), und Dateien, in denen der Name steht (files).",
    en='All that this table knows of the person under "names": evenings with deals, seat, score, '
    "cards played and findings, remarks, and the files that have the name.",
)
TAKE = Text(de="Auskunft über {name}", en="What is known of {name}")
DOWNLOAD = Text(de="Mit dem Browser laden", en="Download in the browser")
KNOWN = Text(de="Auskunft (Datei)", en="What is known (file)")
DELETE_FILES = Text(de="Dateien ansehen und löschen", en="See and delete files")
MORE = Text(de="{files} und {n} weitere", en="{files} and {n} more")
