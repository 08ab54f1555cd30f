"""What each screen is for and what one does there, in three sentences at most."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Hilfe", en="Help")

_PLAY = {
    "table": Text(
        de="Spielt einfach; jede Karte erscheint hier von selbst. Ist eine falsch gelesen, tippt "
        "sie an. Der bunte Rand zeigt, was das Lichtband am Tisch zeigt.",
        en="Just play; every card shows up here by itself. If one was misread, tap it. The "
        "coloured edge shows what the light strip at the table shows.",
    ),
    "wait": Text(
        de="Gebt die Karten und sagt an, was gespielt wird. Mit der ersten Karte geht es los. "
        "Was ihr selten braucht, steht unter „Mehr“.",
        en="Deal the cards and say what is played. The first card starts it. What you rarely need "
        "is under “More”.",
    ),
    "result": Text(
        de="So ist das Spiel ausgegangen, und wer wem zahlt. Stimmt etwas nicht, hilft "
        "„Rückgängig“ oder unter „Mehr“ das Anfechten. Der blaue Knopf führt zum nächsten Spiel.",
        en="This is how the deal ended, and who pays whom. If something is wrong, use “Undo”, or "
        "challenge it under “More”. The blue button leads to the next deal.",
    ),
    "alert": Text(
        de="Die zwei Karten beweisen, was falsch war. Ihr entscheidet, ob es zählt; vorher wird "
        "nichts gewertet. Liegt eine Karte gar nicht so da, tippt „Falsche Karte“.",
        en="The two cards prove what went wrong. You decide whether it counts; nothing is scored "
        "before. If one of them was not played like that, tap “Wrong card”.",
    ),
    "confirm": Text(
        de="Eine Karte war nicht sicher zu lesen, und von ihr hängt das Ergebnis ab. Tippt die an, "
        "die gelegt wurde. Weiß es niemand mehr, gibt es auch dafür einen Knopf.",
        en="One card could not be read for certain, and the result hangs on it. Tap the one that "
        "was laid. If nobody remembers, there is a button for that too.",
    ),
    "call": Text(
        de="Tippt an, wer spielt und was. Unten steht dann der ganze Satz; ein Tipp darauf gilt. "
        "Das geht auch noch nach dem ersten Stich.",
        en="Tap who plays and what. The whole sentence then appears below; tap it and it counts. "
        "You can still do it after the first trick.",
    ),
    "auction": Text(
        de="Hier wird Wort für Wort mitgeschrieben, wer was sagt. Tippt an, was die genannte "
        "Person sagt. Wem das zu lang ist, der gibt nur das Ergebnis ein.",
        en="Here the bidding is written down word by word. Tap what the person named says. If that "
        "is too long for you, enter only the outcome.",
    ),
    "entry": Text(
        de="Tippt an, was gespielt wurde und wie es ausging. Unten steht sofort, wer wem wie viel "
        "zahlt. Erst „Eintragen“ schreibt es auf.",
        en="Tap what was played and how it ended. Below you see at once who pays whom how much. "
        "Nothing is written down until you tap “Enter”.",
    ),
    "lay": Text(
        de="Tippt die Karte an, die gelegt wurde; oben steht, von wem. Danach kommt gleich die "
        "nächste. „Rückgängig“ nimmt die letzte zurück.",
        en="Tap the card that was laid; above you see by whom. Then comes the next one. “Undo” "
        "takes the last one back.",
    ),
    "check": Text(
        de="Tippt die Karte an, die wirklich da liegt. Alles, was davon abhängt, wird neu "
        "gerechnet. Lag dort gar keine, tippt „Keine Karte“.",
        en="Tap the card that is really there. Everything that depends on it is worked out "
        "again. If there was none, tap “Not a card”.",
    ),
    "misread": Text(
        de="Tippt die Karte an, die nicht stimmt. Sind alle richtig und war es trotzdem "
        "kein Fehler, sagt das der Knopf unten.",
        en="Tap the card that is wrong. If all are right and it was still no mistake, the "
        "button below says so.",
    ),
    "sure": Text(
        de="Noch ist nichts geschehen. Lest, was passiert, und tippt dann Ja oder „Abbrechen“.",
        en="Nothing has happened yet. Read what will, then tap yes or “Cancel”.",
    ),
    "stop": Text(
        de="Ein Spiel muss nicht bis zur letzten Karte dauern. Tippt an, wie es endet. "
        "„Rückgängig“ nimmt das Ende wieder zurück.",
        en="A deal need not last to its last card. Tap how it ends. “Undo” takes the end back.",
    ),
    "hidden": Text(
        de="Manche Karten lagen verdeckt und fehlen für die Abrechnung. Tippt sie hier an.",
        en="Some cards lay face down and are needed for the score. Tap them here.",
    ),
    "draw": Text(
        de="Wer die beiden Asse gezogen hat, spielt zusammen. Tippt die zwei an, und alle setzen "
        "sich entsprechend.",
        en="The two who drew the aces play together. Tap them, and everybody is seated to match.",
    ),
    "people": Text(
        de="Hier kommt jemand dazu, geht, setzt aus oder macht Pause. Die Punkte bleiben bei den "
        "Namen. Auch ein anderes Spiel fängt hier an.",
        en="Here people come, leave, sit out or take a break. The scores stay with the names. "
        "Another game begins here too.",
    ),
    "remark": Text(
        de="Zu jedem Spiel könnt ihr etwas aufschreiben. Es steht dann in der Liste und in den "
        "Dateien.",
        en="You can write something down about every deal. It is then in the list and in the "
        "files.",
    ),
    "remark-write": Text(
        de="Schreibt auf, was zu diesem Spiel zu merken ist, und tippt „Fertig“.",
        en="Write down what is worth remembering about this deal and tap “Done”.",
    ),
    "layout": Text(
        de="Zu zweit liegen die Karten in Stapeln. Tippt einen Stapel an und dann die Karte, die "
        "offen darauf liegt.",
        en="With two players the cards lie in piles. Tap a pile, then the card lying face up on "
        "it.",
    ),
    "last": Text(
        de="Das ist der letzte Stich. Stimmt eine Karte nicht, tippt sie an.",
        en="This is the last trick. If a card is wrong, tap it.",
    ),
    "review": Text(
        de="Alle Stiche des Spiels. Stimmt eine Karte nicht, tippt sie an.",
        en="All tricks of the deal. If a card is wrong, tap it.",
    ),
    "unsettled": Text(
        de="Diesem Spiel fehlt noch etwas für die Abrechnung. Geht zurück und tragt es ein, oder "
        "spielt ohne Ergebnis weiter; eintragen geht auch später.",
        en="This deal still lacks something to be settled. Go back and enter it, or play on "
        "without a result; you can enter it later too.",
    ),
    "unproven": Text(
        de="Aus den Karten, die liegen, ist kein Fehler bewiesen. Spielt weiter.",
        en="The cards on the table prove no mistake. Play on.",
    ),
}
BY_HAND = {
    "table": Text(
        de="Hier sieht keine Kamera zu. Ansage, Karten und Ergebnis tippt ihr unten oder unter "
        "„Mehr“ ein. Ist eine Karte falsch eingetragen, tippt sie an.",
        en="No camera is watching here. You enter the call, the cards and the result below or "
        "under “More”. If a card was entered wrongly, tap it.",
    ),
}
"""What holds where no camera watches."""
_EVENING = {
    "scores": Text(
        de="So steht es. Oben geht es zu den einzelnen Spielen, zum Verlauf und zu den Dateien. "
        "Den Abend beendet ihr unter „Mehr“.",
        en="This is the score. Along the top are the deals, the chart and the files. You end the "
        "evening under “More”.",
    ),
    "end": Text(
        de="So geht der Abend aus, und so zahlt ihr ihn ab. Mitnehmen könnt ihr ihn auch später.",
        en="This is how the evening ends and how you settle it. You can take it home later too.",
    ),
    "deals": Text(
        de="Jedes Spiel des Abends. Tippt eines an, um es anzusehen; der Stift berichtigt es.",
        en="Every deal of the evening. Tap one to look at it; the pencil corrects it.",
    ),
    "deal": Text(
        de="Ein Spiel mit allem, was dazu gehört. Die Wiedergabe zeigt es Karte für Karte.",
        en="One deal with everything about it. The replay shows it card by card.",
    ),
    "evening": Text(
        de="Die Linien zeigen, wie sich die Punkte entwickelt haben. Darunter steht, wer am Ende "
        "wem zahlt.",
        en="The lines show how the scores went. Below you see who pays whom in the end.",
    ),
    "exports": Text(
        de="Hier nehmt ihr den Abend mit. Steckt einen USB-Stick an und tippt auf Speichern.",
        en="Here you take the evening home. Plug in a USB stick and tap save.",
    ),
    "tournament": Text(
        de="Für ein Turnier: Nummer, Tisch und Runde eintragen, dann gibt es die Liste zum "
        "Unterschreiben.",
        en="For a tournament: enter number, table and round, and you get the list to sign.",
    ),
    "evenings": Text(
        de="Alle Abende dieses Tisches. Tippt einen an, um ihn anzusehen.",
        en="All evenings of this table. Tap one to look at it.",
    ),
    "names": Text(
        de="Diese Namen kennt der Tisch. Wer nicht mehr vorkommen will, tippt seinen an; die "
        "Punkte der anderen bleiben.",
        en="These are the names the table knows. Whoever wants to be forgotten taps theirs; the "
        "others’ scores stay.",
    ),
    "backups": Text(
        de="Eine Sicherung hält alle Abende fest. Am besten liegt eine auf einem Stick.",
        en="A backup holds all evenings. It is best to have one on a stick.",
    ),
    "lying": Text(
        de="Was neben dem Journal liegt und Namen enthalten kann. Vor dem Löschen steht da, was "
        "darin ist und ob es das anderswo noch gibt.",
        en="What lies beside the journal and may hold names. Before anything is deleted you see "
        "what is in it and whether it is anywhere else.",
    ),
    "replay": Text(
        de="Das Spiel noch einmal, Karte für Karte. Die Pfeile gehen vor und zurück, ein Tipp auf "
        "eine Zahl springt zu ihrem Stich.",
        en="The deal once more, card by card. The arrows go forward and back, a tap on a number "
        "jumps to its trick.",
    ),
    "open-cards": Text(
        de="Was aus diesem Spiel geworden wäre, hätten alle alle Karten gesehen. Tippt eine Karte "
        "an, um ihren Stich im Spiel zu sehen; die Raute unter dem Tisch merkt sie an.",
        en="What would have come of this deal, had everybody seen all the cards. Tap a card to see "
        "its trick in the deal; a diamond below the table marks it.",
    ),
    "replay-deals": Text(
        de="Tippt das Spiel an, das ihr noch einmal sehen wollt. Wie es ausging, steht erst da, "
        "wenn ihr es wollt.",
        en="Tap the deal you want to see again. How it ended is only told when you want it.",
    ),
    "more": Text(
        de="Hier steht alles, was ihr nicht ständig braucht. Zuerst kommt, was zum Spiel gehört, "
        "dann der Abend, dann der Tisch.",
        en="Here is everything you do not need all the time. First comes what belongs to the "
        "deal, then the evening, then the table.",
    ),
}
_START = {
    "start": Text(
        de="Fangt hier einen Abend an. Ein paar kurze Fragen, dann wird gespielt.",
        en="Begin an evening here. A few short questions, then you play.",
    ),
    "resume": Text(
        de="Der Abend von vorhin ist noch da. Ihr könnt weiterspielen oder einen neuen anfangen; "
        "verloren geht nichts.",
        en="The evening from before is still there. You can play on or begin a new one; nothing "
        "is lost.",
    ),
    "watch": Text(
        de="Mit Kamera sieht der Tisch selbst, was gespielt wird. Ohne schreibt ihr die Ergebnisse "
        "auf.",
        en="With a camera the table sees by itself what is played. Without one you write the "
        "results down.",
    ),
    "game": Text(
        de="Tippt an, was ihr spielt. Später am Abend könnt ihr wechseln.",
        en="Tap what you play. You can change later in the evening.",
    ),
    "rules": Text(
        de="Diese Regeln und Preise gelten. Tippt eine an, um sie zu ändern; während ein Spiel "
        "läuft, bleibt alles, wie es ist.",
        en="These rules and prices apply. Tap one to change it; while a deal is being played "
        "everything stays as it is.",
    ),
    "rule": Text(
        de="Tippt an, wie ihr es haltet. Ausgemacht wird es erst, wenn ihr die Regeln übernehmt.",
        en="Tap how you play it. It only holds once you take the rules over.",
    ),
    "deck": Text(
        de="Tippt das Blatt an, mit dem ihr spielt.",
        en="Tap the deck you play with.",
    ),
    "clock": Text(
        de="Stellt die Uhr, damit die Abende das richtige Datum haben.",
        en="Set the clock, so that the evenings have the right date.",
    ),
    "seats": Text(
        de="Tippt Platz für Platz an, wer dort sitzt. Ohne Namen geht es auch.",
        en="Tap seat by seat who sits there. It works without names as well.",
    ),
    "name": Text(
        de="Schreibt den Namen mit den Tasten und tippt „Fertig“.",
        en="Type the name with the keys and tap “Done”.",
    ),
    "dealer": Text(de="Tippt an, wer zuerst gibt.", en="Tap who deals first."),
    "go": Text(
        de="Stimmt alles, geht es los. Die Kamera geht erst an, wenn ihr es hier antippt.",
        en="If all is right, off you go. The camera only goes on when you tap it here.",
    ),
    "space": Text(
        de="So viel Platz ist noch auf dem Gerät. Alte Dateien könnt ihr hier löschen; Abende und "
        "Punkte bleiben.",
        en="This is how much room is left on the device. You can delete old files here; evenings "
        "and scores stay.",
    ),
}
_TABLE = {
    "setup": Text(
        de="Hier richtet ihr Kamera, Blatt und Lichtband ein. Das ist einmal nötig.",
        en="Here you set up camera, deck and strip. You only need to do it once.",
    ),
    "setup-camera": Text(
        de="So sieht die Kamera den Tisch. Der ganze Tisch soll im Bild sein und scharf; was "
        "fehlt, steht daneben.",
        en="This is how the camera sees the table. The whole table should be in the picture and "
        "sharp; what is lacking is said beside it.",
    ),
    "setup-which-camera": Text(
        de="Tippt die Kamera an, die über dem Tisch hängt. Eine andere Bildgröße braucht ihr nur, "
        "wenn die Karten zu klein sind.",
        en="Tap the camera that hangs over the table. You need another picture size only if the "
        "cards are too small.",
    ),
    "setup-corners": Text(
        de="Tippt die vier Ecken des Felds an, auf dem gespielt wird. Die Pfeile schieben nach.",
        en="Tap the four corners of the field you play on. The arrows nudge them.",
    ),
    "setup-seats": Text(
        de="Die Namen sollen stehen, wo die Leute sitzen. Dreht das Bild, bis es stimmt.",
        en="The names should be where people sit. Turn the picture until it is right.",
    ),
    "setup-decks": Text(
        de="Diese Blätter kennt der Tisch. Ein neues lernt er in ein paar Minuten.",
        en="These are the decks the table knows. It learns a new one in a few minutes.",
    ),
    "setup-deck": Text(
        de="Alles zu diesem Blatt: prüfen, umbenennen, mitnehmen, löschen.",
        en="Everything about this deck: test, rename, take along, delete.",
    ),
    "setup-new-deck": Text(
        de="Gebt dem Blatt einen Namen und sagt, wie viele Karten es hat. Am schnellsten lernt der "
        "Tisch alle Karten in Reihen.",
        en="Give the deck a name and say how many cards it has. The table learns fastest from all "
        "cards in rows.",
    ),
    "setup-rename": Text(
        de="Tippt einen anderen Namen für dieses Blatt ein.",
        en="Type another name for this deck.",
    ),
    "setup-rows": Text(
        de="Legt alle Karten in Reihen in der angezeigten Ordnung aus und tippt auf Fotografieren. "
        "Was nicht stimmt, tippt ihr danach an.",
        en="Lay all cards out in rows in the order shown and take the shot. Then tap whatever is "
        "not right.",
    ),
    "setup-rows-card": Text(
        de="Sagt, welche Karte das ist.",
        en="Say which card this is.",
    ),
    "setup-sitting": Text(
        de="Legt die Karte hin, die oben steht, und nehmt sie wieder weg, wenn die nächste kommt. "
        "Aufhören und später weitermachen geht jederzeit.",
        en="Lay the card named above, and take it away when the next one comes. You can stop and "
        "go on later at any time.",
    ),
    "setup-look": Text(
        de="So liest der Tisch gerade, was vor ihm liegt. Das hilft, wenn etwas nicht stimmt.",
        en="This is how the table reads what is in front of it right now. It helps when "
        "something is wrong.",
    ),
    "setup-clip": Text(
        de="Ein kurzer Ausschnitt hilft, einen Lesefehler zu finden. Seht ihn an und entscheidet, "
        "ob er bleibt.",
        en="A short clip helps to find a misreading. Look at it and decide whether it stays.",
    ),
    "privacy": Text(
        de="Was die Kamera sieht, was aufgehoben wird und was nicht.",
        en="What the camera sees, what is kept and what is not.",
    ),
    "comfort": Text(
        de="Stellt ein, was zu hören ist. Ausprobieren stört niemanden beim Spiel.",
        en="Choose what is heard. Trying it out disturbs no deal.",
    ),
    "words": Text(
        de="Wählt, wie die Karten bei euch heißen. An den Regeln ändert das nichts.",
        en="Choose what you call the cards. It changes nothing about the rules.",
    ),
    "strip": Text(
        de="Hier prüft ihr das Lichtband am Tischrand und stellt seine Helligkeit ein.",
        en="Here you test the light strip round the table and set its brightness.",
    ),
    "phones": Text(
        de="Wer den Code mit dem Handy abliest, kann zuschauen. Verändern kann dabei niemand "
        "etwas.",
        en="Whoever reads the code with a phone can watch. Nobody can change anything that way.",
    ),
    "phone-camera": Text(
        de="Ein Handy kann die Kamera sein. Schaltet es hier ein, scannt mit ihm den Code und "
        "erlaubt dort die Kamera. An und aus geht sie danach wie jede andere unter „Kamera“.",
        en="A phone can be the camera. Turn it on here, scan the code with it and allow the camera "
        "there. After that it goes on and off under “Camera” like any other.",
    ),
    "host": Text(
        de="Ein Handy kann den Tisch bedienen. Dafür braucht es einen PIN und einen Code, der "
        "eine Minute gilt.",
        en="A phone can control the table. It needs a PIN and a code that is valid for one minute.",
    ),
    "pin": Text(
        de="Der PIN schützt die Einstellungen. Merkt ihn euch gut.",
        en="The PIN guards the settings. Remember it well.",
    ),
}
OF = _PLAY | _EVENING | _START | _TABLE
"""By screen (`data-screen`), except for the walk's people (`seats`)."""


def of(screen: str, *, watched: bool) -> Text | None:
    """Return what helps on this screen, where a camera watches or nobody does."""
    return (None if watched else BY_HAND.get(screen)) or OF.get(screen)
