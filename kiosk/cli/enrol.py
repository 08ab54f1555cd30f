"""`mehrkopf enrol NAME`: learn a deck from pictures of its cards, or as they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.cards import Card, Family
from engine.text import PlainError, Text
from kiosk import enrolling
from kiosk.cli.common import SOURCE, home_of, home_option
from kiosk.cli.enrol_live import Desk, Session, open_desk, run_test
from kiosk.cli.parser import FOLDER, Arguments, Parser
from kiosk.decks import BAD_NAME, BUNDLED, SUFFIX, is_deck_name, open_deck
from kiosk.packs import gaps, listed, missing_words, pack, whole_pack
from vision.camera.sources import open_source
from vision.enrolling.enrol import Enrolment, UnfitFolderError, enrol_folder
from vision.enrolling.live_enrol import LiveEnrolment
from vision.reading.nets import load_nets

_NAME = Text(de="wie das Blatt heißen soll", en="what the deck is to be called")
_FROM = Text(
    de="Ordner mit Bildern der Karten; der Dateiname ist der Kartencode (EO.png, EO-2.png), dazu "
    "RÜCKEN.jpg, LEER.jpg, HAND.jpg",
    en="folder with pictures of the cards; the file name is the card's code (EO.png, EO-2.png), "
    "beside them BACK.jpg, EMPTY.jpg, HAND.jpg",
)
_SOURCE = Text(
    de="die Karten werden nacheinander gezeigt: camera, ein Video oder eine Netzwerkkamera",
    en="the cards are shown one after another: camera, a video or a network camera",
)
_LIVE = Text(
    de="zusammen mit --source: einlernen (das ist auch ohne gemeint)",
    en="with --source: enrol (meant anyway)",
)
_TEST = Text(
    de="das eingelernte Blatt prüfen: alle Karten noch einmal zeigen",
    en="test the enrolled deck: show all cards once more",
)
_VIEWS = Text(
    de="wie oft jede Karte nacheinander gezeigt wird", en="how often each card is shown in turn"
)
_COUNT = Text(
    de="wie viele Karten das Blatt hat (sonst 32)", en="how many cards the deck has (else 32)"
)
_SUITS = Text(
    de="Farben des Blatts (sonst nach den Dateinamen, oder deutsch)",
    en="the deck's suits (else by file names, or german)",
)
_EITHER = Text(
    de="Bitte entweder --from ORDNER (Bilder) oder --source QUELLE (Karten werden gezeigt) "
    "angeben.",
    en="Please name either --from FOLDER (pictures) or --source SOURCE (cards are shown).",
)
_ONLY_SHOWN = Text(
    de="--test, --live und --views gehören zu --source; bei --from heißen weitere Bilder einer "
    "Karte EO-2.jpg, EO-3.jpg.",
    en="--test, --live and --views belong to --source; with --from further pictures of a card are "
    "called EO-2.jpg, EO-3.jpg.",
)
_MORE = Text(
    de="Zu einem Blatt mit {count} Karten gehören nicht: {names}. Sie sind trotzdem eingelernt.",
    en="Not of a deck of {count} cards are: {names}. They are enrolled all the same.",
)
_OURS = Text(
    de="„{name}“ heißt ein Blatt, das zum Programm gehört; bitte einen anderen Namen wählen.",
    en='"{name}" is a deck that belongs to the program; please choose another name.',
)
_FEW_VIEWS = Text(
    de="--views braucht eine Zahl von 1 bis 5.", en="--views takes a number from 1 to 5."
)
_MOST_VIEWS = 5
_DONE = Text(de="{name}: {count} Karten eingelernt.", en="{name}: {count} cards enrolled.")
_INCOMPLETE = Text(
    de="Unvollständig: {what} Gesichert ist, was da ist; bitte die fehlenden Bilder dazulegen und "
    "noch einmal einlernen.",
    en="Incomplete: {what} What is there is saved; please add the missing pictures and enrol "
    "again.",
)
_WITHOUT_RANKS = Text(
    de="{what} Was fehlt, fehlt in jeder Farbe; das gilt als Blatt ohne diese Karten. Gehören sie "
    "dazu, bitte die Bilder dazulegen und mit --cards {count} noch einmal einlernen.",
    en="{what} What is missing is missing in every suit, which counts as a deck without these "
    "cards. If they belong to it, please add the pictures and enrol again with --cards {count}.",
)
_WITHOUT_PICTURE = Text(de="Kein Bild gibt es von: {names}.", en="There is no picture of: {names}.")
_STRANGE_NAMES = Text(
    de="Keine Kartencodes sind die Namen: {names}.", en="No card codes are the names: {names}."
)
_IGNORED = Text(
    de="Nicht verwendet, weil der Name kein Kartencode ist: {names}",
    en="Not used, for the name is no card code: {names}",
)

_SOFTER = Text(
    de="Weniger scharf als die anderen: {names}. Eingelernt sind sie; besser sind neue Bilder.",
    en="Less sharp than the others: {names}. They are enrolled; new pictures would be better.",
)


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("name", metavar="NAME", help_text=_NAME)
    parser.option("--from", dest="folder", metavar=FOLDER, type=Path, help_text=_FROM)
    parser.option("--source", metavar=SOURCE, help_text=_SOURCE)
    parser.option("--live", action="store_true", help_text=_LIVE)
    parser.option("--test", action="store_true", help_text=_TEST)
    parser.option("--suits", choices=("german", "french"), help_text=_SUITS)
    parser.option("--cards", dest="count", type=int, metavar="N", help_text=_COUNT)
    parser.option("--views", type=int, default=1, metavar="N", help_text=_VIEWS)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Enrol the deck into the data folder, or test it; status 1 where cards are missing.

    A rank that is missing in every suit is told, and is no gap: there are decks without it. With
    `--cards N` every card of such a deck has to be there.
    """
    if not is_deck_name(arguments.name):
        raise PlainError(BAD_NAME.format(name=arguments.name))
    if (arguments.folder is None) == (arguments.source is None):
        raise PlainError(_EITHER)
    if not 1 <= arguments.views <= _MOST_VIEWS:
        raise PlainError(_FEW_VIEWS)
    if arguments.folder is not None and (arguments.test or arguments.live or arguments.views > 1):
        raise PlainError(_ONLY_SHOWN)
    if arguments.source is not None and arguments.test and not arguments.live:
        return _test(arguments)
    if (BUNDLED / f"{arguments.name}{SUFFIX}").exists():
        raise PlainError(_OURS.format(name=arguments.name))
    home_of(arguments)
    return _live(arguments) if arguments.folder is None else _from_folder(arguments)


