"""Words of the call: auction, doublings and who said them, what is exchanged."""

from __future__ import annotations

from engine.text import Text

CALLED = Text(de="Spiel", en="Game")
WHO_SAID = Text(de="{word} von", en="{word} by")
SAID_BY = Text(de="{word} von {names}", en="{word} by {names}")
TAKEN_OFF = Text(de="ohne {words}", en="without {words}")

WHEN_SAID = Text(de="{word} wann", en="{word} when")
SAID_WHEN = Text(de="{said}, {when}", en="{said}, {when}")
BEFORE_CARD = Text(de="vor der {n}. Karte", en="before card {n}")
SAID_NOW = Text(de="jetzt", en="now")
NOBODY_KNOWS_WHEN = Text(de="weiß keiner", en="nobody knows")

AUCTION = Text(de="Ansagen reihum", en="The auction")
WORD_BY_WORD = Text(de="Reihum ansagen", en="Bid in turn")
ONLY_RESULT = Text(de="Nur das Ergebnis", en="Just the result")
SPEAKS = Text(de="{name} sagt …", en="{name} says …")
DECIDES = Text(de="Alle gepasst: {name} entscheidet", en="All passed: {name} decides")
HAS_IT = Text(de="{name} hat das Spiel", en="{name} won the bidding")
ALL_PASSED = Text(de="Alle gepasst", en="All passed")
NAME_IT = Text(de="Spiel nennen", en="Name the game")
OTHER_GAME = Text(de="Etwas anderes …", en="Something else …")
AUCTION_HINT = Text(
    de="Gewertet wird nur, was am Ende gespielt wird.",
    en="Only the game that is played in the end counts.",
)
NO_AUCTION = Text(de="Hier wird nicht reihum angesagt", en="Nothing to bid here")
NO_AUCTION_LONG = Text(
    de="In diesem Spiel liegen schon Karten, oder es kennt keine Ansage reihum.",
    en="Cards have been played already, or the game has no auction.",
)
NO_SUCH_WORD = Text(
    de="Das kann jetzt niemand sagen. Bitte eines der angebotenen Wörter antippen.",
    en="Nobody can say that now. Please tap one of the words offered.",
)
AUCTION_OVER = Text(
    de="Was gespielt wird, ist schon angesagt; bitte erst „Rückgängig“ antippen.",
    en="The game has already been called; please tap “Undo” first.",
)

# Beside the play: a remark on a deal, how it was dealt
REMARK = Text(de="Vermerk", en="Remark")
REMARK_ON = Text(de="Vermerk zu Spiel {n}", en="Remark on deal {n}")
QUOTED = Text(de="„{text}“", en="“{text}”")
WRITE_REMARK = Text(de="Vermerk schreiben …", en="Write a remark …")
KEEP_REMARK = Text(de="Merken", en="Save")
HOW_DEALT = Text(de="Gegeben", en="Dealt")
DEALT_SO = Text(de="Gegeben: {how}", en="Dealt: {how}")
BESIDE_HINT = Text(
    de="ändert nichts an Punkten und Urteilen", en="changes no points and no verdicts"
)

# How a deal ends, and the claim of the rest
WHY = Text(de="Warum?", en="Why?")
WHO = Text(de="Wer?", en="Who?")
WHO_CLAIMS = Text(de="Wer sagt es?", en="Who says so?")
CONTESTED = Text(de="Rest beansprucht, nicht alle dafür", en="Rest claimed, not all agree")
CLAIMS = Text(de="{name}: Der Rest ist meins.", en="{name}: the rest is mine.")
ALL_AGREE = Text(de="Sind alle einverstanden?", en="Does everyone agree?")
YES_ALL = Text(de="Ja, alle", en="Yes, everyone")
NO_PLAY_ON = Text(de="Nein, weiterspielen", en="No, play on")
NO_CLAIM = Text(
    de="Den Rest beansprucht gerade niemand; es geht einfach weiter.",
    en="Nobody is claiming the rest right now; just play on.",
)

