"""The tasks of an archive: one evening, deal file or recording each, how and by what it is judged.

A task holds all that its answer hangs on, so that it can be done in any process, on any machine,
and again. Recordings alone are named by their path: a worker elsewhere has to find them there.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.dealfile.writer import to_json
from engine.events import Envelope, EveningEnded
from engine.journal import codec
from engine.journal.journal import Journal
from engine.journal.people import Kept, numbers_of
from engine.rules.house_rules import NamedRules
from engine.text import PlainError, Text
from kiosk.archive import words as w
from kiosk.archive.comparing import cards_read, compared
from kiosk.archive.judging import NUMBER_SIGN, by_rules, judged
from kiosk.archive.rows import Answer, EveningAnswer, EveningFacts, Kind
from kiosk.camera.seen_cards import SeenWatching, watch_seen
from kiosk.camera.watch_recording import Watching, checksums, watch
from kiosk.director.deal_source import CalledDeals
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.exports.deals import import_deals, read_deals
from kiosk.home.deck_files import open_file
from kiosk.home.version import version
from kiosk.replay.reel import Recall, Tape
from vision.camera.cameras import open_source
from vision.camera.frames import VideoFile
from vision.place.geometry import Geometry
from vision.reading.nets import load_nets

_DIGITS = 16
_PROGRAM_DIGITS = 12
_PACKAGES = ("engine", "kiosk", "vision")
"""What judges: with another source of these an answer may be another."""

Orders = Mapping[str, tuple[Card, ...]]
"""By deck its cards in the order of the scores."""


@dataclass(frozen=True, slots=True)
class Recalling:
    """How a table said things, as it travels to a worker."""

    orders: Orders = field(default_factory=dict)
    saying: Saying = DEFAULT_SAYING
    angles: tuple[float, ...] | None = None

    @property
    def recall(self) -> Recall:
        """The same for the replay's functions."""
        return Recall(lambda deck: self.orders.get(deck, ()), self.saying, self.angles)

    def written(self) -> object:
        """Return what tells one from another."""
        orders = {deck: [each.code for each in cards] for deck, cards in self.orders.items()}
        moments = (self.saying.own_play, self.saying.count, self.saying.joint)
        return [orders, [each.value for each in moments], self.angles]


@dataclass(frozen=True, slots=True)
class JournalWork:
    """One evening of a journal: its events as they stand there, numbers in place of names."""

    packed: bytes
    """Lines of JSON, packed by zlib."""
    recalling: Recalling

    @classmethod
    def of(cls, lines: Sequence[str], recalling: Recalling) -> JournalWork:
        """Pack an evening's lines."""
        return cls(zlib.compress("\n".join(lines).encode()), recalling)

    @property
    def envelopes(self) -> tuple[Envelope, ...]:
        """The events.

        Raises:
            PlainError: a newer program wrote one.
        """
        lines = zlib.decompress(self.packed).decode().split("\n")
        return tuple(_envelope(line) for line in lines)

    def judged(self, rules: NamedRules | None) -> tuple[EveningAnswer, ...]:
        """Judge the evening."""
        return (judged(self.envelopes, self.recalling.recall, rules),)


@dataclass(frozen=True, slots=True)
class DealsWork:
    """A file of deals."""

    text: str
    form: str

    def judged(self, rules: NamedRules | None) -> tuple[EveningAnswer, ...]:
        """Judge its evenings.

        Raises:
            PlainError: something in it cannot be read.
        """
        return tuple(judged(each, Recall(), rules) for each in evenings_of(self.text, self.form))


@dataclass(frozen=True, slots=True)
class WatchedEvening:
    """What a recording showed."""

    envelopes: tuple[Envelope, ...]
    """As a table would have recorded it; empty where nothing says what was called."""
    order: tuple[Card, ...]
    """The deck's cards in the order of the scores."""
    cards: int
    """Cards that were laid and named, where nothing says what was called."""
    deck: str

    @property
    def without_rules(self) -> EveningAnswer:
        """The evening where cards alone were looked for."""
        return EveningAnswer(EveningFacts("", "", 0, self.deck, 0, False, self.cards, 0, 0))


def watched(
    video: Path, deck: Path, calls: str, geometry: Geometry | None = None
) -> WatchedEvening:
    """Watch a recording to its end.

    Raises:
        PlainError: video, deck, calls or nets cannot be read, or the video breaks off.
    """
    nets = load_nets()
    profile = open_file(deck, nets)
    source = open_source(str(video))
    if calls:
        deals = CalledDeals.of(calls, video.name)
        result = watch(Watching(source, profile, nets, deals, geometry=geometry), _unheard)
        table = result.table
        table.commit((EveningEnded(),))
        found = WatchedEvening(tuple(table.journal.events()), profile.cards, 0, profile.name)
    else:
        seen = watch_seen(SeenWatching(source, profile, nets, (), geometry), _unheard)
        found = WatchedEvening((), profile.cards, seen.played, profile.name)
    if isinstance(source, VideoFile) and source.warning is not None:
        raise PlainError(source.warning)
    return found


def _unheard(event: dict[str, object]) -> None:
    """Say nothing: what was said is asked of the table at the end."""


