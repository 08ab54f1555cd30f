"""What is seen and is no play: said quietly on the page, in both languages, and forgotten again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.cards import card
from engine.games.wording import card_text
from engine.text import Language, Text
from kiosk.director.camera_notices import LASTS_S, NO_ASIDES, OTHER_DECK, CameraNotices
from kiosk.table.view import CameraStatus, TableView
from kiosk.words import camera as said
from tests.kiosk.eyed import RECORD, Script, Setup
from tests.kiosk.opened import client_of, screen, text
from tests.kiosk.seen_deals import QUAD, place, seen
from vision.camera.visibility import HINDRANCES
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    EarlierCard,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    Hindrance,
    SightChanged,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

FACE_DOWN = FaceDownSeen(3.0, 3.4, QUAD, place(1))
FOREIGN = ForeignSeen(3.0, 3.4, QUAD, place(1), 0.4)
NAMED_CARD = card("EO")
NAMED, BACK = EarlierCard(NAMED_CARD, 0.99, False, QUAD), EarlierCard(None, 0.0, True, QUAD)
LANGUAGES: tuple[Language, Language] = ("de", "en")


def heard(*events: VisionEvent) -> CameraNotices:
    asides = NO_ASIDES
    for event in events:
        asides = asides.after(event)
    return asides


def lead(t: float = 0.0) -> list[Sighting]:
    return [event for event in seen(RECORD, start=t) if isinstance(event, Sighting)]


def at(t: float) -> ActivityChanged:
    return ActivityChanged(t, TableActivity.MOVING)


def test_what_lies_there_is_forgotten_with_the_sweep_or_after_a_while() -> None:
    both = heard(FACE_DOWN, FOREIGN, FACE_DOWN)
    assert (both.backs, both.strange) == (2, True)
    assert heard(FACE_DOWN, FOREIGN, at(3.4 + LASTS_S)).backs == 1
    for over in (
        TrickCleared(9.0, 9.2, 4, None),
        ActivityChanged(9.0, TableActivity.SWEPT),
        at(3.5 + LASTS_S),
    ):
        gone = heard(FACE_DOWN, FOREIGN, over)
        assert (gone.backs, gone.strange) == (0, False)


def test_what_lay_there_before_is_said_until_the_first_card_or_until_it_is_gone() -> None:
    lying = EarlierSeen(1.0, 1.2, (NAMED, BACK))
    assert heard(lying, at(500.0)).earlier == (NAMED, BACK)
    assert heard(lying, lead()[0]).earlier == ()
    assert heard(lying, EarlierSeen(1.0, 9.0, ())).earlier == ()
    assert heard(lying).backs == 0


def test_another_deck_is_said_until_a_card_of_this_one_is_read() -> None:
    many = [FOREIGN] * OTHER_DECK
    assert heard(*many).other_deck
    assert heard(*many, at(500.0)).other_deck
    assert not heard(*many, lead()[0]).other_deck
    assert not heard(*many[1:]).other_deck
    # The look again at a card that lay there before is no new one.
    assert heard(lead()[0], *many, lead()[0]).other_deck


def told(faces: str) -> bool:
    """Whether another deck is noticed once these came: our cards `o` and foreign ones `f`."""
    ours, came = lead()[0], enumerate(faces.replace(" ", ""))
    events = [FOREIGN if face == "f" else replace(ours, track=n) for n, face in came]
    return heard(*events).other_deck


def test_another_deck_some_of_whose_cards_look_like_ours_is_noticed() -> None:
    assert not told("foo ff o")
    assert told("f oo f o ff")
    assert told("ff o f o f")
    assert not told("ff o f o f oooo")
    # A foreign card now and then with the right deck says nothing.
    assert not any(told("foooo foo foooo ff oooo fo"[:count]) for count in range(26))


def test_a_far_move_is_said_until_a_card_is_read_again() -> None:
    assert heard(CameraMoved(1.0, far=True), at(500.0)).lost
    assert not heard(CameraMoved(1.0, far=True), lead()[0]).lost
    assert heard(CameraMoved(1.0)).moved
    assert not heard(CameraMoved(1.0), at(1.5 + LASTS_S)).moved


def test_what_hinders_reading_is_said_until_it_is_over() -> None:
    noise = SightChanged(1.0, Hindrance.NOISE)
    assert heard(noise, at(500.0), *lead(), TrickCleared(9.0, 9.2, 4, None)).hindrance
    assert heard(noise, SightChanged(9.0, None)) == NO_ASIDES


def test_why_nothing_is_read_comes_before_guesses_at_hands(setup: Setup) -> None:
    hand: list[VisionEvent] = [
        ActivityChanged(3.0, TableActivity.HAND),
        SightChanged(3.1, Hindrance.NOISE),
    ]
    view = shown(setup, hand, HINDRANCES[Hindrance.NOISE])
    assert view.camera.note is None
    assert "bad" in re.findall('class="camera ([^"]*)"', text(client_of(setup.table).get("/")))[0]


def shown(setup: Setup, events: Sequence[VisionEvent], last: Text) -> TableView:
    """Have the camera's thread say the events; return the table after the page showed `last`."""
    eyes, _ = setup.watch(Script(len(events)), events)
    client = client_of(setup.table)
    setup.wait_for(lambda view: words(text(client.get("/")), last, "de"))
    eyes.close()
    return setup.table.view()


