"""What Bierkopf says: contract, doubling and verdicts, German first."""

from __future__ import annotations

from engine.games.base import VerdictWords
from engine.games.verdicts import COMMON_VERDICTS
from engine.text import Text

TITLE = Text(de="Bierkopf", en="Bierkopf")
TEAMS = Text(de="Zwei gegen zwei", en="Two against two")
DOUBLINGS = {"double": Text(de="Doppelt", en="Double")}

VERDICTS = {
    **COMMON_VERDICTS,
    "must_trump": VerdictWords(
        Text(de="nicht gestochen", en="did not trump"),
        Text(
            de="{led} angespielt – {name} warf {thrown} ab, statt zu stechen",
            en="{led} led – {name} threw off {thrown} instead of trumping",
        ),
        Text(de="… und spielte dann selbst Trumpf", en="… and then played a trump themselves"),
        Text(de="Jemand hat nicht gestochen", en="Somebody did not trump"),
    ),
    "illegal_double": VerdictWords(
        Text(de="Doppeln nicht erlaubt", en="double not allowed"),
        Text(de="{name} durfte so nicht verdoppeln", en="{name} may not double like that"),
        Text(de="… wie sich hier zeigt", en="… as it turns out here"),
    ),
}
"""How each kind of verdict is said."""
