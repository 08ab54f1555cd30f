"""A deck enrolled by the page from pictures of its cards in rows, and what goes wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from engine.cards import GERMAN_20, card
from kiosk.camera import rows_enrolment
from kiosk.camera.rows_enrolment import RowsSitting
from kiosk.home.deck_files import open_deck
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.kiosk.served import app_of
from tests.vision.drawn import Table, face
from tests.vision.laid_rows import Ground, LaidSheet, sheet
from vision.arrays import Image, as_image
from vision.enrolling.card_pictures import CardPicture
from vision.enrolling.cutout import cut_at
from vision.enrolling.laid_deck import cut_rows
from vision.enrolling.picture_faults import focus_of
from vision.enrolling.rows import LaidDoubt
from vision.reading.nets import embed, load_nets
from vision.reading.pose import crop_corners

NETS = load_nets()
FACES = {one.code: np.dstack([face(one), np.full((240, 140), 255, np.uint8)]) for one in GERMAN_20}
CODES = [one.code for one in GERMAN_20]
ROWS = "/setup/deck/rows"


class StillTable(Table):
    """A table of which the camera has the same picture again and again, but for its noise."""

    shown: Image
    odd = False

    def picture(self) -> Image:
        self.odd = not self.odd
        return as_image(self.shown ^ np.uint8(self.odd))


@pytest.fixture
def table() -> StillTable:
    table = StillTable(width=640, height=400)
    table.shown = as_image(np.full((400, 640, 3), 90, np.uint8))
    return table


@pytest.fixture
def rig(tmp_path_factory: pytest.TempPathFactory, table: StillTable) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("rows"), NETS, table) as rig:
        yield rig


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return app_of(rig.table, **rig.given()).test_client()


@pytest.fixture(scope="module")
def laid() -> LaidSheet:
    """Twenty cards in five columns and four rows, as wide as they are high."""
    return sheet(FACES, CODES, 5, Ground.TABLE, 6)


def squared(picture: Image) -> Image:
    """Return the picture with borders of the same grain that make it a square."""
    height, width = picture.shape[:2]
    side = max(height, width)
    top, left = (side - height) // 2, (side - width) // 2
    ground = tuple(int(v) for v in np.median(picture[:4].reshape(-1, 3), axis=0))
    rims = (top, side - height - top, left, side - width - left)
    whole = cv2.copyMakeBorder(picture, *rims, cv2.BORDER_CONSTANT, value=ground)
    grain = np.asarray(np.random.default_rng(5).normal(0, 4, whole.shape))
    grain[rims[0] : side - rims[1], rims[2] : side - rims[3]] = 0
    return as_image(np.clip(whole + grain, 0, 255).astype(np.uint8))


def on(rig: Rig) -> RowsSitting:
    sitting = rig.workshop.classroom.rows
    assert sitting is not None
    return sitting


def begin(rig: Rig, client: FlaskClient, table: StillTable, picture: Image) -> None:
    """Begin the deck and show the camera a picture."""
    table.shown = picture
    answer = post(client, f"{ROWS}/begin", name="reihen", kind="german-20")
    assert answer.headers["Location"] == ROWS
    assert rig.window.newest(PATIENCE_S) is not None


def cut(count: int, begin: int = 0) -> tuple[CardPicture, ...]:
    """Return cards in order as `cut_rows` finds them, with nothing in doubt."""
    return tuple(made(face(GERMAN_20[k]), k) for k in range(begin, begin + count))


def made(picture: Image, place: int) -> CardPicture:
    """Return a card that is the whole of a picture, as if it lay at the place of that number."""
    large = squared(as_image(cv2.resize(picture, (150, 240))))
    quad = np.array([[45, 0], [194, 0], [194, 239], [45, 239]], float)
    whole = cut_at(large, quad)
    aside = replace(whole, corners=quad + np.array([300 * place, 20]))
    return CardPicture("x", (9000, 280), aside, focus_of(whole.face), burnt=False)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[tuple[CardPicture, ...]]:
    """What will be found on the next pictures, instead of looking through them."""
    coming: list[tuple[CardPicture, ...]] = []
    monkeypatch.setattr(rows_enrolment, "cut_rows", lambda picture, name: coming.pop(0))
    return coming


def take(rig: Rig, client: FlaskClient) -> str:
    """Take a picture, wait until it is looked through, and return the page."""
    assert post(client, f"{ROWS}/take").status_code == 303
    assert on(rig).wait(PATIENCE_S)
    return text(client.get(ROWS))


def test_a_deck_laid_out_is_enrolled_from_one_picture(
    rig: Rig, client: FlaskClient, table: StillTable, laid: LaidSheet
) -> None:
    assert 'formaction="/setup/deck/rows/begin"' in text(client.get("/setup/deck/new"))
    begin(rig, client, table, squared(laid.picture))
    page = text(client.get(ROWS))
    assert 'data-phase="empty"' in page
    assert "Eichel-Sau – Eichel-Zehn – Eichel-König" in page
    page = take(rig, client)
    assert page.count("data-number=") == 20
    assert "20 Karten, benannt nach der Reihenfolge" in page
    picture = client.get(f"{ROWS}/card/1/picture")
    assert picture.headers["Cache-Control"] == "no-store"
    if on(rig).state.deck.doubts:
        assert "/rows/save" not in page
        assert post(client, f"{ROWS}/save").status_code == 409
        post(client, f"{ROWS}/whole")
    assert "20 Karten speichern" in text(client.get(ROWS))
    assert post(client, f"{ROWS}/save").status_code == 303
    page = text(client.get(ROWS))
    assert "„reihen“ ist eingelernt" in page
    assert "/setup/deck/of/reihen/test" in page
    # A finger that taps twice.
    assert post(client, f"{ROWS}/save").status_code == 303
    assert "„reihen“ ist eingelernt" in text(client.get(ROWS))
    assert on(rig).state.deck.views == ()
    profile = open_deck("reihen", rig.home, NETS)
    assert profile.cards == GERMAN_20
    crops = np.stack([crop_corners(laid.picture, quad) for quad in laid.quads])
    read = profile.similarities(embed(NETS.embedding, crops)).argmax(1)
    assert [profile.cards[index].code for index in read] == CODES
    post(client, f"{ROWS}/stop")
    assert not rig.window.lent


def test_two_pictures_make_a_deck_and_the_last_one_can_be_taken_back(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found += [cut(12), cut(7, 13), cut(8, 12)]
    page = take(rig, client)
    assert "12 von 20 Karten gefunden" in page
    assert page.count(" asked") >= 12
    assert "19 von 20 Karten gefunden" in take(rig, client)
    post(client, f"{ROWS}/undo")
    assert len(on(rig).state.deck.views) == 12
    assert "20 Karten, benannt" in take(rig, client)
    assert list(on(rig).state.deck.names.values()) == list(GERMAN_20)


def test_a_missed_card_is_told_by_its_neighbours_and_saved_without(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found.append((*cut(4), *cut(15, 5)))
    take(rig, client)
    assert post(client, f"{ROWS}/save").status_code == 409
    post(client, f"{ROWS}/card/4", card=CODES[3])
    post(client, f"{ROWS}/card/5", card=CODES[5])
    assert on(rig).state.deck.unnamed == ()
    assert "19 Karten speichern" in text(client.get(ROWS))
    post(client, f"{ROWS}/save")
    assert "es fehlen" in text(client.get(ROWS))
    cards = open_deck("reihen", rig.home, NETS).cards
    assert set(GERMAN_20) - set(cards) == {GERMAN_20[4]}


def test_what_is_cut_wrong_is_laid_once_more_and_the_others_keep_their_names(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    first = list(cut(20))
    first[6] = replace(first[6], doubt=LaidDoubt.SIDE)
    found += [tuple(first), cut(1, 6)]
    page = take(rig, client)
    assert "Bei 7 ist nicht sicher, wo die Karte aufhört" in page
    assert post(client, f"{ROWS}/save").status_code == 409
    card_page = text(client.get(f"{ROWS}/card/7"))
    assert "Linie läuft am Rand" in card_page
    post(client, f"{ROWS}/card/7", card="none")
    deck = on(rig).state.deck
    assert deck.names[8] is GERMAN_20[7]
    assert len(deck.laid) == 19
    # Where one was cut wrong the others on that picture are to be looked at as well.
    assert set(deck.doubts) == set(deck.laid)
    post(client, f"{ROWS}/whole")
    take(rig, client)
    assert on(rig).state.deck.names[21] is GERMAN_20[6]
    assert post(client, f"{ROWS}/save").status_code == 303
    assert open_deck("reihen", rig.home, NETS).cards == GERMAN_20


def test_a_doubt_is_settled_by_a_tap_on_the_card_and_a_name_does_not_settle_it(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found.append(tuple(replace(one, doubt=LaidDoubt.SIZE) for one in cut(20)))
    assert "an einem gedruckten Rahmen" in take(rig, client)
    post(client, f"{ROWS}/card/1", card=CODES[0])
    assert 1 in on(rig).state.deck.doubts
    post(client, f"{ROWS}/card/1", card="whole")
    assert 1 not in on(rig).state.deck.doubts
    assert post(client, f"{ROWS}/save").status_code == 409
    post(client, f"{ROWS}/whole")
    assert on(rig).state.deck.doubts == {}


def test_cards_laid_in_any_order_are_named_one_after_another(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found.append((cut(1, 2)[0], cut(1, 1)[0], cut(1, 0)[0]))
    take(rig, client)
    post(client, f"{ROWS}/unordered")
    assert on(rig).state.deck.unnamed == (1, 2, 3)
    answer = post(client, f"{ROWS}/card/1", card=CODES[2])
    assert answer.headers["Location"] == f"{ROWS}/card/2"
    post(client, f"{ROWS}/card/2", card=CODES[2])
    page = text(client.get(ROWS))
    assert "Zweimal benannt: 1, 2" in page
    post(client, f"{ROWS}/card/2", card=CODES[1])
    assert post(client, f"{ROWS}/card/3", card=CODES[0]).headers["Location"] == ROWS
    post(client, f"{ROWS}/save")
    assert open_deck("reihen", rig.home, NETS).cards == GERMAN_20[:3]


def test_an_empty_table_and_too_many_finds_say_what_to_do(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found += [(), (*cut(20), made(face(GERMAN_20[0]), 25))]
    page = take(rig, client)
    assert "keine Karte zu finden" in page
    assert 'data-phase="empty"' in page
    page = take(rig, client)
    assert "21 Karten gefunden, das Blatt hat 20" in page
    post(client, f"{ROWS}/card/21", card="none")
    deck = on(rig).state.deck
    assert [deck.names[number] for number in range(1, 21)] == list(GERMAN_20)


def test_a_picture_not_fit_to_learn_from_is_named_by_its_number(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    blurred = as_image(cv2.GaussianBlur(face(GERMAN_20[3]), (0, 0), 9))
    found.append((*cut(3), made(blurred, 3), *cut(16, 4)))
    take(rig, client)
    answer = post(client, f"{ROWS}/save")
    assert answer.status_code == 409
    assert "#4 (unscharf)" in text(answer)
    assert len(on(rig).state.deck.views) == 20


def test_the_camera_may_go_and_come_back_and_play_has_it_first(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    begin(rig, client, table, table.shown)
    found += [cut(12), cut(8, 12)]
    take(rig, client)
    rig.workshop.camera.off()
    answer = post(client, f"{ROWS}/take")
    assert answer.status_code == 409
    assert "gibt gerade kein Bild" in text(answer)
    assert "Kamera einschalten" in text(answer)
    rig.workshop.camera.on()
    assert rig.window.newest(PATIENCE_S) is not None
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    rig.table.do(StartDeal(3))
    rig.table.do(LayCard(card("EA")))
    rig.table.call(lambda core: None)
    assert not rig.window.lent
    answer = post(client, f"{ROWS}/take")
    assert answer.status_code == 409
    assert "Gerade wird gespielt" in text(answer)
    assert len(on(rig).state.deck.views) == 12


def test_a_second_tap_while_a_picture_is_looked_through_waits(
    rig: Rig, client: FlaskClient, table: StillTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(rig, client, table, table.shown)
    go_on = threading.Event()

    def slow(picture: Image, name: str) -> tuple[CardPicture, ...]:
        assert go_on.wait(PATIENCE_S)
        return cut(20)

    monkeypatch.setattr(rows_enrolment, "cut_rows", slow)
    assert post(client, f"{ROWS}/take").status_code == 303
    page = text(client.get(ROWS))
    assert 'data-phase="looking"' in page
    assert "http-equiv" in page
    assert post(client, f"{ROWS}/take").status_code == 409
    post(client, f"{ROWS}/undo")
    go_on.set()
    assert on(rig).wait(PATIENCE_S)
    assert 'data-phase="sheet"' in text(client.get(f"{ROWS}/live"))


def test_what_is_not_there_is_refused_in_words(
    rig: Rig, client: FlaskClient, table: StillTable, found: list[tuple[CardPicture, ...]]
) -> None:
    for path in (ROWS, f"{ROWS}/card/1"):
        answer = client.get(path)
        assert answer.status_code == 409
        assert "in Reihen eingelernt" in sentence(text(answer))
    assert client.get(f"{ROWS}/live").headers["HX-Redirect"] == "/setup/deck"
    assert post(client, f"{ROWS}/begin", name="isar", kind="german-20").status_code == 409
    begin(rig, client, table, table.shown)
    found.append(cut(2))
    take(rig, client)
    assert client.get(f"{ROWS}/card/3").status_code == 404
    assert client.get(f"{ROWS}/card/0/picture").status_code == 404
    assert post(client, f"{ROWS}/card/1", card="CA").status_code == 400
    assert post(client, f"{ROWS}/card/1", card="E8").status_code == 400
    assert post(client, f"{ROWS}/nothing").status_code == 404
    away = client.get(ROWS, environ_overrides={"REMOTE_ADDR": "192.168.1.20"})
    assert away.status_code == 403
    assert client.get("/setup/deck/sitting").status_code == 409
    post(client, f"{ROWS}/stop")
    assert client.get(ROWS).status_code == 409
    assert rig.workshop.classroom.rows is None


def test_the_cut_of_a_card_is_shown_with_its_line(laid: LaidSheet) -> None:
    found = cut_rows(laid.picture, "x")
    assert len(found) == 20
    around = found[0].around
    assert around is not None
    assert (around == (255, 0, 255)).all(2).sum() > 600