def words(page: str, sentence: Text, language: Language) -> bool:
    found = re.search(r'id="hint"[^>]*>([^<]*)<', page)
    return found is not None and found[1] == sentence.in_language(language)


CASES: list[tuple[VisionEvent, Text]] = [
    (FACE_DOWN, said.FACE_DOWN_LONG),
    (FOREIGN, said.FOREIGN_SEEN),
    (EarlierSeen(3.0, 3.4, (NAMED,)), said.EARLIER_NAMED.format(cards=card_text(NAMED_CARD))),
    (EarlierSeen(3.0, 3.4, (NAMED, BACK)), said.EARLIER_CARDS.format(count=2)),
    (EarlierSeen(3.0, 3.4, (BACK,)), said.EARLIER_CARD),
    (CameraMoved(3.0), said.CAMERA_MOVED),
    (CameraMoved(3.0, far=True), said.CAMERA_MOVED_FAR),
    (ActivityChanged(3.0, TableActivity.SWEPT), said.SWEPT_LONG),
    (ActivityChanged(3.0, TableActivity.HAND), said.HAND_LONG),
    *((SightChanged(3.0, cause), HINDRANCES[cause]) for cause in (Hindrance.DARK, Hindrance.BLUR)),
]


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize(("event", "sentence"), CASES)
def test_it_is_said_on_the_page_and_is_neither_alert_nor_play(
    setup: Setup, event: VisionEvent, sentence: Text, playing: bool
) -> None:
    before: list[VisionEvent] = [*lead()[:2]] if playing else []
    view = shown(setup, [*before, event], sentence)
    laid = 0 if view.state.deal is None else len(view.state.deal.laid)
    assert laid == len(before)
    assert view.outlook.shown == ()
    assert view.outlook.questions == ()
    for language in LANGUAGES:
        page = text(client_of(setup.table, language).get("/"))
        assert words(page, sentence, language)
        assert screen(page) == ("table" if playing else "wait")
        assert 'role="alert"' not in page
        assert len(re.findall('class="card back"', page)) == (event is FACE_DOWN)


def test_another_deck_is_told_with_the_way_out(setup: Setup) -> None:
    eyes, _ = setup.watch(Script(OTHER_DECK), [replace(FOREIGN, t=n) for n in range(OTHER_DECK)])
    setup.wait_for(lambda view: view.asides.other_deck)
    eyes.close()
    page = text(client_of(setup.table, "en").get("/"))
    assert said.NOT_SHOWN_TO_ME.en in page
    assert 'action="/setup/deck/this"' in page


@pytest.mark.parametrize("far", [False, True])
def test_what_people_have_to_mend_shows_on_the_pill(setup: Setup, far: bool) -> None:
    sentence = said.CAMERA_MOVED_FAR if far else said.CAMERA_MOVED
    shown(setup, [CameraMoved(3.0, far=far)], sentence)
    page = text(client_of(setup.table).get("/"))
    assert ("bad" in re.findall('class="camera ([^"]*)"', page)[0]) == far
    assert (said.CAMERA_CHECK.de in page) == far


def test_backs_are_drawn_as_many_as_lie_there(setup: Setup) -> None:
    eyes, _ = setup.watch(Script(2), [FACE_DOWN, replace(FACE_DOWN, t=4.0)])
    view = setup.wait_for(lambda view: view.asides.backs == 2)
    eyes.close()
    assert view.state.deal is None
    assert 'data-backs="2"' in text(client_of(setup.table).get("/"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deck_that_is_missing_comes_before_everything_else(
    setup: Setup, language: Language
) -> None:
    note = Text(de="Blatt weg.", en="Deck gone.")

    status = CameraStatus(TableActivity.HAND, deck_note=note)
    setup.table.call(lambda core: core.sees(status))
    page = text(client_of(setup.table, language).get("/"))
    assert words(page, note, language)
    assert 'class="camera bad' in page
    assert said.DECK_LOST.in_language(language) in page
