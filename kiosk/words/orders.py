"""Why a command cannot be carried out, in both languages."""

from __future__ import annotations

from engine.text import Text

NO_EVENING = Text(
    de="Es läuft kein Abend; bitte zuerst einen beginnen.",
    en="No evening has begun; please begin one first.",
)
NO_DEAL = Text(
    de="Es läuft gerade kein Spiel; bitte zuerst geben.",
    en="No deal is being played; please deal first.",
)
DEAL_RUNS = Text(
    de="Das laufende Spiel ist noch nicht zu Ende; bitte erst zu Ende spielen, oder mit "
    "„Beenden …“ abbrechen.",
    en="This deal is not over yet; please play it out first, or stop it with “End …”.",
)
DECK_ALREADY = Text(
    de="Mit dem Blatt „{deck}“ wird schon gespielt; bitte ein anderes wählen.",
    en='The deck "{deck}" is in play already; please choose another one.',
)
DECK_LACKS = Text(
    de="Das Blatt „{deck}“ reicht für dieses Spiel nicht ({lacks}); bitte ein anderes wählen oder "
    "den Rest einlernen.",
    en='The deck "{deck}" will not do for this game ({lacks}); please choose another one or enrol '
    "the rest.",
)
NOT_OVER = Text(
    de="Es liegen noch nicht alle Karten; bitte sagen, wie das Spiel endete.",
    en="Not all cards have been played; please say how the deal ended.",
)
ALL_LAID = Text(
    de="Das Spiel ist zu Ende, es liegen schon alle Karten; bitte das nächste beginnen.",
    en="The deal is over, all cards have been played; please begin the next one.",
)
NOT_ASKED = Text(
    de="Nach Laufenden ist in diesem Spiel nicht mehr gefragt; bitte zum Tisch zurückgehen.",
    en="Laufende of this deal are no longer asked for; please go back to the table.",
)
NOT_SO_MANY = Text(
    de="So viele Laufende lassen die gesehenen Karten nicht zu; bitte eine der Zahlen antippen.",
    en="The cards seen do not allow so many Laufende; please tap one of the numbers.",
)
HOLDER_NOT_ASKED = Text(
    de="Nach der gerufenen Karte ist in diesem Spiel nicht mehr gefragt; bitte zum Tisch "
    "zurückgehen.",
    en="The called card of this deal is no longer asked for; please go back to the table.",
)
NOT_THE_HOLDER = Text(
    de="Wer so spielt, kann die gerufene Karte nicht mehr haben; bitte einen der Namen antippen.",
    en="That seat cannot hold the called card any more; please tap one of the names.",
)
NO_SUCH_SEAT = Text(
    de="Auf diesem Platz sitzt in diesem Spiel niemand; bitte einen anderen wählen.",
    en="Nobody plays in that seat in this deal; please choose another.",
)
NO_SUCH_CARD = Text(
    de="Diese Karte gibt es in keinem Spiel des Abends mehr; bitte auf dem Tisch neu antippen.",
    en="That card is in none of the evening's deals any more; please tap it again on the table.",
)
CARD_ELSEWHERE = Text(
    de="Inzwischen ist der Stich anders eingeordnet; bitte noch einmal hinsehen und antworten.",
    en="The trick has been reordered in the meantime; please look and answer again.",
)
NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht; bitte in der Liste wählen.",
    en="There is no such deal in this evening; please choose one in the list.",
)
NO_SUCH_VERDICT = Text(
    de="Diesen Befund gibt es nicht mehr; es ist nichts zu entscheiden.",
    en="That finding no longer holds; there is nothing to decide.",
)
NO_CULPRIT = Text(
    de="Wer von mehreren es war, steht noch nicht fest; verlieren kann das Spiel nur, wer "
    "überführt ist. Bitte weiterspielen.",
    en="Which of several players it was is not certain yet; only one who is proven can lose the "
    "game. Please play on.",
)
VOID_STANDS = Text(
    de="Spiel und Wertung sind vorbei, das nächste Spiel läuft; bitte das Ergebnis eintragen.",
    en="That deal was not counted and the next one runs; please enter its result by hand.",
)
NO_SUCH_DOUBLING = Text(
    de="So wird in diesem Spiel nicht verdoppelt; bitte ein angebotenes Wort wählen.",
    en="This game knows no such doubling; please choose one that is offered.",
)
OTHER_DECK = Text(
    de="Diese Karte gehört zu einem anderen Blatt; bitte eine aus diesem wählen.",
    en="That card belongs to another deck; please choose one of this deck.",
)
BAD_NAME = Text(
    de="Ein Name darf höchstens {longest} Zeichen haben und keine Steuerzeichen; bitte kürzen.",
    en="A name may have at most {longest} characters and no control characters; please shorten it.",
)
NAME_TWICE = Text(
    de="{name} sitzt schon am Tisch; bitte zur Unterscheidung einen anderen Namen eingeben.",
    en="{name} sits at the table already; please enter another name to tell them apart.",
)
NO_NAME = Text(
    de="Wer mitspielt, braucht einen Namen; bitte einen eingeben.",
    en="Whoever plays needs a name; please enter one.",
)
NO_SUCH_OWNER = Text(
    de="Diesen Platz gibt es am Tisch nicht; bitte einen anderen wählen.",
    en="The table has no such seat; please choose another.",
)
NOBODY_STANDS_IN = Text(
    de="Auf diesem Platz hilft niemand aus; es ist nichts zu ändern.",
    en="Nobody stands in at that seat; there is nothing to change.",
)
BREAK_LASTS = Text(
    de="Es ist schon Pause; bitte mit „Weiter“ weiterspielen.",
    en='It is break time already; please go on with "Go on".',
)
NO_BREAK = Text(
    de="Es ist gerade keine Pause; es kann weitergespielt werden.",
    en="There is no break right now; play can go on.",
)
WRONG_AMOUNTS = Text(
    de="Für jeden der {n} Plätze wird ein Betrag gebraucht; bitte ergänzen, wo keiner ist 0.",
    en="Each of the {n} seats needs an amount; please complete them, 0 where there is none.",
)
NO_SUCH_PERSON = Text(
    de="Wer so heißt, saß an diesem Abend nicht am Tisch; bitte einen der Namen antippen.",
    en="Nobody of that name sat at the table this evening; please tap one of the names.",
)
NO_REASON = Text(
    de="Zu einer Änderung von Hand gehört ein Grund; bitte dazuschreiben, wofür sie ist.",
    en="A change by hand needs a reason; please say what it is for.",
)
TOO_MUCH = Text(
    de="So hohe Beträge gibt es nicht; höchstens {most} sind möglich, bitte prüfen.",
    en="That amount is too large; at most {most} is possible, please check.",
)
NOTHING_DRAWN = Text(
    de="In diesem Spiel werden keine Partner gezogen; bitte die Plätze unter „Leute“ ändern.",
    en="No partners are drawn in this game; please change the seats under “People”.",
)
GAME_LASTS = Text(
    de="Die Partie läuft noch; Partner werden erst für die nächste gezogen.",
    en="The game is still on; partners are drawn for the next one only.",
)
TWO_ACES = Text(
    de="Zwei verschiedene bekommen die ersten beiden Sauen; bitte zwei Namen antippen.",
    en="Two different people get the first two aces; please tap a name for each.",
)
SITS_OUT_ALREADY = Text(
    de="Wer dort sitzt, setzt schon aus; es ist nichts zu ändern.",
    en="Whoever sits there sits out already; there is nothing to change.",
)
PLAYS_ALREADY = Text(
    de="Wer dort sitzt, spielt schon mit; es ist nichts zu ändern.",
    en="Whoever sits there plays already; there is nothing to change.",
)
NO_SUCH_CHANGE = Text(
    de="Diese Änderung gibt es nicht mehr; bitte in der Liste nachsehen.",
    en="There is no such change any more; please look it up in the list.",
)
END_TAKEN_BACK = Text(
    de="Das Ende von Spiel {n} ist zurückgenommen.", en="The end of deal {n} is taken back."
)
CALL_TAKEN_BACK = Text(
    de="Die Ansage von Spiel {n} ist zurückgenommen.", en="The call of deal {n} is taken back."
)
DOUBLING_TAKEN_BACK = Text(
    de="Ein Verdoppeln in Spiel {n} ist zurückgenommen.",
    en="A doubling in deal {n} is taken back.",
)
RULING_TAKEN_BACK = Text(
    de="Der Entscheid in Spiel {n} ist zurückgenommen.", en="The ruling in deal {n} is taken back."
)
REMARK_TAKEN_BACK = Text(
    de="Der Vermerk zu Spiel {n} ist so, wie er vorher war.",
    en="The remark on deal {n} is as it was before.",
)
HOW_DEALT_TAKEN_BACK = Text(
    de="Wie Spiel {n} gegeben wurde, steht da wie vorher.",
    en="How deal {n} was dealt is as it was before.",
)
REMARK_TOO_LONG = Text(
    de="Ein Vermerk hat höchstens {most} Zeichen; bitte kürzer schreiben.",
    en="A remark has at most {most} characters; please make it shorter.",
)
NOT_DEALT_SO = Text(
    de="So wird dieses Spiel nicht gegeben; bitte eine der angebotenen Arten antippen.",
    en="This game is not dealt like that; please tap one of the ways offered.",
)
CLAIM_TAKEN_BACK = Text(
    de="„Rest ist meins“ in Spiel {n} ist zurückgenommen.",
    en="The claim in deal {n} is taken back.",
)
CARD_TAKEN_BACK = Text(
    de="Eine Karte von Spiel {n} ist zurückgenommen.", en="A card of deal {n} is taken back."
)
CARD_OF_TAKEN_BACK = Text(
    de="{card} von {name} ist zurückgenommen.", en="The {card} laid by {name} is taken back."
)
QUESTION_BACK = Text(
    de="Die Frage nach einer Karte von Spiel {n} steht wieder da.",
    en="The question about a card of deal {n} is asked again.",
)
CORRECTION_TAKEN_BACK = Text(
    de="Eine Berichtigung in Spiel {n} ist zurückgenommen.",
    en="A correction in deal {n} is taken back.",
)
HIDDEN_LATER = Text(
    de="Was verdeckt lag, wird erst nach dem Spiel eingetragen; bitte zum Tisch zurückgehen.",
    en="What lay face down is entered after the deal only; please go back to the table.",
)
HIDDEN_CANNOT = Text(
    de="Das passt nicht zu den Karten, die gespielt wurden; bitte andere antippen.",
    en="That does not fit the cards that were played; please tap others.",
)
NO_LAYOUT = Text(
    de="In diesem Spiel liegen keine Stapel aus; bitte zum Tisch zurückgehen.",
    en="No piles are laid out in this deal; please go back to the table.",
)
NO_SUCH_PILE = Text(
    de="In diesem Stapel ist nichts mehr aufzudecken; bitte einen anderen antippen.",
    en="There is nothing more to turn over in that pile; please tap another.",
)
CARD_LIES = Text(
    de="Diese Karte liegt schon an anderer Stelle; bitte eine andere antippen.",
    en="That card is somewhere else already; please tap another.",
)
LAYOUT_TAKEN_BACK = Text(
    de="Eine Karte der Auslage von Spiel {n} ist zurückgenommen.",
    en="A card of the layout of deal {n} is taken back.",
)
EVENING_END_TAKEN_BACK = Text(
    de="Das Ende des Abends ist zurückgenommen.", en="The end of the evening is taken back."
)
DEALING_TAKEN_BACK = Text(
    de="Das Geben von Spiel {n} ist zurückgenommen.", en="The dealing of deal {n} is taken back."
)
SCORE_CHANGE_TAKEN_BACK = Text(
    de="Die Änderung „{reason}“ ist zurückgenommen.", en="The change “{reason}” is taken back."
)
SEATS_TAKEN_BACK = Text(
    de="Die Änderung der Leute ist zurückgenommen.", en="The change of people is taken back."
)
SUBSTITUTE_TAKEN_BACK = Text(
    de="Das Aushelfen ist so, wie es vorher war.", en="Standing in is as it was before."
)
SITTING_OUT_TAKEN_BACK = Text(
    de="Das Aussetzen ist so, wie es vorher war.", en="Sitting out is as it was before."
)
GAME_TAKEN_BACK = Text(
    de="Der Wechsel von Spiel oder Regeln ist zurückgenommen.",
    en="The change of game or rules is taken back.",
)
DECK_TAKEN_BACK = Text(
    de="Der Wechsel des Blatts ist zurückgenommen.", en="The change of the deck is taken back."
)
BREAK_TAKEN_BACK = Text(de="Die Pause ist zurückgenommen.", en="The break is taken back.")
SOMETHING_TAKEN_BACK = Text(
    de="Das Letzte ist zurückgenommen.", en="The last thing done was taken back."
)
NOT_RESTORED = Text(
    de="Inzwischen ist etwas anderes geschehen; bitte am Tisch nachsehen und neu eintragen.",
    en="Something else has happened since; please look at the table and enter it anew.",
)
NOTHING_TO_UNDO = Text(
    de="In diesem Spiel gibt es nichts zurückzunehmen.",
    en="There is nothing to take back in this deal.",
)
CLOSING = Text(
    de="Der Tisch wird gerade beendet; kommt er wieder, geht es hier von selbst weiter.",
    en="The table is shutting down; once it is back, the page goes on by itself.",
)
FAILED = Text(
    de="Das ging schief, es wurde nichts geändert; bitte noch einmal versuchen.",
    en="That went wrong and nothing was changed; please try again.",
)
PUT_BACK = Text(
    de="Die Datei des Journals war weg und ist neu geschrieben; es fehlt nichts.",
    en="The journal's file was gone and has been written again; nothing is missing.",
)