PAUSED_BY_HAND = Text(
    de="Pause. Wer gibt oder eine Karte eingibt, beendet sie.",
    en="Break. Dealing or entering a card ends it.",
)
BREAK_OVER = Text(de="Die Pause ist zu Ende.", en="The break is over.")
CERTAIN = Text(de="{words} · {percent} %", en="{words} · {percent}%")

# The blind of a leaster, once a trick took it
BLIND_TO_LOOK = Text(de="Blind an {name}: ansehen erlaubt", en="Blind to {name}, who may look")
BLIND_TO_CLOSED = Text(de="Blind an {name}: bleibt verdeckt", en="Blind to {name}: stays face down")

# Looks like a mistake and was none
RAN_AWAY = Text(de="{name} ist davongelaufen – erlaubt", en="{name} ran away – allowed")
PLAYED_AROUND = Text(de="{name} hat umspielt – erlaubt", en="{name} played around it – allowed")

# A deal that is over and has no result
NO_RESULT_YET = Text(de="Spiel {n} hat noch kein Ergebnis", en="Deal {n} has no result yet")
NO_RESULT_SENTENCE = Text(de="Spiel {n} hat noch kein Ergebnis.", en="Deal {n} has no result yet.")
NO_RESULT = Text(de="ohne Ergebnis", en="no result")
WITHOUT_RESULT_ASK = Text(de="Ohne Ergebnis weiter?", en="Go on without a result?")
WITHOUT_RESULT = Text(de="Ohne Ergebnis weiter", en="Go on without a result")
BACK_TO_DEAL = Text(de="Zurück zu diesem Spiel", en="Back to this deal")
KEPT_IN_LIST = Text(
    de="Es bleibt in der Liste der Spiele; dort kann das Ergebnis später eingetragen werden.",
    en="It stays in the list of deals; its result can be entered there later.",
)
LEFT_BEHIND = Text(
    de="Spiel {n} ist ohne Ergebnis geblieben.", en="Deal {n} was left without a result."
)
OPEN_RESULT = Text(de="Spiel {n}: Ergebnis fehlt", en="Deal {n}: result missing")

# Cards that lay face down, told after the deal; the piles of two
FACE_DOWN = Text(de="Was verdeckt lag", en="What lay face down")
FACE_DOWN_LONG = Text(
    de="Erst jetzt, nach dem Spiel: antippen, was verdeckt lag.",
    en="Only now, after the deal: tap what lay face down.",
)
SO_MANY_OF = Text(de="{n} von {all}", en="{n} of {all}")
ENTER_THEM = Text(de="Eintragen", en="Enter them")
TAP_MORE = Text(de="Noch {n} antippen", en="Tap {n} more")
BURY_DECIDES = Text(
    de="Noch nicht abgerechnet: Unter „Was verdeckt lag“ eintragen, was vergraben wurde.",
    en="Not settled yet: tap “What lay face down” and enter what was buried.",
)
LAYOUT = Text(de="Auslage", en="Layout")
LAYOUT_LONG = Text(
    de="Einen Stapel antippen, dann die Karte, die offen darauf liegt.",
    en="Tap a pile, then the card lying face up on it.",
)
WHICH_OPEN = Text(de="Welche Karte liegt hier offen?", en="Which card is face up here?")
PILE_OF = Text(de="{name}, Stapel {n}", en="{name}, pile {n}")
LIES_ALREADY = Text(
    de="Die liegt schon an anderer Stelle.", en="That card is somewhere else already."
)
TURN_OVER = Text(de="aufdecken", en="turn over")
PILE_GONE = Text(de="leer", en="empty")

# With five and more the Schöne is called with the Ass
CALLED_TOO = Text(de="{said} und die {card}", en="{said} and the {card}")
ALSO_CALLED = Text(de="Gerufen auch: {card}", en="Called as well: {card}")
