"""The words of the score pad: deals entered by hand, people, breaks and changes of the score."""

from __future__ import annotations

from engine.text import Text
from kiosk.words import orders as order_words

ENTER = Text(de="Spiel eintragen", en="Enter a deal")
ENTER_NUMBER = Text(de="Spiel {n} eintragen", en="Enter deal {n}")
CORRECT = Text(de="Spiel {n} berichtigen", en="Correct deal {n}")
CHANGE_SCORE = Text(de="Punkte ändern", en="Change the score")
SAVE = Text(de="Eintragen", en="Enter")
SAVE_NEXT = Text(de="Eintragen, nächstes", en="Enter, next one")
LIST_OF_DEALS = Text(de="Die Spiele des Abends", en="The deals of the evening")
NO_DEALS = Text(de="Noch ist kein Spiel zu Ende.", en="No deal is over yet.")
DEAL = Text(de="Spiel", en="Deal")
RESULT = Text(de="Ergebnis", en="Result")
WON = Text(de="gewonnen", en="won")
LOST = Text(de="verloren", en="lost")
PARTNER = Text(de="Mit wem?", en="Who with?")
SCHNEIDER = Text(de="Schneider", en="Schneider")
SCHWARZ = Text(de="Schwarz", en="Schwarz")
LAUFENDE = Text(de="Laufende: {n}", en="Laufende: {n}")
NONE = Text(de="keine", en="none")
WITH = Text(de="mit {n}", en="with {n}")
WITHOUT = Text(de="ohne {n}", en="without {n}")
MORE_WITH = Text(de="mit +1", en="with +1")
NO_LAUFENDE = Text(de="keine", en="none")
MORE_WITHOUT = Text(de="ohne +1", en="without +1")
POINTS = Text(de="Augen der Spieler: {n}", en="Declarers’ points: {n}")
TEAM_POINTS = Text(de="Augen {names}: {n}", en="Points of {names}: {n}")
LOSERS = Text(de="Wer hat verloren?", en="Who lost?")
WINNERS = Text(de="Wer hat gewonnen?", en="Who won?")
ALONE = Text(de="allein", en="alone")
COUNT_ALL = Text(de="Augen von allen", en="Everybody’s points")
ALL_POINTS = Text(de="Augen", en="Points")
POINTS_OPEN = Text(
    de="Es fehlen noch Augen; bitte die der anderen eingeben, den Rest bekommt der letzte.",
    en="Points are still missing; please enter the others’, the last one gets the rest.",
)
TRICKS_OPEN = Text(
    de="Es fehlen noch Stiche; bitte die der anderen eingeben, den Rest bekommt der letzte.",
    en="Tricks are still missing; please enter the others’, the last one gets the rest.",
)
SAY_WHAT_FOR = Text(de="Bitte noch antippen, wofür das ist.", en="Please also tap what it is for.")
NO_AMOUNT = Text(
    de="Erst einen Namen antippen, dann den Betrag; der letzte bekommt den Rest.",
    en="First tap a name, then the amount; the last one gets the rest.",
)
TRICKLESS = Text(de="Ohne Stich", en="Without a trick")
TRICKS = Text(de="Stiche", en="Tricks")
AMOUNTS = Text(de="Beträge", en="Amounts")
AMOUNTS_IN_CENTS = Text(de="Beträge in Cent", en="Amounts in cents")
AMOUNTS_OF_UNITS = Text(de="Beträge, 1 = {cents} Cent", en="Amounts, 1 = {cents} cents")
FURTHER = Text(de="Dazu …", en="Extras …")
BY_HAND = Text(de="Beträge von Hand", en="Amounts by hand")
WORKED_OUT = Text(de="Doch ausrechnen", en="Work it out")
NUMBER = Text(de="{name}: {n}", en="{name}: {n}")
KEYS = Text(de="Ziffern", en="Digits")
REASON = Text(de="Wofür?", en="What for?")
REASONS = {
    "list": Text(de="vom Zettel", en="from the paper list"),
    "penalty": Text(de="Strafe", en="penalty"),
    "mistake": Text(de="verschrieben", en="written down wrongly"),
    "agreed": Text(de="am Tisch ausgemacht", en="agreed at the table"),
}
ENDED_BY_HAND = Text(de="von Hand eingetragen", en="entered by hand")
GAIN_POINT = Text(de="{names}: 1 Spielpunkt", en="{names}: 1 game point")
GAIN_POINTS = Text(de="{names}: {n} Spielpunkte", en="{names}: {n} game points")
ENTERED_LAST = Text(de="eingetragen: Spiel {n}, {what}", en="entered: deal {n}, {what}")
PEOPLE = Text(de="Leute", en="People")
PEOPLE_LONG = Text(de="Leute, Pause, Spielart", en="People, break, game")
SEATS_LONG = Text(
    de="Platz antippen: wer dort sitzt, tauscht oder vertreten wird. Die Punkte gehören zum Namen.",
    en="Tap a seat: who sits there, swaps or gets a stand-in. The score goes with the name.",
)
TAKE_SEATS = Text(de="So sitzen wir", en="This is how we sit")
STANDS_IN = Text(de="Vertreten …", en="Stand in …")
HELPER_FOR = Text(de="Wer vertritt?", en="Who stands in?")
COUNTS = {
    "owner": Text(
        de="{helper} spielt, es zählt für {name}", en="{helper} plays, it counts for {name}"
    ),
    "substitute": Text(
        de="{helper} spielt auf eigene Rechnung", en="{helper} plays for a score of their own"
    ),
}
DOUBLE_BY = Text(de="{word}: {name}", en="{word}: {name}")
DRAW = Text(de="Partner ziehen", en="Draw partners")
DRAW_LONG = Text(
    de="Reihum offen austeilen, bis zwei Leute eine Sau haben: Die beiden spielen zusammen "
    "und sitzen sich gegenüber; wer die erste bekam, gibt.",
    en="Deal face up in turn until two people have an ace: they play together and sit opposite "
    "each other; whoever got the first one deals.",
)
FIRST_ACE = Text(de="Wer bekam die erste Sau?", en="Who got the first ace?")
SECOND_ACE = Text(de="Wer bekam die zweite Sau?", en="Who got the second?")
SIT_OUT = Text(de="{name} setzt aus", en="{name} sits out")
OUT_FROM_NEXT = Text(
    de="{name} setzt ab dem nächsten Spiel aus; dieses spielt {name} noch zu Ende.",
    en="{name} sits out from the next deal on and plays this one to its end.",
)
PLAY_AGAIN = Text(de="{name} spielt wieder mit", en="{name} plays again")
WAITING_ENTER = Text(
    de="{name} gibt. Nach dem Spiel hier antippen, wer gespielt hat.",
    en="{name} deals. After the deal, tap here who played it.",
)
NO_DEAL_ENTER = Text(
    de="Spielen wie immer, danach das Ergebnis eintragen.",
    en="Play as usual, then enter the result.",
)
IS_BACK = Text(de="{name} ist wieder da", en="{name} is back")
HELPS = Text(de="{helper} spielt für {name}", en="{helper} plays for {name}")
BREAK = Text(de="Pause", en="Break")
GO_ON = Text(de="Weiter", en="Go on")
PAUSED = Text(de="Pause. Die Kamera sieht weg.", en="Break. The camera looks away.")
OTHER_GAME = Text(de="Anderes Spiel", en="Another game")
OTHER_GAME_ASK = Text(de="Anderes Spiel …", en="Another game …")
DUES = Text(de="Zum Abrechnen", en="Settling up")
FROM_STOCK = Text(de="Stock", en="Stock")
ALL_EVEN = Text(de="Niemand schuldet etwas.", en="Nobody owes anything.")
CHANGED = Text(de="Geändert ({reason})", en="Changed ({reason})")
CHANGED_BY_HAND = Text(de="Stand von Hand geändert", en="Score changed by hand")
WITHDRAW = Text(de="Zurücknehmen", en="Take back")
WITHDRAW_ASK = Text(de="Änderung zurücknehmen?", en="Take this change back?")
WITHDRAW_THEN = Text(
    de="Der Punktestand ist dann wieder wie ohne sie. Im Journal bleibt sie stehen.",
    en="The score will be as if it had not been made. It stays in the journal.",
)
END_ASK = Text(de="Den Abend beenden?", en="End the evening?")
END_WHAT = Text(de="{count} gespielt", en="{count} played")
END_THEN = Text(
    de="Der Stand bleibt, wie er ist. Dann wird abgerechnet, und als Nächstes beginnt ein neuer "
    "Abend. „Rückgängig“ auf der nächsten Seite lässt diesen weitergehen.",
    en="The score stays as it is, and you settle up. Next comes a new evening; “Undo” on the next "
    "page lets this one continue.",
)
END_RUNNING = Text(
    de="Das laufende Spiel zählt nicht mit.", en="The deal in progress does not count."
)
UNKNOWN_CHOICE = Text(
    de="Diese Wahl gibt es nicht; bitte eine der angebotenen Tasten antippen.",
    en="That is not a choice; please tap one of the buttons offered.",
)
UNKNOWN_DEAL = order_words.NO_SUCH_DEAL
NO_SUCH_CHANGE = order_words.NO_SUCH_CHANGE
NOT_COMPLETE = Text(
    de="Erst antippen, wer was gespielt hat; dann lässt sich das Spiel eintragen.",
    en="First tap who played what; then the deal can be entered.",
)
CARDS_TELL = Text(
    de="Alle Karten sind aufgeschrieben; das Ergebnis folgt aus ihnen.",
    en="All the cards are on record; the result follows from them.",
)
CARDS_LIE = Text(
    de="In diesem Spiel liegen schon Karten; das Ergebnis gilt an ihrer Stelle.",
    en="Cards have been played in this deal; the result counts in their place.",
)
