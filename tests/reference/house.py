"""The presets' prices and readings, each with the sentence it comes from.

Only what the documents and RULES 0 say of a preset; how it is worked out stands in `declared`,
`ramsch` and the other games' own modules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

PLAIN_GAMES = ("rufspiel", "solo", "wenz", "sie")  # AB 1.1
BOOK_GAMES = (*PLAIN_GAMES, "geier", "niederer", "ramsch", "hochzeit")  # DE Spielarten
PRACTICE_GAMES = (*PLAIN_GAMES, "geier", "farbwenz", "farbgeier", "ramsch")  # RULES 0.14

STOSS = ("kontra", "re", "supra", "resupra")  # AB 4.1


@dataclass(frozen=True)
class House:
    """The prices and readings of one preset of the Schafkopf family."""

    games: tuple[str, ...]
    muss: bool
    """Whether there is a Muss-Spiel (DE Muss-Spiel)."""
    call: int
    solo: int
    ramsch: int
    hochzeit: int
    sie: int
    schneider: int
    schwarz: int
    """On top of Schneider (DE: two units instead of one)."""
    laufende: int
    """Each."""
    stamm_laufende: bool
    """Laufende among Ober, Unter and Gefreite only (EN "main trumps"), else among all trumps."""
    losing_declarers_schneider: bool
    """Whether losing declarers can be Schneider (practice); DE knows it of Nichtspieler only."""
    tout_all: bool
    """A won Tout doubles all (DE "die Bezahlung wird verdoppelt"), else base and Laufende."""
    lost_tout_doubles: bool
    umspielen: str
    """Where the called Ass may be kept back: `lead` (AB 3.1) or `follow` (DE Normalspiel)."""
    discard_free: bool
    """Whether the called Ass may be thrown off early (DE "gespielt werden darf alles")."""
    jungfrau: bool
    """Whether each player without a trick doubles a Ramsch (RULES 0.32)."""
    renonce: str
    """When a suit may be called without a card of it: `never`, `muss` (if one must), `always`."""
    called_ten: str
    """When who has every callable Ass may call a ten: the same words."""
    legen: bool
    stoss: tuple[str, ...]
    """The doublings after the auction, in their order."""


HOUSES = {
    "schafkopf": House(
        games=PRACTICE_GAMES,
        muss=False,
        call=20,
        solo=50,
        ramsch=20,
        hochzeit=20,
        sie=200,
        schneider=10,
        schwarz=10,
        laufende=10,
        stamm_laufende=False,
        losing_declarers_schneider=True,
        tout_all=False,
        lost_tout_doubles=True,
        umspielen="lead",
        discard_free=False,
        jungfrau=True,
        renonce="muss",
        called_ten="muss",
        legen=True,
        stoss=STOSS,
    ),
    "bavarian": House(
        games=PLAIN_GAMES,
        muss=False,
        call=1,
        solo=5,
        ramsch=1,
        hochzeit=1,
        sie=20,
        schneider=1,
        schwarz=1,
        laufende=1,
        stamm_laufende=False,
        losing_declarers_schneider=True,
        tout_all=False,
        lost_tout_doubles=True,
        umspielen="lead",
        discard_free=False,
        jungfrau=False,
        renonce="never",
        called_ten="never",
        legen=False,
        stoss=STOSS,
    ),
    "mehrkopf": House(
        games=BOOK_GAMES,
        muss=True,
        call=1,
        solo=5,
        ramsch=1,
        hochzeit=1,
        sie=20,
        schneider=1,
        schwarz=1,
        laufende=1,
        stamm_laufende=True,
        losing_declarers_schneider=False,
        tout_all=True,
        lost_tout_doubles=False,
        umspielen="follow",
        discard_free=True,
        jungfrau=False,
        renonce="never",
        called_ten="never",
        legen=False,
        stoss=(),
    ),
}
LAUFENDE_MIN = 3  # DE "Ab drei Laufenden"
SIE_FACTOR = 4  # RULES 5: the Penguin Book's four Solos, where the documents are silent
BIDDABLE_TOUT = ("solo", "wenz", "geier", "niederer", "farbwenz", "farbgeier")


def house_of(line: dict[str, Any]) -> House:
    """The preset of a line's game, with what its rules name instead (DEAL_FILE, `rules`)."""
    house = HOUSES[line["game"]]
    rules = line.get("rules") or {}
    named = rules.get("tariff") or {}
    stoss = {"off": 0, "kontra": 1, "re": 2, "supra": 3, "resupra": 4}
    call, solo = named.get("call", house.call), named.get("solo", house.solo)
    schneider = named.get("schneider", house.schneider)
    return replace(
        house,
        call=call,
        solo=solo,
        ramsch=named.get("ramsch", call),
        hochzeit=named.get("hochzeit", call),
        sie=named.get("sie", SIE_FACTOR * solo),
        schneider=schneider,
        schwarz=named.get("schwarz", schneider),
        laufende=named.get("laufende", house.laufende),
        games=tuple(each for each in rules.get("games", house.games) if " tout" not in each),
        muss="muss" in rules["games"] if "games" in rules else house.muss,
        renonce=rules.get("renonce", house.renonce),
        called_ten=rules.get("called_ten", house.called_ten),
        legen=rules.get("legen", house.legen),
        stoss=STOSS[: stoss[rules["stoss"]]] if "stoss" in rules else house.stoss,
    )


def has_game(house: House, people: int, kind: str, *, tout: bool = False) -> bool:
    """Whether a house has a contract for so many people."""
    if kind not in house.games or (tout and kind not in BIDDABLE_TOUT):
        return False
    if people == 2:
        return kind == "solo" and not tout  # DE 2 Spieler: nur Farbspiele
    if people == 3:
        return kind in ("solo", "wenz", "geier", "sie")  # DE 3 Spieler: nur Soli, ohne Gefreite
    return kind != "niederer" or people >= 5
