"""`mehrkopf enrol NAME`: learn a deck from pictures of its cards, or as they are shown.

With `--source S` the cards are shown to the camera one after another; a recording of somebody
laying card after card works the same. What is learned is kept as a draft after every card, so that
breaking off loses nothing.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2

from engine.cards import Card, Family, UnknownCardError, card
from engine.files import EVERYBODY, write_whole
from engine.games.wording import card_text
from engine.text import Language, PlainError, Text, os_reason
from kiosk.camera import enrolment
from kiosk.cli.command import FOLDER, HOME, Argument, Arguments, Option, command
from kiosk.cli.common import SOURCE, home_of, say
from kiosk.cli.lamp import lamp_of
from kiosk.home import deck_files
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import BAD_NAME, BUNDLED, SUFFIX, is_deck_name, open_deck
from kiosk.home.packs import PACKS, gaps, listed, missing_words, pack, whole_pack
from kiosk.home.prints import PRINTS, text_in_print
from kiosk.settings import load_settings
from vision.arrays import Image
from vision.camera.cameras import open_source
from vision.camera.frames import Frame, FrameSource
from vision.camera.network import CameraAddress
from vision.enrolling.deck_test import DeckTest, DeckTestReport
from vision.enrolling.folder import UnfitFolderError, enrol_folder
from vision.enrolling.laid_deck import RowOrder, UnnamedRowsError
from vision.enrolling.learned_deck import Enrolment, nearest_pair, pairs_alike
from vision.enrolling.live_enrol import HELP_MARGIN, LiveEnrolment
from vision.enrolling.steps import EnrolmentStep, EnrolmentStepKind, WantedShowing
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import Profile

_KEYS = Text(
    de="Eingaben: s auslassen · z zurücknehmen · j doch nehmen · e beenden",
    en="Keys: s skip · u undo · k keep it anyway · q quit",
)
_TEST_KEYS = Text(
    de="Probe: alle Karten noch einmal zeigen, in beliebiger Folge. Eingaben: Kartencode, wenn "
    "falsch gelesen wurde (S7) · e beenden",
    en="Test: show all cards once more, in any order. Type the card's code if it was "
    "misread (S7) · q quits",
)
_BROKEN_OFF = Text(
    de="Der Stand ist gesichert ({count} von {whole}); mit demselben Aufruf geht es weiter.",
    en="Saved so far: {count} of {whole}; the same command goes on from there.",
)
_GOES_ON = Text(
    de="Es geht weiter: {count} von {whole} Karten sind schon eingelernt.",
    en="Continuing: {count} of {whole} cards are already enrolled.",
)
_NOTHING = Text(
    de="Es wurde keine Karte eingelernt.",
    en="No card was enrolled.",
)
_OUT_OF_STEP = Text(
    de="Die Aufnahme endet, bevor alle Karten eingelernt sind. War die zuletzt gezeigte Karte "
    "nicht {card}, wurde eine übersehen, und die danach tragen falsche Namen: dann bitte langsamer "
    "noch einmal aufnehmen und unter einem anderen Namen einlernen.",
    en="The recording ends before all cards are enrolled. If the last card shown was "
    "not the {card}, one was missed and those after it have the wrong names: in "
    "that case please record again, more slowly, and enrol under another name.",
)
_SAVED = Text(de="Gesichert als {path}", en="Saved as {path}")
_ANSWERS = {"s": "skip", "z": "undo", "u": "undo", "j": "keep", "k": "keep"}
_END = frozenset({"e", "q"})


@dataclass(frozen=True)
class EnrolDesk:
    """Where words come from and go to."""

    language: Language
    typed: queue.SimpleQueue[str]
    printed: str = ""
    """What is printed on the deck (`kiosk.home.prints`); its cards are called so."""

    @classmethod
    def silent(cls, language: Language, printed: str) -> EnrolDesk:
        """Return a desk to which nothing is typed."""
        return cls(language, queue.SimpleQueue(), printed)

    def say(self, text: Text) -> None:
        """Write one line."""
        say(text_in_print(text, self.printed), self.language)

    def step(self, step: EnrolmentStep) -> None:
        """Write a step with how far the enrolment is."""
        line = text_in_print(step.text, self.printed).in_language(self.language)
        sys.stdout.write(f"[{step.done:2d}/{step.of}] {line}\n")
        sys.stdout.flush()

    def words(self) -> list[str]:
        """Return what was typed since the last time, without waiting."""
        lines = []
        while not self.typed.empty():
            lines.append(self.typed.get().strip())
        return lines


def open_desk(language: Language, printed: str) -> EnrolDesk:
    """Listen to the terminal, where there is one."""
    desk = EnrolDesk(language, queue.SimpleQueue(), printed)
    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=_listen, args=(desk.typed,), name="keys", daemon=True).start()
    return desk


def _listen(typed: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        typed.put(line)


@dataclass(frozen=True)
class EnrolSession:
    """One enrolment on the command line."""

    live: LiveEnrolment
    cards: tuple[Card, ...]
    nets: Nets
    home: Home
    desk: EnrolDesk
    test: bool
    recorded: bool
    """Whether nobody can answer."""

    def run(self, source: FrameSource) -> int:
        """Learn, save and test; return the exit status."""
        with source:
            frames = iter(source)
            try:
                self._learn(frames)
            except KeyboardInterrupt:
                return self._broken_off()
            return self._finish(frames)

    def _learn(self, frames: Iterable[Frame]) -> None:
        self._tell(self.live.begin())
        if len(self.live.missing) < len(self.cards):
            there = len(self.cards) - len(self.live.missing)
            self.desk.say(_GOES_ON.format(count=there, whole=len(self.cards)))
        self.desk.say(_KEYS)
        for frame in frames:
            steps = self.live.feed(frame)
            for word in self.desk.words():
                if word in _END:
                    return
                if word in _ANSWERS:
                    answer: Callable[[], tuple[EnrolmentStep, ...]] = getattr(
                        self.live, _ANSWERS[word]
                    )
                    steps += answer()
            self._tell(steps)
            if self.live.wanted is WantedShowing.NOTHING:
                return

    def _tell(self, steps: Iterable[EnrolmentStep]) -> None:
        for step in steps:
            self.desk.step(step)
            if step.kind in (EnrolmentStepKind.TAKEN, EnrolmentStepKind.UNDONE):
                self._keep_draft()

    def _keep_draft(self) -> None:
        profile = self.live.profile()
        if profile is not None:
            deck_files.save(profile, deck_files.draft_path(self.home, profile.name), self.home)

    def _broken_off(self) -> int:
        there = len(self.cards) - len(self.live.missing)
        if there:
            self.desk.say(_BROKEN_OFF.format(count=there, whole=len(self.cards)))
        else:
            self.desk.say(_NOTHING)
        return 130

    def _finish(self, frames: Iterable[Frame]) -> int:
        profile = self.live.profile()
        if profile is None or len(profile.cards) < 2:
            self.desk.say(_NOTHING)
            return 1
        if self.live.wanted is not WantedShowing.NOTHING:
            self._broken_off()
            if self.recorded and self.live.latest is not None:
                self.desk.say(_OUT_OF_STEP.format(card=card_text(self.live.latest)))
            return 1
        self._save(profile)
        one, other, alike = nearest_pair(profile)
        self.desk.say(enrolment.nearest_words(one, other, 1.0 - alike))
        passed = not self.test or self._tested(profile, frames)
        return 0 if passed and not self.live.missing else 1

    def _save(self, profile: Profile) -> None:
        self.desk.say(_SAVED.format(path=deck_files.save_deck(profile, self.home)))

    def _tested(self, profile: Profile, frames: Iterable[Frame]) -> bool:
        """Test the deck; what failed is asked for once more and the deck saved anew."""
        report = run_test(profile, self.nets, self.desk, frames)
        again = report.doubtful
        if not again:
            return report.passed
        self._tell(self.live.relearn(again))
        for frame in frames:
            self._tell(self.live.feed(frame))
            if self.live.wanted is WantedShowing.NOTHING:
                learned = self.live.profile()
                if learned is not None:
                    self._save(learned)
                break
        return False


def run_test(
    profile: Profile, nets: Nets, desk: EnrolDesk, frames: Iterable[Frame]
) -> DeckTestReport:
    """Have every card shown once more; say how each is read and what came of it."""
    test = DeckTest(profile, nets)
    desk.say(_TEST_KEYS)
    for frame in frames:
        for read in test.feed(frame):
            desk.say(enrolment.read_words(read))
        words = desk.words()
        for word in words:
            _corrected(test, word, profile)
        if test.done or _END & set(words):
            break
    report = test.report()
    desk.say(enrolment.report_words(report))
    missing = missing_words([*report.sure, *report.doubtful], profile.cards)
    if missing is not None:
        desk.say(missing)
    return report


def _corrected(test: DeckTest, word: str, profile: Profile) -> None:
    try:
        named = card(word.upper(), profile.family)
    except UnknownCardError:
        return
    if named in profile.cards:
        test.correct(named)


_NAME = Text(de="wie das Blatt heißen soll", en="name for the deck")
_FROM = Text(
    de="Ordner mit Bildern der Karten; der Dateiname ist der Kartencode (EO.png, EO-2.png), dazu "
    "RÜCKEN.jpg, LEER.jpg, HAND.jpg; REIHEN-1.jpg, REIHEN-2.jpg zeigen viele Karten in Reihen, "
    "ebenso jedes Bild eines Ordners, in dem keines nach einer Karte heißt, und ein einzelnes Bild",
    en="folder with pictures of the cards; the file name is the card's code (EO.png, EO-2.png), "
    "beside them BACK.jpg, EMPTY.jpg, HAND.jpg; ROWS-1.jpg, ROWS-2.jpg show many cards in rows, "
    "and so does every picture of a folder in which none is named after a card, and one picture",
)
_NAMES = Text(
    de="welche Karte in den Reihen was ist, als Worte oder Textdatei: 17=HO SO heißt 17 ist HO, 18 "
    "SO; 20=- keine Karte; 3=OK oder 5-8=OK angesehen, die Linie läuft am Kartenrand; sonst gilt "
    "die Folge Farbe um Farbe (E G H S oder C S H D), je von links nach rechts Ass, Zehn, König, "
    "Ober, Unter, 9, 8, 7 oder A, K, Q, J, T, 9 ...",
    en="which card in the rows is which, as words or a text file: 17=HO SO means 17 is HO, 18 SO; "
    "20=- no card; 3=OK or 5-8=OK looked at, the line runs along the card's edge; else the order "
    "holds, suit after suit (E G H S or C S H D), from left to right ace, ten, king, ober, unter, "
    "9, 8, 7 or A, K, Q, J, T, 9 ...",
)
_LOOK = Text(
    de='Bitte ansehen: {sheet}. Steht bei einer Karte ein falscher Name, mit --names "17=HO '
    '18=HU" noch einmal einlernen.',
    en="Please look at {sheet}. If a card has the wrong name, enrol again with "
    '--names "17=HO 18=HU".',
)
_SHEET_NOT_WRITTEN = Text(
    de="{path} lässt sich nicht schreiben; bitte in einem Ordner aufrufen, in den geschrieben "
    "werden darf.",
    en="{path} cannot be written; please run this in a folder you can write to.",
)
_NO_TEXT = Text(de="kein Text", en="no text")
_NO_NAMES = Text(
    de="Die Datei {path} lässt sich nicht lesen: {why}.",
    en="The file {path} cannot be read: {why}.",
)
_SOURCE = Text(
    de="die Karten werden nacheinander gezeigt: camera, ein Video oder eine Netzwerkkamera",
    en="the cards are shown one after another: camera, a video or a network camera",
)
_LIVE = Text(
    de="zusammen mit --source: einlernen (das ist auch ohne gemeint)",
    en="with --source: enrol (the default)",
)
_TEST = Text(
    de="das eingelernte Blatt prüfen: alle Karten noch einmal zeigen",
    en="test the enrolled deck: all cards are shown once more",
)
_VIEWS = Text(
    de="wie oft jede Karte nacheinander gezeigt wird", en="how often each card is shown in turn"
)
_COUNT = Text(
    de="wie viele Karten das Blatt hat (sonst 32)", en="how many cards the deck has (default: 32)"
)
_SUITS = Text(
    de="Farben des Blatts (sonst nach den Kartencodes, oder deutsch; wo in Reihen beides sein "
    "kann, wird gefragt)",
    en="the deck's suits (default: by the cards' codes, or german; you are asked "
    "where rows could be either)",
)
_PRINT = Text(
    de="was auf den Karten steht, wenn es nicht Farben und Figuren sind: boon. Dateinamen und "
    "--names nennen die Karte von Sheepshead, für die sie steht: Gold 14 bis 1 sind CQ SQ HQ DQ CJ "
    "SJ HJ DJ DA DT DK D9 D8 D7; Blau, Grün und Rot 6 bis 1 sind A T K 9 8 7 von C, S und H",
    en="what is printed on the cards where it is no suits and courts: boon. File names and --names "
    "name the card of Sheepshead that it stands for: gold 14 to 1 are CQ SQ HQ DQ CJ SJ HJ DJ DA "
    "DT DK D9 D8 D7; blue, green and red 6 to 1 are A T K 9 8 7 of C, S and H",
)
_ONE_PRINT = Text(
    de="--print {name} sagt schon, welche Karten es sind; --suits und --cards bitte weglassen.",
    en="--print {name} already says which cards they are; please leave out --suits and --cards.",
)
_EITHER = Text(
    de="Bitte entweder --from ORDNER (Bilder) oder --source QUELLE (Karten werden gezeigt) "
    "angeben.",
    en="Please give either --from FOLDER (pictures) or --source SOURCE (cards are shown).",
)
_ONLY_SHOWN = Text(
    de="--test, --live und --views gehören zu --source; bei --from heißen weitere Bilder einer "
    "Karte EO-2.jpg, EO-3.jpg.",
    en="--test, --live and --views go with --source; with --from, more pictures of a "
    "card are called EO-2.jpg, EO-3.jpg.",
)
_MORE = Text(
    de="Zu einem Blatt mit {count} Karten gehören nicht: {names}. Sie sind trotzdem eingelernt.",
    en="These do not belong to a deck of {count} cards: {names}. They are enrolled anyway.",
)
_OURS = Text(
    de="„{name}“ heißt ein Blatt, das zum Programm gehört; bitte einen anderen Namen wählen.",
    en='"{name}" is a deck that comes with the program; please choose another name.',
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
    en="{what} The same cards are missing in every suit, so this counts as a deck "
    "without them. If they belong to it, please add the pictures and enrol again "
    "with --cards {count}.",
)
_WITHOUT_PICTURE = Text(de="Kein Bild gibt es von: {names}.", en="There is no picture of: {names}.")
_STRANGE_NAMES = Text(
    de="Diese Namen sind keine Kartencodes: {names}.", en="These names are not card codes: {names}."
)
_IGNORED = Text(
    de="Nicht verwendet, weil der Name kein Kartencode ist: {names}",
    en="Not used, because the name is not a card code: {names}",
)

_SOFTER = Text(
    de="Weniger scharf als die anderen: {names}. Eingelernt sind sie; besser sind neue Bilder.",
    en="Less sharp than the others: {names}. They are enrolled; new pictures would be better.",
)


@command(
    Argument("name", "NAME", _NAME),
    Option("--from", "folder", value=FOLDER, type=Path, text=_FROM),
    Option("--names", value=Text(de="NAMEN", en="NAMES"), default="", text=_NAMES),
    Option("--source", value=SOURCE, type=CameraAddress, text=_SOURCE),
    Option("--live", is_flag=True, text=_LIVE),
    Option("--test", is_flag=True, text=_TEST),
    Option("--suits", type=click.Choice(("german", "french")), text=_SUITS),
    Option("--cards", "count", value="N", type=int, text=_COUNT),
    Option("--views", value="N", type=int, default=1, text=_VIEWS),
    Option("--print", "printed", type=click.Choice(tuple(PRINTS)), text=_PRINT),
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Enrol the deck into the data folder, or test it; status 1 where cards are missing.

    A rank that is missing in every suit is told, and is no gap: there are decks without it. With
    `--cards N` every card of such a deck has to be there.
    """
    if not is_deck_name(arguments.name):
        raise PlainError(BAD_NAME.format(name=arguments.name))
    if (arguments.folder is None) == (arguments.source is None):
        raise PlainError(_EITHER)
    if arguments.printed and (arguments.suits or arguments.count is not None):
        raise PlainError(_ONE_PRINT.format(name=arguments.printed))
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
    sheet = Path(f"{arguments.name}.png")
    packs = _packs(family, arguments.count)
    if arguments.printed:
        packs = (PRINTS[arguments.printed].cards,)
        family = packs[0][0].family
    order = RowOrder(packs, _words(arguments.names), str(sheet))
    try:
        learned = enrol_folder(arguments.folder, arguments.name, load_nets(), family, order)
    except UnnamedRowsError as error:
        _write_sheet(sheet, error.sheet)
        raise
    except UnfitFolderError as error:
        raise PlainError(_everything_wrong(error, arguments.count)) from error
    cards = learned.profile.cards
    whole = whole_pack(cards)
    complete = not gaps(cards)
    if arguments.count is not None:
        whole = pack(learned.profile.family, arguments.count)
        complete = set(whole) <= set(cards)
    printed = arguments.printed or ""
    desk = EnrolDesk.silent(arguments.language, printed)
    _keep_former(arguments, desk)
    deck_files.save_deck(replace(learned.profile, printed=printed), home_of(arguments))
    for line in _lines(learned, whole, complete=complete):
        desk.say(line)
    if learned.sheet is not None:
        _write_sheet(sheet, learned.sheet)
        desk.say(_LOOK.format(sheet=sheet))
    return 0 if complete else 1


