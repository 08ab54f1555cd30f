import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.events import CardPlayed, DealClosed, DealStarted, Doubled, EveningStarted
from engine.journal.journal import Journal
from kiosk.table.commands import Announce, CloseDeal, Double, Restore, StartDeal, StartEvening
from kiosk.table.undo import taken_back
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, offered, post, sentence, text
from tests.kiosk.served import touch_table

SEVEN = ("Resi", "Toni", "Vroni", "Sepp", "Max", "Lena", "Katharina")
PLAYS = RUFSPIEL.split()


def fields_of(page: str, form: str) -> dict[str, str]:
    found = re.search(rf'id="{form}"(.*?)</form>', page, re.DOTALL)
    assert found is not None, form
    return dict(re.findall(r'type="hidden" name="(\S+)" value="(\S*)"', found[1]))


def tap(client: FlaskClient, page: str, key: str) -> str:
    """Tap a button that is in sight, as a browser without scripts does."""
    assert key in offered(page)
    return text(client.get("/call", query_string={**fields_of(page, "taps"), "tap": key}))


def confirm(client: FlaskClient, page: str) -> TestResponse:
    return client.post("/call", data=fields_of(page, "say"))


def test_a_call_takes_four_taps(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = text(client.get("/call"))
    assert "Erst antippen, wer spielt." in page
    for key in ("who-1", "kind-solo", "suit-H"):
        page = tap(client, page, key)
    assert "✓ Toni: Herz-Solo" in page
    assert confirm(client, page).status_code == 303
    assert door.commands == [Announce(Contract("solo", 1, Suit.HERZ))]


def test_the_call_offers_what_the_game_plays(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "who-0")
    page = tap(client, page, "kind-rufspiel")
    assert [key for key in offered(page) if "suit" in key] == ["suit-E", "suit-G", "suit-S"]
    page = tap(client, tap(client, page, "edit-1"), "kind-wenz")
    assert [key for key in offered(page) if "suit" in key] == []
    assert "✓ Resi: Wenz" in page


def test_nobody_plays_or_the_cards_are_thrown_in(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "who-none")
    assert "kind-rufspiel" not in offered(page)
    page = tap(client, page, "kind-thrown_in")
    confirm(client, page)
    assert door.commands == [CloseDeal({"kind": "thrown_in", "why": "all_pass"})]


def test_a_late_call_and_a_later_kontra_only_add_what_is_new(door: FakeDoor) -> None:
    door.seat_them()
    door.play(PLAYS[:5])
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-0", "kind-rufspiel", "suit-G", "d-legen"):
        page = tap(client, page, key)
    confirm(client, page)
    page = text(client.get("/call"))
    assert "✓ Resi: Rufspiel auf die Gras-Sau, Legen" in page
    confirm(client, tap(client, page, "d-kontra"))
    announced = Announce(Contract("rufspiel", 0, Suit.GRAS))
    assert door.commands == [announced, Double("legen", None, None), Double("kontra", None, 5)]


def test_a_call_between_deals_begins_one(door: FakeDoor) -> None:
    door.record(EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {}))
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-2", "kind-geier"):
        page = tap(client, page, key)
    confirm(client, page)
    assert door.commands == [StartDeal(), Announce(Contract("geier", 2))]


@pytest.mark.parametrize(
    "fields",
    [
        {"who": "9", "kind": "wenz"},
        {"who": "0", "kind": "nonsense"},
        {"who": "0", "kind": "wenz", "d.kontra": "99"},
        {"who": "0", "kind": "wenz", "d.kontra": "x"},
    ],
)
def test_a_call_the_game_does_not_know_is_refused(door: FakeDoor, fields: dict[str, str]) -> None:
    door.seat_them()
    response = post(client_of(door), "/call", **fields)
    assert response.status_code == 400
    assert "Diese Ansage gibt es in diesem Spiel nicht" in sentence(text(response))
    assert door.commands == []


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"who": "0", "kind": "rufspiel"}, "Jetzt: welche Farbe?"),
        ({"who": "0", "kind": "rufspiel", "suit": "H"}, "Jetzt: welche Farbe?"),
        ({"who": "none", "kind": "wenz"}, "Jetzt: welche Farbe?"),
        ({"kind": "wenz"}, "Erst antippen, wer spielt."),
        ({"who": "0"}, "Jetzt: was wird gespielt?"),
    ],
)
def test_a_call_that_lacks_something_is_asked_for_the_rest(
    door: FakeDoor, fields: dict[str, str], missing: str
) -> None:
    door.seat_them()
    response = post(client_of(door), "/call", **fields)
    assert response.status_code == 200
    assert missing in text(response)
    assert door.commands == []


