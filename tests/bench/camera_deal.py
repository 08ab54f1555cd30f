"""One simulated deal: what was played beside what the camera told and the table published."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from engine.cards import Card
from kiosk.director.seen_plays import latest
from tests.bench.camera import Run, told_for
from tests.simulate.noisy_camera import QUALITIES, Told
from tests.simulate.watched_deals import EnduringTable, deck_of, observe, table_for, told_as
from vision.sighting import CardTakenBack, Sighting, TrickCleared, VisionEvent


def show_deal(run: Run) -> int:
    """Write the deal of the run's seed; status 1 where it did not come out right."""
    case, camera, events = told_for(run, run.seed)
    record, deck = case.record, deck_of(case.record)
    table = table_for(record, case.rules, make=EnduringTable)
    watched = observe(table, record, events, camera.shows, case.guilty)
    deal = latest(table.state)
    contract = "" if record.contract is None else record.contract.kind
    head = f"{record.game} with {record.players}, {contract}, dealer P{record.dealer}"
    noise = QUALITIES[run.quality].name
    written = [f"{head}; camera {run.quality} ({noise}), fault {run.fault}, seed {run.seed}"]
    if case.guilty:
        written.append("did wrong: " + ", ".join(f"P{s} {k}" for s, k in case.guilty.items()))
    written += ["", f"{'played':<9} {'first said':<9} {'at the end':<15} sure of the card"]
    size = record.players - len(record.out)
    outlook = table.view.outlook
    asked = {question.seq for question in outlook.questions}
    last = max(len(record.plays), 0 if deal is None else len(deal.plays))
    for index in range(last):
        if index % size == 0:
            written.append(f"-- trick {index // size + 1}")
        true = first = end = sure = ""
        if index < len(record.plays):
            true = told_as(index, record.plays[index].seat, record.plays[index].card)
            play = watched.plays[index]
            first = (play.said or "never") if play.told else "unseen"
        if deal is not None and index < len(deal.plays):
            read, seq = deal.plays[index], deal.seqs[index]
            end = told_as(index, read.seat, read.card)
            end += " asked" * (seq in asked) or " unsure" * (seq in outlook.unsure)
            chance = outlook.chances.get(seq)
            sure = "" if chance is None or read.card is None else f"{chance[0]:.4f}"
        wrong = index >= len(record.plays) or not watched.plays[index].final
        written.append(f"{true:<9} {first:<9} {end:<15} {sure:<7}{' <--' * wrong}".rstrip())
    written += ["", *_end(deal is not None and deal.closed, watched.swept, watched.known)]
    written += [f"accused an innocent: {each.id}" for each in watched.accused]
    written += [f"the director failed: {error}" for error in watched.failures]
    written += [f"shown at the end: {each.id}" for each in outlook.shown]
    written.append(f"questions: {len(watched.questions)}")
    written += ["", "what the camera told:", *told_lines(events, camera.shows, deck)]
    sys.stdout.write("\n".join(written) + "\n")
    return 0 if watched.known and not watched.accused else 1


def _end(closed: bool, swept: bool, known: bool) -> Iterator[str]:
    yield f"deal closed: {'yes' if closed else 'no'}; every sweep known: {'yes' if swept else 'no'}"
    yield f"all that could be known is right or asked about: {'yes' if known else 'no'}"


def told_lines(
    events: Sequence[Told], shows: dict[int, int], deck: Sequence[Card]
) -> Iterator[str]:
    """Yield what the camera told, a line each; two of one rest stand together."""
    for told in events:
        if isinstance(told, tuple):
            yield "  two of one rest, put in order by the watcher:"
            yield from (f"  {_line(event, shows, deck)}" for event in told)
        else:
            yield _line(told, shows, deck)


def _line(event: VisionEvent, shows: dict[int, int], deck: Sequence[Card]) -> str:
    if isinstance(event, Sighting):
        ranked = sorted(zip(event.log_scores, deck, strict=True), key=lambda one: -one[0])
        looks = " ".join(f"{face.code} {score:.1f}" for score, face in ranked[:3])
        place = event.place
        what = f"play {shows[event.track]}" if event.track in shows else "no play"
        where = f"({place.x:.0f}, {place.y:.0f}, {place.theta:.2f})"
        return f"  {event.t:7.2f} track {event.track:>2} {what:<8} {where:<18} {looks}"
    if isinstance(event, TrickCleared):
        return f"  {event.t:7.2f} swept {event.cards}"
    if isinstance(event, CardTakenBack):
        return f"  {event.t:7.2f} track {event.track:>2} taken back"
    return f"  {event.t:7.2f} {getattr(event, 'activity', event)}"