def _packs(family: Family | None, count: int | None) -> tuple[tuple[Card, ...], ...]:
    """Return the decks that may lie in rows, the usual one first."""
    families = tuple(Family) if family is None else (family,)
    if count is None:
        return tuple(cards for one in families for cards in PACKS[one].values())
    packs = tuple(PACKS[one][count] for one in families if count in PACKS[one])
    return packs or (pack(family or Family.GERMAN, count),)


def _words(names: str) -> str:
    """Return what was given, or what stands in the text file that was given."""
    if not names.endswith(".txt"):
        return names
    try:
        return Path(names).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = os_reason(error) if isinstance(error, OSError) else _NO_TEXT
        raise PlainError(_NO_NAMES.format(path=names, why=why)) from error


def _write_sheet(path: Path, sheet: Image) -> None:
    _, data = cv2.imencode(".png", sheet)
    try:
        write_whole(path, data.tobytes(), EVERYBODY)
    except OSError as error:
        raise PlainError(_SHEET_NOT_WRITTEN.format(path=path)) from error


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
    begun = deck_files.load_draft(home, arguments.name, nets)
    printed = arguments.printed or ("" if begun is None else begun.printed)
    cards = pack(Family(arguments.suits or "german"), arguments.count)
    if printed in PRINTS:
        cards = PRINTS[printed].cards
    source = _opened(arguments)
    recorded = not source.live
    plan = enrolment.enrolment_plan(
        arguments.name, cards, recorded=recorded, views=arguments.views, printed=printed
    )
    live = LiveEnrolment(plan, nets, begun=begun)
    test = arguments.test or not recorded
    desk = open_desk(arguments.language, printed)
    _keep_former(arguments, desk)
    return EnrolSession(live, cards, nets, home, desk, test, recorded).run(source)


def _opened(arguments: Arguments) -> FrameSource:
    settings = load_settings(None, home_of(arguments))
    return open_source(arguments.source, light=lamp_of(arguments.source, settings))


def _keep_former(arguments: Arguments, desk: EnrolDesk) -> None:
    former = deck_files.keep_former(arguments.name, home_of(arguments), arguments.language)
    if former is not None:
        desk.say(former)


def _test(arguments: Arguments) -> int:
    nets = load_nets()
    profile = open_deck(arguments.name, home_of(arguments), nets)
    with _opened(arguments) as source:
        report = run_test(profile, nets, open_desk(arguments.language, profile.printed), source)
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
    alike = enrolment.alike_words(pairs_alike(profile, HELP_MARGIN))
    lines.append(alike or enrolment.nearest_words(*learned.nearest, learned.margin))
    negatives = enrolment.negatives_words(profile.negatives.kinds)
    if negatives is not None:
        lines.append(negatives)
    if learned.ignored:
        lines.append(_IGNORED.format(names=", ".join(learned.ignored)))
    return lines