@dataclass(frozen=True, slots=True)
class RecordingWork:
    """A filmed evening."""

    video: Path
    deck: Path
    """The deck's file."""
    geometry: Geometry | None
    """Where the table lies in the picture, where that was measured."""
    calls: str
    """Deal file without plays; empty where nothing says what was called."""
    beside: JournalWork | DealsWork | None
    """The record that lies beside it."""

    def judged(self, rules: NamedRules | None) -> tuple[EveningAnswer, ...]:
        """Watch it and judge what is seen.

        Raises:
            PlainError: video or deck cannot be read, or the nets.
        """
        seen = watched(self.video, self.deck, self.calls, self.geometry)
        if not seen.envelopes:
            return (seen.without_rules,)
        events = seen.envelopes if rules is None else tuple(by_rules(seen.envelopes, rules))
        answer = judged(events, Recall(), live=True)
        if self.beside is None:
            return (answer,)
        then = self._then()
        own = judged(then, Recall())
        cards = cards_read(Tape(then, "").final.finished, Tape(events, "").final.finished)
        answer = _with_people(answer, own)
        return (answer.with_differences((*cards, *compared(own, answer, "beside"))),)

    def _then(self) -> tuple[Envelope, ...]:
        assert self.beside is not None
        if isinstance(self.beside, JournalWork):
            return self.beside.envelopes
        return evenings_of(self.beside.text, self.beside.form)[0]


@cache
def program() -> str:
    """Return the version, and a checksum of what judges journals: `1.0.0+3f2a…`."""
    return f"{version()}+{_source()}"


@cache
def program_with_nets() -> str:
    """Return the same with a checksum of the nets that read cards.

    Raises:
        PlainError: a net is missing or damaged.
    """
    nets = sha256(repr(sorted(checksums(load_nets()).items())).encode()).hexdigest()
    return f"{program()}+{nets[:_PROGRAM_DIGITS]}"


def _source() -> str:
    """Return a checksum of the program's source: a version alone does not tell what was changed."""
    root = Path(__file__).resolve().parents[2]
    digest = sha256()
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_PROGRAM_DIGITS]


Work = JournalWork | DealsWork | RecordingWork


@dataclass(frozen=True, slots=True)
class Job:
    """One task."""

    evening: str
    """What the evening is called in the tables; of several in a file the first."""
    kind: Kind
    source: str
    """Where it lies, as it is told to people."""
    content: str
    """Checksum of the input."""
    work: Work
    rules: NamedRules | None = None
    people: Mapping[int, str | None] = field(default_factory=dict, compare=False)
    """Names by number, for the tables alone: no worker gets them."""
    table: str = ""
    """Eight digits that stay the same for one journal; empty for what is of none."""

    @property
    def program(self) -> str:
        """What has to judge it."""
        return program_with_nets() if isinstance(self.work, RecordingWork) else program()

    @property
    def key(self) -> str:
        """Name of the answer's file, without its ending."""
        return f"{self.question}-{_digest(self.program)}"

    @property
    def question(self) -> str:
        """All that the answer hangs on but the program: the input, the rules, how it was said."""
        rules = None if self.rules is None else [self.rules.game, dict(self.rules.options)]
        more = self.work.recalling.written() if isinstance(self.work, JournalWork) else None
        return f"{self.content[:32]}-{_digest(json.dumps([rules, more], sort_keys=True))}"

    def travelling(self) -> Task:
        """Return what a worker gets."""
        return Task(self.work, self.rules)


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker gets."""

    work: Work
    rules: NamedRules | None

    def answer(self) -> Answer:
        """Judge it; what cannot be read is told in the answer."""
        recording = isinstance(self.work, RecordingWork)
        try:
            made_by = program_with_nets() if recording else program()
        except PlainError as error:
            return Answer(program(), error=error.text)
        try:
            return Answer(made_by, self.work.judged(self.rules))
        except PlainError as error:
            return Answer(made_by, error=error.text)


def answer_of(task: Task) -> Answer:
    """Do a task; this is what is sent to workers."""
    return task.answer()


def evenings_of(text: str, form: str) -> tuple[tuple[Envelope, ...], ...]:
    """Return the evenings of a file of deals, as if they had been read into a journal.

    Raises:
        PlainError: something in it cannot be read.
    """
    with closing(Journal.in_memory()) as journal:
        import_deals(journal, read_deals(text, form), "")
        return tuple(tuple(journal.events_of(mark)) for mark in journal.evenings())


def calls_of(records: Sequence[DealRecord]) -> str:
    """Return deals as a file of calls: what was called, without a card."""
    lines = []
    for record in records:
        bare = replace(record, plays=(), hands=None, end=None, rulings=(), reveals=(), note=None)
        lines.append(json.dumps(to_json(bare), ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def _envelope(line: str) -> Envelope:
    found = json.loads(line)
    people, remarks = numbers_of(line)
    kept = Kept(
        {number: f"{NUMBER_SIGN}{number}" for number in people},
        {number: f"{NUMBER_SIGN}{number}" for number in remarks},
    )
    return Envelope(found["seq"], found["at"], codec.from_json(kept.named(found)))


def _with_people(answer: EveningAnswer, own: EveningAnswer) -> EveningAnswer:
    """Return the answer with the people of the record beside it."""
    people = {(row.deal, row.seat): (row.person, row.player) for row in own.seats}
    seats = []
    for row in answer.seats:
        person, player = people.get((row.deal, row.seat), (None, None))
        seats.append(replace(row, person=person, player=player))
    facts = replace(answer.facts, began=own.facts.began)
    return replace(answer, seats=tuple(seats), facts=facts)


def failure(error: BaseException) -> Text:
    """Return the sentence for a task that the program itself failed on."""
    return w.FAILED.format(why=f"{type(error).__name__}: {error}")