def _from_folder(arguments: Arguments) -> int:
    family = None if arguments.suits is None else Family(arguments.suits)
    try:
        learned = enrol_folder(arguments.folder, arguments.name, load_nets(), family)
    except UnfitFolderError as error:
        raise PlainError(_everything_wrong(error, arguments.count)) from error
    cards = learned.profile.cards
    whole = whole_pack(cards)
    complete = not gaps(cards)
    if arguments.count is not None:
        whole = pack(learned.profile.family, arguments.count)
        complete = set(whole) <= set(cards)
    desk = Desk.silent(arguments.language)
    _keep_former(arguments, desk)
    enrolling.save_deck(learned.profile, home_of(arguments))
    for line in _lines(learned, whole, complete=complete):
        desk.say(line)
    return 0 if complete else 1


def _everything_wrong(unfit: UnfitFolderError, count: int | None) -> Text:
    """Say what is wrong with the pictures that are there, and which are missing beside them."""
    said = [unfit.text]
    missing = gaps(unfit.cards)
    if count is not None:
        missing = tuple(c for c in pack(unfit.cards[0].family, count) if c not in unfit.cards)
    if missing:
        said.append(_WITHOUT_PICTURE.format(names=listed(missing)))
    if unfit.ignored:
        said.append(_STRANGE_NAMES.format(names=", ".join(unfit.ignored)))
    return Text(de=" ".join(text.de for text in said), en=" ".join(text.en for text in said))


def _live(arguments: Arguments) -> int:
    home = home_of(arguments)
    home.prepare()
    nets = load_nets()
    cards = pack(Family(arguments.suits or "german"), arguments.count)
    begun = enrolling.load_draft(home, arguments.name, nets)
    source = open_source(arguments.source)
    recorded = not source.live
    plan = enrolling.plan(arguments.name, cards, recorded=recorded, views=arguments.views)
    live = LiveEnrolment(plan, nets, begun=begun)
    test = arguments.test or not recorded
    desk = open_desk(arguments.language)
    _keep_former(arguments, desk)
    return Session(live, cards, nets, home, desk, test, recorded).run(source)


def _keep_former(arguments: Arguments, desk: Desk) -> None:
    former = enrolling.keep_former(arguments.name, home_of(arguments), arguments.language)
    if former is not None:
        desk.say(former)


def _test(arguments: Arguments) -> int:
    nets = load_nets()
    profile = open_deck(arguments.name, home_of(arguments), nets)
    with open_source(arguments.source) as source:
        report = run_test(profile, nets, open_desk(arguments.language), source)
    return 0 if report.passed else 1


def _lines(learned: Enrolment, whole: Sequence[Card], *, complete: bool) -> list[Text]:
    profile = learned.profile
    lines = [_DONE.format(name=profile.name, count=len(profile.cards))]
    missing = missing_words(profile.cards, whole)
    if missing is not None:
        words = _WITHOUT_RANKS if complete else _INCOMPLETE
        lines.append(words.format(what=missing, count=len(whole)))
    more = [one for one in profile.cards if one not in whole]
    if more:
        lines.append(_MORE.format(count=len(whole), names=listed(more)))
    if learned.softer:
        lines.append(_SOFTER.format(names=", ".join(learned.softer)))
    lines.append(enrolling.nearest_words(*learned.nearest, learned.margin))
    negatives = enrolling.negatives_words(profile.negatives.kinds)
    if negatives is not None:
        lines.append(negatives)
    if learned.ignored:
        lines.append(_IGNORED.format(names=", ".join(learned.ignored)))
    return lines
