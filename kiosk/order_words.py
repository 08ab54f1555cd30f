"""Why a command cannot be carried out, in both languages."""

from __future__ import annotations

from engine.text import Text

NO_EVENING = Text(
    de="Es läuft kein Abend; bitte zuerst einen beginnen.",
    en="No evening is running; please begin one first.",
)
NO_DEAL = Text(
    de="Es läuft gerade kein Spiel; bitte zuerst geben.",
    en="No deal is running just now; please deal first.",
)
DEAL_RUNS = Text(
    de="Das laufende Spiel ist noch nicht zu Ende; bitte erst zu Ende spielen oder abbrechen.",
    en="The running deal is not over yet; please play it out or stop it first.",
)
NOT_OVER = Text(
    de="Es liegen noch nicht alle Karten; bitte sagen, wie das Spiel endete.",
    en="Not all cards lie yet; please say how the deal ended.",
)
ALL_LAID = Text(
    de="Das Spiel ist zu Ende, es liegen schon alle Karten; bitte das nächste beginnen.",
    en="The deal is over, all cards lie; please begin the next one.",
)
NOT_ASKED = Text(
    de="Nach Laufenden ist in diesem Spiel nicht mehr gefragt; bitte zum Tisch zurückgehen.",
    en="Laufende of this deal are no longer asked for; please go back to the table.",
)
NOT_SO_MANY = Text(
    de="So viele Laufende lassen die gesehenen Karten nicht zu; bitte eine der Zahlen antippen.",
    en="The cards seen do not allow so many Laufende; please tap one of the numbers.",
)
NO_SUCH_SEAT = Text(
    de="Auf diesem Platz sitzt in diesem Spiel niemand; bitte einen anderen wählen.",
    en="Nobody plays at that seat in this deal; please choose another.",
)
NO_SUCH_CARD = Text(
    de="Diese Karte gibt es in keinem Spiel des Abends mehr; bitte auf dem Tisch neu antippen.",
    en="No deal of the evening holds that card any more; please tap it again on the table.",
)
NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht; bitte ein anderes wählen.",
    en="The evening has no such deal; please choose another.",
)
NO_SUCH_VERDICT = Text(
    de="Dieser Verdacht besteht nicht mehr; es ist nichts zu entscheiden.",
    en="That verdict no longer holds; there is nothing to decide.",
)
NO_CULPRIT = Text(
    de="Wer von mehreren es war, steht noch nicht fest; verlieren kann das Spiel nur, wer "
    "überführt ist. Bitte weiterspielen.",
    en="Which of several players it was is not certain yet; only one who is proven can lose the "
    "game. Please play on.",
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
NOTHING_TO_UNDO = Text(
    de="In diesem Spiel gibt es nichts zurückzunehmen.",
    en="There is nothing to take back in this deal.",
)
CLOSING = Text(
    de="Der Tisch wird gerade beendet; bitte das Programm neu starten.",
    en="The table is shutting down; please start the program again.",
)
FAILED = Text(
    de="Das ging schief, es wurde nichts geändert; bitte noch einmal versuchen.",
    en="That went wrong and nothing was changed; please try again.",
)
