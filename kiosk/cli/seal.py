"""`mehrkopf seal [SEAL]`: give this table a key for its printed lists, or check a printed seal."""

from __future__ import annotations

from contextlib import closing

from engine.journal.check import refuse_damaged
from engine.journal.journal import Journal
from engine.journal.snapshot import snapshot
from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import home_of, say, warn
from kiosk.home.clock import day_text
from kiosk.home.data_folder import Home
from kiosk.home.seal import make_key, seal_of, sealed

_SEAL = Text(de="SIEGEL", en="SEAL")
_WHICH = Text(
    de="ein Siegel von einer gedruckten Liste, das geprüft wird (sonst: den Schlüssel anlegen, wo "
    "keiner ist, und das Siegel von jetzt zeigen)",
    en="a seal from a printed list, to be checked (without one: create the key if "
    "there is none, and show the current seal)",
)
_MADE = Text(
    de="Der Schlüssel ist angelegt: {path}. Gedruckte Listen tragen ab jetzt ein Siegel. In keiner "
    "Sicherung ist er enthalten; wer Siegel noch in Jahren prüfen will, hebt eine Kopie an anderem "
    "Ort auf.",
    en="The key was created: {path}. Printed lists carry a seal from now on. No "
    "backup contains the key; to check seals years from now, keep a copy "
    "somewhere else.",
)
_NOW = Text(
    de="Nach Ereignis {seq}: Prüfsumme {head}, Siegel {seal}.",
    en="After event {seq}: checksum {head}, seal {seal}.",
)
_FORMER = Text(
    de="Listen, die bis Ereignis {seq} gedruckt wurden, tragen andere Prüfsummen: Damals standen "
    "die Namen selbst in der Kette. Nach Ereignis {seq} war es {head}.",
    en="Lists printed up to event {seq} carry other checksums, because the names "
    "themselves were part of the chain then. After event {seq} it was {head}.",
)
_NO_KEY = Text(
    de="Dieser Tisch hat keinen Schlüssel; „mehrkopf seal“ legt ihn an. Siegel von vorher prüft "
    "nur der Schlüssel von damals.",
    en='This table has no key; "mehrkopf seal" creates one. Earlier seals can only '
    "be checked with the key they were made with.",
)
_HOLDS = Text(
    de="Das Siegel stimmt: gemacht mit dem Schlüssel dieses Tisches nach Ereignis {seq} (Abend "
    "vom {day}), Prüfsumme {head}. An den Ereignissen bis dahin ist nichts geändert.",
    en="The seal is good: made with this table's key after event {seq} (evening of "
    "{day}), checksum {head}. No event up to that point has been changed.",
)
_HOLDS_OF_OLD = Text(
    de="Diese Prüfsumme ist von damals, als die Namen selbst in der Kette standen; heute ist es "
    "dort {now}.",
    en="This is an older checksum, from when the names themselves were part of the "
    "chain; today it is {now} at that point.",
)
_FITS_NOT = Text(
    de="Das Siegel passt zu keinem Stand dieses Journals: Es ist falsch abgeschrieben, von einem "
    "anderen Schlüssel, oder das Journal wurde seither geändert.",
    en="The seal fits no state of this journal: it was copied wrongly, comes from "
    "another key, or the journal has been changed since.",
)


@command(Argument("seal", _SEAL, _WHICH, required=False), HOME)
def execute(arguments: Arguments) -> int:
    """Make the key, or check; status 1 where a seal does not fit.

    Raises:
        PlainError: the journal is damaged, or the key cannot be had.
    """
    home = home_of(arguments)
    found = snapshot(home.journal)
    with closing(found.journal) as journal:
        refuse_damaged(home.journal, found.condition)
        if arguments.seal is not None:
            return _checked(arguments, home, journal)
        if make_key(home):
            say(_MADE.format(path=home.seal_key), arguments.language)
        seq, head = journal.last_seq, journal.head
        say(_NOW.format(seq=seq, head=head, seal=seal_of(home, head)), arguments.language)
        if (former := journal.newest_former_head()) is not None:
            say(_FORMER.format(seq=former[0], head=former[1]), arguments.language)
    return 0


def _checked(arguments: Arguments, home: Home, journal: Journal) -> int:
    if not home.seal_key.exists():
        raise PlainError(_NO_KEY)
    place = sealed(home, journal, arguments.seal)
    if place is None:
        warn(_FITS_NOT, arguments.language)
        return 1
    day = day_text("" if place.evening is None else place.evening.at)
    say(_HOLDS.format(seq=place.seq, head=place.head, day=day), arguments.language)
    if place.former:
        say(_HOLDS_OF_OLD.format(now=journal.head_at(place.seq)), arguments.language)
    return 0