@pytest.mark.parametrize(
    ("taps", "sentence"),
    [
        ("who-1 kind-solo suit-H tout", "✓ Toni: Herz-Solo Tout"),
        ("kind-wenz who-3", "✓ Sepp: Wenz"),
        ("who-none kind-wenz who-2", "✓ Vroni: Wenz"),
        ("who-0 kind-solo suit-H kind-rufspiel suit-H suit-S", "✓ Resi: Rufspiel auf die Schellen"),
        ("who-0 kind-wenz who-none kind-thrown_in", "✓ Zusammenwerfen"),
        ("who-0 kind-wenz suit-E tout tout d-legen d-legen", "✓ Resi: Wenz, Legen ×2"),
        ("who-0 kind-solo suit-E clear who-1 kind-wenz", "✓ Toni: Wenz"),
        ("who-0 who-77 kind-wenz kind-chess suit-Q d-shout f-x-1 nonsense", "✓ Resi: Wenz"),
    ],
)
def test_each_tap_counts_by_what_it_means_whatever_was_tapped_before(
    door: FakeDoor, taps: str, sentence: str
) -> None:
    door.seat_them()
    client = client_of(door)
    page = text(client.get("/call"))
    for key in taps.split():
        page = text(client.get("/call", query_string={**fields_of(page, "taps"), "tap": key}))
    assert sentence in page


def test_a_call_sent_twice_is_recorded_once(door: FakeDoor) -> None:
    """Throwing in ends the deal: the second tap must not throw in the next one as well."""
    door.record(EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {}))
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "who-none")
    page = tap(client, page, "kind-thrown_in")
    assert [confirm(client, page).status_code for _ in range(3)] == [303, 303, 303]
    assert door.commands == [StartDeal(), CloseDeal({"kind": "thrown_in", "why": "all_pass"})]


def test_a_call_for_a_deal_that_is_over_is_refused(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = tap(client, tap(client, text(client.get("/call")), "who-1"), "kind-wenz")
    door.call("geier", None, 2)
    door.play(PLAYS)
    door.finish()
    response = confirm(client, page)
    assert response.status_code == 409
    assert "Inzwischen läuft ein anderes Spiel" in sentence(text(response))
    assert door.commands == []


def test_a_call_before_the_evening_is_refused(door: FakeDoor) -> None:
    response = client_of(door).get("/call")
    assert response.status_code == 409
    assert "noch kein Abend" in sentence(text(response))


# -- every game's own calls -----------------------------------------------------------------------
PEOPLE = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")


def called(game: str, count: int, taps: str) -> tuple[FakeDoor, str]:
    """Return the table and the page after these taps, the first deal dealt by the last seat."""
    door = FakeDoor()
    door.record(
        EveningStarted("abend", game, {}, PEOPLE[:count], "isar", {}),
        DealStarted("abend-1", count - 1, (count - 1,) if count == 7 else ()),
    )
    client = client_of(door)
    page = text(client.get("/call"))
    for key in taps.split():
        page = tap(client, page, key)
    confirm(client, page)
    return door, page


@pytest.mark.parametrize(
    ("game", "count", "taps", "contract"),
    [
        ("mehrkopf", 2, "who-0 kind-solo suit-H", Contract("solo", 0, Suit.HERZ)),
        ("mehrkopf", 3, "who-2 kind-wenz tout", Contract("wenz", 2, tout=True)),
        ("mehrkopf", 4, "who-none kind-ramsch", Contract("ramsch")),
        (
            "mehrkopf",
            4,
            "who-none kind-ramsch f-why-last_game",
            Contract("ramsch", details={"why": "last_game"}),
        ),
        (
            "mehrkopf",
            4,
            "who-1 kind-hochzeit f-partner-3",
            Contract("hochzeit", 1, details={"partner": 3}),
        ),
        ("mehrkopf", 4, "who-0 kind-geier f-muss-EO", Contract("geier", 0, details={"muss": "EO"})),
        ("mehrkopf", 5, "who-4 kind-niederer", Contract("niederer", 4)),
        ("mehrkopf", 6, "who-3 kind-sie", Contract("sie", 3)),
        ("mehrkopf", 7, "who-5 kind-rufspiel suit-G", Contract("rufspiel", 5, Suit.GRAS)),
        ("bavarian", 4, "who-0 kind-wenz tout", Contract("wenz", 0, tout=True)),
        (
            "schafkopf",
            4,
            "who-0 kind-farbwenz suit-S tout",
            Contract("farbwenz", 0, Suit.SCHELLEN, tout=True),
        ),
    ],
)
def test_what_the_game_offers_to_so_many_can_be_called(
    game: str, count: int, taps: str, contract: Contract
) -> None:
    door, _ = called(game, count, taps)
    assert door.commands == [Announce(contract)]
    deal = door.view().state.deal
    assert deal is not None
    assert deal.contract == contract


def test_who_accepts_a_hochzeit_is_asked_and_it_is_not_the_one_who_offers() -> None:
    door, page = called("mehrkopf", 4, "who-1 kind-hochzeit")
    assert door.commands == []
    assert [key for key in offered(page) if key.startswith("f-partner")] == [
        "f-partner-0",
        "f-partner-2",
        "f-partner-3",
    ]
    assert "Wer nimmt an?" in re.findall(r'id="confirm"[^>]*>([^<]*)<', page)[0]
    _, page = called("mehrkopf", 4, "who-1 kind-hochzeit f-partner-3")
    assert "✓ Bert: Hochzeit mit Done" in page


def test_three_can_only_play_solos() -> None:
    _, page = called("mehrkopf", 3, "who-0")
    kinds = [key for key in offered(page) if key.startswith("kind")]
    assert kinds == ["kind-wenz", "kind-solo", "kind-geier", "kind-sie"]


@pytest.mark.parametrize("game", ["schafkopf", "mehrkopf", "bavarian"])
def test_what_is_played_every_evening_comes_first(game: str) -> None:
    _, page = called(game, 4, "who-0")
    kinds = [key for key in offered(page) if key.startswith("kind")]
    assert kinds[:3] == ["kind-rufspiel", "kind-wenz", "kind-solo"]


def test_the_ladder_of_doublings_is_told_in_its_order(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-resupra")
    words = [key for key in offered(page) if key.startswith("d-")]
    assert words[-5:] == ["d-kontra", "d-re", "d-supra", "d-resupra", "d-bock"]
    assert ", Kontra, Re, Supra, Resupra<" in page


def test_a_kontra_is_noted_with_who_said_it(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-kontra")
    assert "Kontra von" in page
    page = tap(client, page, "by-kontra-1")
    assert "Kontra von Toni" in page
    confirm(client, page)
    assert door.commands[-1:] == [Double("kontra", 1, 0)]


def names_for(page: str, word: str) -> set[int]:
    return {int(key.split("-")[2]) for key in offered(page) if key.startswith(f"by-{word}-")}


def test_the_call_is_asked_for_before_who_doubled(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-0", "kind-solo", "d-kontra"):
        page = tap(client, page, key)
    assert {"suit-G", "tout"} <= set(offered(page))
    assert not any(key.startswith("by-") for key in offered(page))
    page = tap(client, page, "suit-G")
    assert [key for key in offered(page) if key.startswith("by-")] == [
        f"by-kontra-{seat}" for seat in (1, 2, 3)
    ]
    # What was tapped stands where it stood.
    assert "suit-G" in offered(page)


def test_only_who_may_say_it_by_the_call_is_offered(door: FakeDoor) -> None:
    """Of the cards that lie nothing is told: who holds the called Sau may have said Kontra."""
    door.seat_them()
    door.call()
    door.play(PLAYS)
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-re")
    assert names_for(page, "kontra") == {1, 2, 3}
    page = tap(client, page, "by-kontra-1")
    assert names_for(page, "re") == {0, 2, 3}


def test_only_the_soloist_answers_a_kontra(door: FakeDoor) -> None:
    door.seat_them()
    door.call("wenz", None, 2)
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-re")
    assert names_for(page, "kontra") == {0, 1, 3}
    assert names_for(tap(client, page, "by-kontra-0"), "re") == {2}


def test_who_said_it_can_be_taken_back_and_need_not_be_said(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("d-kontra", "by-kontra-1", "by-kontra-1"):
        page = tap(client, page, key)
    assert "by-kontra-1" not in offered(page)
    page = tap(client, page, "d-kontra")
    confirm(client, page)
    assert door.commands[-1:] == [Double("kontra", None, 0)]


def late_kontra(client: FlaskClient, *more: str) -> str:
    """Call Gras after the first trick, with a Kontra by Toni, and whatever else is tapped."""
    page = text(client.get("/call"))
    for key in ("who-0", "kind-rufspiel", "suit-G", "d-kontra", "by-kontra-1", *more):
        page = tap(client, page, key)
    return page


def judged(door: FakeDoor) -> list[str]:
    deal = door.view().state.deal
    assert deal is not None
    return [verdict.kind for verdict in deal.report.verdicts]


def test_a_doubling_told_with_a_late_call_is_nobodys_fault(door: FakeDoor) -> None:
    """It was said before; when, nobody told: so nobody judges whether it came in time."""
    door.seat_them()
    door.play(PLAYS[:5])
    client = client_of(door)
    page = late_kontra(client)
    assert "✓ Resi: Rufspiel auf die Gras-Sau, Kontra von Toni<" in page
    confirm(client, page)
    assert door.commands[-1] == Double("kontra", 1, None)
    assert judged(door) == []


@pytest.mark.parametrize(
    ("moment", "said", "after", "found"),
    [
        ("at-kontra-0", ", vor der 1. Karte", 0, []),
        ("at-kontra-1", ", vor der 2. Karte", 1, []),
        ("at-kontra-2", ", vor der 3. Karte", 2, ["illegal_double"]),
        ("at-kontra-5", ", vor der 6. Karte", 5, ["illegal_double"]),
        ("at-kontra-", "", None, []),
    ],
)
def test_when_it_was_said_can_be_told_and_is_judged(
    door: FakeDoor, moment: str, said: str, after: int | None, found: list[str]
) -> None:
    """AB 4.1: Kontra before the second card."""
    door.seat_them()
    door.play(PLAYS[:5])
    client = client_of(door)
    page = late_kontra(client, moment)
    assert f"Kontra von Toni{said}<" in page
    confirm(client, page)
    assert door.commands[-1] == Double("kontra", 1, after)
    assert judged(door) == found


def test_what_answers_comes_after_what_it_answers(door: FakeDoor) -> None:
    """AB 4.1: Kontra and Supra by the opponents, Re and Re-Supra by the declarers."""
    door.seat_them()
    door.call()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-resupra")
    for key in ("by-kontra-1", "by-re-0", "by-supra-2", "by-resupra-0"):
        page = tap(client, page, key)
    confirm(client, page)
    said = [("kontra", 1), ("re", 0), ("supra", 2), ("resupra", 0)]
    assert door.commands == [Double(word, seat, 0) for word, seat in said]
    door.play(PLAYS)
    assert judged(door) == []


def test_what_is_said_with_its_answer_was_said_before_it_nobody_knows_when(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:2])
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-re")
    for key in ("by-kontra-1", "by-re-0"):
        page = tap(client, page, key)
    confirm(client, page)
    assert door.commands == [Double("kontra", 1, None), Double("re", 0, 2)]
    assert judged(door) == []


def test_a_doubling_the_house_does_not_offer_stays_where_it_is(door: FakeDoor) -> None:
    """A deal of a Bock round is doubled without a button; the call can be mended all the same."""
    door.do(StartEvening("schafkopf", {"bock_after": ["tout"]}, NAMES, "isar"))
    door.do(StartDeal(3))
    door.record(Doubled("bock"))
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-0", "kind-rufspiel", "suit-G", "d-kontra"):
        page = tap(client, page, key)
    confirm(client, page)
    assert door.commands[-1:] == [Double("kontra", None, 0)]


def test_the_moment_of_a_doubling_is_that_of_the_tap(door: FakeDoor) -> None:
    """Cards that are laid while somebody still taps who it was make it no later."""
    door.seat_them()
    door.call()
    door.play(PLAYS[:1])
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-kontra")
    door.play(PLAYS[1:3])
    page = tap(client, page, "by-kontra-1")
    assert "Kontra von Toni, vor der 2. Karte" in page
    confirm(client, page)
    assert door.commands[-1:] == [Double("kontra", 1, 1)]
    assert judged(door) == []


def test_nobody_is_asked_when_before_the_first_card_or_without_a_name(door: FakeDoor) -> None:
    """No tap more than before for who does not care."""
    door.seat_them()
    door.call()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "d-kontra")
    assert not [key for key in offered(tap(client, page, "by-kontra-1")) if key.startswith("at-")]
    door.play(PLAYS[:2])
    page = tap(client, text(client.get("/call")), "d-kontra")
    assert not [key for key in offered(page) if key.startswith("at-")]
    page = tap(client, page, "by-kontra-1")
    asked = [key for key in offered(page) if key.startswith("at-")]
    assert asked == ["at-kontra-0", "at-kontra-1", "at-kontra-2", "at-kontra-"]


def test_a_moment_nobody_knows_stays_unknown_when_another_name_is_tapped(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:2])
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("d-kontra", "by-kontra-1", "at-kontra-", "by-kontra-2"):
        page = tap(client, page, key)
    confirm(client, page)
    assert door.commands[-1:] == [Double("kontra", 2, None)]


def test_what_was_exchanged_face_down_stays_out_of_the_page_and_in_the_record() -> None:
    door = FakeDoor()
    door.do(StartEvening("mehrkopf", {}, NAMES, "isar"))
    door.do(StartDeal(3))
    secret = {"partner": 2, "gave": "H7", "back": "SA"}
    door.do(Announce(Contract("hochzeit", 0, details=secret)))
    client = client_of(door)
    # A form's token is chance, and may hold any two letters.
    page = re.sub(r'name="csrf_token" value="[^"]*"', "", text(client.get("/call")))
    assert "csrf_token" not in page
    assert "H7" not in page
    assert "SA" not in page
    confirm(client, page)
    deal = door.view().state.deal
    assert deal is not None
    assert deal.record.contract == Contract("hochzeit", 0, details=secret)


@pytest.mark.parametrize(("people", "called"), [(4, False), (5, True), (6, True)])
def test_with_five_and_six_the_schoene_is_called_too(people: int, called: bool) -> None:
    door = FakeDoor()
    door.do(StartEvening("mehrkopf", {}, (*NAMES, "Eva", "Franz")[:people], "isar"))
    door.do(StartDeal(people - 1))
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-0", "kind-rufspiel", "suit-G"):
        page = tap(client, page, key)
    assert ("Rufspiel auf die Gras-Sau und die Gras-Schöne" in page) is called
    confirm(client, page)
    assert ("Gerufen auch: Gras-Schöne" in text(client.get("/"))) is called


def sent(page: str, key: str) -> str:
    """Return what a button sends."""
    found = re.search(rf'value="([^"]+)"[^>]*data-choice="{key}"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("word", ["legen", "kontra"])
def test_the_same_tap_sent_again_counts_once(door: FakeDoor, word: str) -> None:
    """A tap says what it makes of it: one more that was on its way already changes nothing."""
    door.seat_them()
    client = client_of(door)
    page = text(client.get("/call"))
    value = sent(page, f"d-{word}")
    for _ in range(2):
        page = text(client.get("/call", query_string={**fields_of(page, "taps"), "tap": value}))
        assert fields_of(page, "taps")[f"d.{word}"] == "1"
    value = sent(page, f"by-{word}-2")
    for _ in range(2):
        page = text(client.get("/call", query_string={**fields_of(page, "taps"), "tap": value}))
        assert fields_of(page, "taps")[f"by.{word}"] == "2"
    assert 'data-choice="by-' in page
    assert sent(page, f"d-{word}") == ("d-legen-2" if word == "legen" else "d-kontra-0")


def test_what_seven_have_to_say_yet_is_asked_in_a_sentence() -> None:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("sheepshead", {}, SEVEN, "isar"))
        table.do(StartDeal(6))
        in_german = (client_of(table), "Jetzt: was zeigt der Würfel?")
        in_english = (client_of(table, "en"), "Now: what does the die show?")
        for client, asked in (in_german, in_english):
            page = tap(client, tap(client, text(client.get("/call")), "who-0"), "kind-pick")
            button = page.partition('id="confirm"')[2].partition("</button>")[0]
            assert button.endswith(f">{asked}")


def test_the_jack_that_makes_a_partner_is_drawn_like_those_that_are_called() -> None:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("sheepshead", {"call_up": "always"}, SEVEN[:5], "isar"))
        table.do(StartDeal(4))
        client = client_of(table)
        page = tap(client, tap(client, text(client.get("/call")), "who-0"), "kind-pick")
    jacks = [key for key in offered(page) if key in ("f-called-CJ", "f-partner-jd")]
    for key in jacks:
        button = page.partition(f'data-choice="{key}"')[2].partition("</button>")[0]
        assert 'class="glyph' in button
        assert '<span aria-hidden="true">J</span>' in button
    assert "f-partner-jd" in jacks
    assert len(jacks) == 2


def doubled(*said: Double) -> Table:
    """Return a table at which Resi has called and this was said."""
    table = touch_table(Journal.in_memory())
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    table.do(Announce(Contract("rufspiel", 0, Suit.GRAS)))
    for each in said:
        table.do(each)
    return table


def stands(table: Table) -> list[tuple[str, int | None]]:
    deal = table.view().state.deal
    assert deal is not None
    return [(each.say, each.seat) for each in deal.record.doubles]


KONTRA, RE, LEGEN = Double("kontra", 1), Double("re", 0), Double("legen", 2)


@pytest.mark.parametrize(
    ("key", "said", "rest"),
    [
        ("d-re", "ohne Re", [("legen", 2), ("kontra", 1)]),
        ("d-kontra", "ohne Kontra/Re", [("legen", 2)]),
    ],
)
def test_a_saved_doubling_is_tapped_off_with_what_answered_it(
    key: str, said: str, rest: list[tuple[str, int]]
) -> None:
    table = doubled(LEGEN, KONTRA, RE)
    client = client_of(table)
    page = tap(client, text(client.get("/call")), key)
    assert f"{said}<" in page
    form = fields_of(page, "say")
    client.post("/call", data=form)
    assert stands(table) == rest
    client.post("/call", data=form)
    assert stands(table) == rest
    last = taken_back(table.view().state)
    assert last is not None
    table.do(Restore(last.undo))
    assert stands(table) == [*rest, {"d-re": ("re", 0), "d-kontra": ("kontra", 1)}[key]]
    table.close()


def test_a_second_tap_leaves_what_is_saved_as_it_is() -> None:
    table = doubled(KONTRA)
    client = client_of(table)
    page = tap(client, tap(client, text(client.get("/call")), "d-kontra"), "d-kontra")
    confirm(client, page)
    assert stands(table) == [("kontra", 1)]
    table.close()


def test_who_doubled_since_the_tap_loses_nothing() -> None:
    table = doubled(LEGEN)
    client = client_of(table)
    page = text(client.get("/call"))
    for _ in range(4):
        page = tap(client, page, "d-legen")
    assert "ohne Legen" in page
    table.do(Double("legen", 3))
    confirm(client, page)
    assert stands(table) == [("legen", 2), ("legen", 3)]
    table.close()


def test_every_tap_for_one_too_many_keeps_who_was_saved() -> None:
    """The button goes round: twice Legen, off, and as it was saved again."""
    table = doubled(LEGEN, Double("legen", 3))
    client = client_of(table)
    page = text(client.get("/call"))
    for _ in range(3):
        page = tap(client, page, "d-legen")
    assert "ohne Legen" in page
    confirm(client, tap(client, page, "d-legen"))
    assert stands(table) == [("legen", 2), ("legen", 3)]
    table.close()


def test_a_doubling_of_a_deal_that_ended_uncalled_is_tapped_off() -> None:
    table = touch_table(Journal.in_memory())
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    plays = [CardPlayed(card(play[1:])) for play in PLAYS]
    table.call(lambda core: core.commit((*plays, DealClosed())))
    table.do(Announce(Contract("rufspiel", 0, Suit.GRAS)))
    table.do(Double("kontra", None, None))
    client = client_of(table)
    confirm(client, tap(client, text(client.get("/call")), "d-kontra"))
    (deal,) = table.view().state.finished
    assert deal.record.doubles == ()
    assert deal.report.result is not None
    table.close()


def test_the_partner_who_is_found_where_nothing_is_said_of_it_is_shown_as_chosen() -> None:
    def chosen(page: str) -> list[str]:
        pressed = re.findall(r'aria-pressed="true" data-choice="([^"]+)"([^>]*)>', page)
        return [key for key, rest in pressed if key.startswith("f-") and "hidden" not in rest]

    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("sheepshead", {}, SEVEN[:5], "isar"))
        table.do(StartDeal(4))
        client = client_of(table)
        page = tap(client, tap(client, text(client.get("/call")), "who-0"), "kind-pick")
        assert chosen(page) == ["f-partner-jd"]
        assert chosen(tap(client, page, "f-partner-jd")) == ["f-partner-jd"]
        page = tap(client, page, "f-called-CA")
        assert chosen(page) == ["f-called-CA"]
        assert chosen(tap(client, page, "f-called-CA")) == ["f-partner-jd"]
