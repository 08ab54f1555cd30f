"""Deals entered by hand: the score pad, on the real writer."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GAMES
from engine.journal.journal import Journal
from engine.rules.house_rules import preset_rules
from kiosk.table.commands import Adjust, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.opened import client_of, offered, screen, sentence, text

NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Girgl", "Evi", "Lena")


@pytest.fixture
def table() -> Iterator[Table]:
    with Table(Journal.in_memory()) as made:
        yield made


def begin(table: Table, game: str = "schafkopf", people: int = 4, **rules: object) -> FlaskClient:
    table.do(StartEvening(game, rules, NAMES[:people], "isar"))
    return client_of(table)


def fields_of(page: str, form: str) -> dict[str, str]:
    found = re.search(rf'id="{form}"(.*?)</form>', page, re.DOTALL)
    assert found is not None, form
    return dict(re.findall(r'type="hidden" name="(\S+)" value="([^"]*)"', found[1]))


def taps(client: FlaskClient, *keys: str, start: str = "/enter") -> str:
    """Tap buttons that are in sight, one after the other, as a browser without scripts does."""
    page = text(client.get(start))
    for key in keys:
        assert key in offered(page), (key, offered(page))
        page = text(client.get("/enter", query_string={**fields_of(page, "taps"), "tap": key}))
    return page


def save(client: FlaskClient, page: str, **more: str) -> TestResponse:
    return client.post("/enter", data={**fields_of(page, "say"), **more})


def test_a_rufspiel_takes_six_taps_and_is_told_before_it_is_saved(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1")
    assert "Resi und Sepp gewinnen" in sentence_of(page)
    assert "Toni zahlt an Resi 20" in sentence_of(page)
    assert not table.view().state.finished
    assert save(client, page).location == "/"
    assert list(table.view().state.totals) == [20, -20, -20, 20]
    assert screen(text(client.get("/"))) == "result"


def sentence_of(page: str) -> str:
    found = re.search(r'id="sentence"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return re.sub("<[^>]+>", "", found[1])


def test_schneider_laufende_and_points_change_the_price(table: Table) -> None:
    client = begin(table)
    call = ("who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1")
    taps_of = {
        20: (),
        30: ("level-schneider",),
        50: ("lauf-up",),
        60: ("lauf-up", "lauf-up"),
    }
    for amount, more in taps_of.items():
        assert f"an Resi {amount}" in sentence_of(taps(client, *call, *more)), more
    counted = taps(client, *call[:4], "n-p", "k-9", "k-1")
    assert "an Resi 30" in sentence_of(counted)


def test_laufende_are_two_counts_and_go_at_a_tap(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-0", "kind-wenz", "won-1")
    assert "Laufende: keine" in page
    assert ">ohne 3</button>" in page  # The fewest that are paid.
    assert ">mit 3</button>" in page
    page = tap_on(client, page, "lauf-down")
    assert "lauf-none" in offered(page)
    assert "Laufende: ohne 3" in page
    assert ">ohne +1</button>" in page
    page = tap_on(client, page, "lauf-up")
    assert "Laufende: mit 3" in page
    page = tap_on(client, page, "lauf-none")
    assert "Laufende: keine" in page
    assert "lauf-none" not in offered(page)


@pytest.mark.parametrize("call", [("kind-sie",), ("kind-wenz", "tout")])
def test_who_won_a_game_of_all_tricks_is_asked_as_of_any_other(
    table: Table, call: tuple[str, ...]
) -> None:
    client = begin(table)
    page = taps(client, "who-0", *call)
    assert "Es fehlt, wer gewonnen hat" in sentence_of(page)
    assert "an Resi" in sentence_of(tap_on(client, page, "won-1"))


def test_legen_and_klopfen_are_one_button_and_nothing_doubles_a_deal_thrown_in(
    table: Table,
) -> None:
    client = begin(table)
    page = taps(client, "who-0", "kind-wenz", "won-1")
    assert "d-legen" in offered(page)
    assert "d-klopfen" not in offered(page)
    assert "Legen, Klopfen" in page
    thrown = taps(client, "who-none", "kind-thrown_in")
    assert [key for key in offered(thrown) if key.startswith("d-")] == []


def test_a_bounced_tap_on_kontra_doubles_nothing_twice(table: Table) -> None:
    client = begin(table)
    call = ("who-0", "kind-wenz", "won-1")
    assert "an Resi 100" in sentence_of(taps(client, *call, "d-kontra"))
    assert "an Resi 50" in sentence_of(taps(client, *call, "d-kontra", "d-kontra"))
    assert "an Resi 200" in sentence_of(taps(client, *call, "d-kontra", "d-re"))
    assert "an Resi 200" in sentence_of(taps(client, *call, "d-re"))
    assert "an Resi 50" in sentence_of(taps(client, *call, "d-re", "d-kontra"))
    assert "an Resi 100" in sentence_of(taps(client, *call, "d-kontra", "d-re", "d-re"))
    assert "an Resi 200" in sentence_of(taps(client, *call, "d-legen", "d-legen"))


def test_a_bounced_tap_on_crack_doubles_nothing_twice(table: Table) -> None:
    client = begin(table, "sheepshead", 3, crack="recrack")
    call = ("who-1", "kind-pick", "won-1")
    once = sentence_of(taps(client, *call))
    cracked = sentence_of(taps(client, *call, "d-crack"))
    assert cracked != once
    assert sentence_of(taps(client, *call, "d-crack", "d-crack")) == once
    answered = taps(client, *call, "d-recrack")
    assert sentence_of(answered) not in (once, cracked)
    assert "×" not in answered


@pytest.mark.parametrize(
    ("money", "sum_", "paid"), [(False, "+150", "50"), (True, "+7,50\xa0€", "2,50\xa0€")]
)
def test_result_scores_list_and_settling_up_count_in_one_thing(
    table: Table, money: bool, sum_: str, paid: str
) -> None:
    begin(table, unit=5)
    client = client_of(table, money=money)
    save(client, taps(client, "who-1", "kind-wenz", "won-1"))
    for path in (
        "/",
        "/scores",
        "/deals",
        "/evening",
        f"/deals/{table.view().state.finished[0].id}",
    ):
        page = text(client.get(path))
        assert ("€" in page) is money, path
        if path != "/evening":
            assert sum_ in page, path
    assert f"Resi zahlt an Toni <b>{paid}</b>" in text(client.get("/scores"))


def test_what_cannot_be_is_said_and_nothing_typed_is_lost(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-0", "kind-solo", "suit-H", "won-1", "n-p", "k-4", "k-0")
    assert "Mit 40 Augen ist das Spiel nicht gewonnen" in sentence_of(page)
    assert 'id="confirm" disabled' in page
    answer = save(client, page)
    assert answer.status_code == 409
    again = text(answer)
    assert "Mit 40 Augen" in sentence_of(again)
    assert fields_of(again, "taps") == fields_of(page, "taps")
    assert not table.view().state.deals


def test_amounts_leave_the_rest_to_the_last_and_need_a_reason(table: Table) -> None:
    client = begin(table)
    page = taps(client, "outright-1", "k-3", "k-0", "n-a1", "k-1", "k-0", "k-sign")
    page = tap_on(client, page, "n-a2", "k-1", "k-0", "k-sign")
    assert "Sepp: −10" in page
    assert "antippen, wofür" in sentence_of(page)
    page = tap_on(client, page, "reason-list")
    assert save(client, page).status_code == 303
    assert list(table.view().state.totals) == [30, -10, -10, -10]


def tap_on(client: FlaskClient, page: str, *keys: str) -> str:
    for key in keys:
        assert key in offered(page), (key, offered(page))
        page = text(client.get("/enter", query_string={**fields_of(page, "taps"), "tap": key}))
    return page


def test_the_same_form_sent_twice_enters_one_deal(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-1", "kind-wenz", "won-0")
    assert save(client, page, then="next").location == "/enter"
    assert save(client, page, then="next").location == "/enter"
    assert len(table.view().state.finished) == 1
    assert "eingetragen: Spiel 1" in text(client.get("/enter"))


def test_a_deal_is_corrected_from_the_list_and_undone(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1"))
    before = table.view().state.totals
    save(client, taps(client, "who-2", "kind-geier", "won-1"))
    listed = text(client.get("/deals"))
    address = re.findall(r'href="(/enter\?deal=[^"]+)"', listed)[-1]
    page = taps(client, "won-0", start=address)
    assert "Spiel 1 berichtigen" in page
    assert save(client, page).location == "/deals"
    first = table.view().state.finished[0].gains
    assert tuple(first) == tuple(-each for each in before)
    client.post("/undo", data={"csrf_token": fields_of(page, "say")["csrf_token"]})
    assert tuple(table.view().state.finished[0].gains) == before
    assert len(table.view().state.finished) == 2


def test_the_partner_tapped_last_counts(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-0", "kind-rufspiel", "suit-G", "partners-3", "partners-1", "won-1")
    assert "Resi und Toni gewinnen" in sentence_of(page)


def test_who_sits_out_has_no_part_in_the_deal_but_a_score(table: Table) -> None:
    client = begin(table, people=5)
    page = taps(client, "who-0", "kind-wenz", "won-1")
    assert "who-4" not in offered(text(client.get("/enter")))
    assert save(client, page).status_code == 303
    assert table.view().state.totals[4] == 0
    change = taps(client, "n-a4", "k-7", "n-a0", "k-7", "k-sign", start="/enter?adjust=1")
    change = tap_on(client, change, "reason-agreed")
    assert save(client, change).location == "/scores"
    assert list(table.view().state.totals) == [143, -50, -50, -50, 7]


def test_a_doubling_that_was_a_mistake_is_taken_away(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1", "d-kontra"))
    assert table.view().state.totals[1] == 300
    (address,) = re.findall(r'href="(/enter\?deal=[^"]+)"', text(client.get("/deals")))
    page = taps(client, "d-kontra", start=address)
    assert save(client, page).status_code == 303
    assert table.view().state.totals[1] == 150


def test_a_called_deal_needs_its_result_alone(table: Table) -> None:
    client = begin(table)
    table.do(StartDeal())
    client.post("/call", data={**fields_of(taps_call(client), "say")})
    page = text(client.get("/enter"))
    assert {"partners-1", "won-1"} <= set(offered(page))
    assert save(client, tap_on(client, page, "partners-1", "won-1")).status_code == 303
    assert len(table.view().state.finished) == 1


def taps_call(client: FlaskClient) -> str:
    return text(client.get("/call?step=1&who=0&kind=rufspiel&suit=G"))


@pytest.mark.parametrize(("level", "words"), [("", 0), ("schneider", 1), ("schwarz", 2)])
def test_schneider_that_was_told_is_named_wherever_the_deal_is_and_only_then(
    table: Table, level: str, words: int
) -> None:
    client = begin(table)
    named = ("Schneider", "Schwarz")[:words]
    told = [f"level-{level}"] if level else []
    page = taps(client, "who-1", "kind-solo", "suit-H", "won-1", *told, "d-kontra")
    entered = sentence_of(page)
    assert " · ".join(("Toni gewinnt", *named, "")) in entered
    assert ", ".join(("Toni: Herz-Solo, Kontra", *named)) in page
    save(client, page)
    result, listed = text(client.get("/")), text(client.get("/deals"))
    deal = table.view().state.finished[0].id
    for shown in (result, text(client.get(f"/deals/{deal}"))):
        assert re.findall(r'<span class="tag">(.*?)</span>', shown) == list(named)
    assert " · ".join(("gewonnen", *named, "Kontra")) in listed
    for shown in (entered, result, listed):
        assert [word for word in ("Schneider", "Schwarz") if word in shown] == list(named)


def test_a_flipped_result_forgets_the_other_sides_schneider(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-1", "kind-solo", "suit-H", "won-0", "level-schneider")
    assert "Schneider" in sentence_of(page)
    save(client, page)
    deal = f"/enter?deal={table.view().state.finished[0].id}"
    page = taps(client, "won-1", start=deal)
    assert "Toni gewinnt" in sentence_of(page)
    assert "Schneider" not in sentence_of(page)
    assert "r.level" not in fields_of(page, "say")
    save(client, page)
    assert table.view().state.finished[0].record.end == {"kind": "entered", "won": True}


def test_points_stay_where_who_won_was_tapped_wrongly(table: Table) -> None:
    client = begin(table)
    solo = ("who-1", "kind-solo", "suit-H")
    wrong = taps(client, *solo, "won-0", "n-p", "k-7", "k-5")
    assert "75" in sentence_of(wrong)  # 75 points and lost do not go together.
    assert "Toni gewinnt" not in sentence_of(wrong)
    page = taps(client, *solo, "won-0", "n-p", "k-7", "k-5", "won-1")
    assert fields_of(page, "say")["n.p"] == "75"
    assert "Toni gewinnt" in sentence_of(page)
    save(client, page)
    end = table.view().state.finished[0].record.end
    assert end == {"kind": "entered", "won": True, "points": [75, None]}


def test_points_that_do_not_fit_are_said_and_kept(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-1", "kind-solo", "suit-H", "won-0", "n-p", "k-2", "k-0", "won-1")
    assert fields_of(page, "say")["n.p"] == "20"
    assert "20" in sentence_of(page)
    assert save(client, page).status_code == 409
    assert not table.view().state.finished


def test_who_won_told_first_keeps_the_schneider_that_was_told_before(table: Table) -> None:
    page = taps(begin(table), "who-1", "kind-solo", "suit-H", "level-schneider", "won-1")
    assert "Toni gewinnt · Schneider" in sentence_of(page)


def test_nobody_played_is_entered_as_thrown_in(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-none", "kind-thrown_in")
    assert "Zusammenwerfen" in sentence_of(page)
    save(client, page)
    assert table.view().state.finished[0].record.end == {"kind": "thrown_in", "why": "all_pass"}


def test_bierkopf_counts_game_points_for_the_team_that_won(table: Table) -> None:
    client = begin(table, "bierkopf")
    page = taps(client, "won-0", "level-schneider")
    assert "Toni und Sepp: 2 Spielpunkte" in sentence_of(page)
    save(client, page)
    assert list(table.view().state.totals) == [0, 2, 0, 2]
    assert text(client.get("/")).count('<span class="sum">+2</span>') == 2


def test_a_sheepshead_partner_forgotten_is_asked_for(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    call = ("who-1", "kind-pick")
    assert "wer mit dem Picker gespielt hat" in sentence_of(taps(client, *call, "won-0"))
    assert "zahlt" in sentence_of(taps(client, *call, "partners-3", "won-0"))
    assert "zahlt" in sentence_of(taps(client, *call, "f-partner-none", "won-0"))


def test_a_number_tapped_again_keeps_its_digits(table: Table) -> None:
    page = taps(begin(table), "n-a0", "n-a0", "k-5", start="/enter?adjust=1")
    assert "k-5" in offered(page)


def test_a_change_that_does_not_add_up_is_named_on_the_scores(table: Table) -> None:
    client = begin(table)
    table.do(Adjust((5, 0, 0, 0), "Runde Bier"))
    assert "„Runde Bier“ geht nicht auf: Zusammen sind es 5 statt 0." in text(client.get("/scores"))


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("schafkopf", {}, ">Beträge in Cent<"),
        ("mehrkopf", {"unit": 10}, ">Beträge, 1 = 10 Cent<"),
        ("bierkopf", {}, ">Beträge<"),
    ],
)
def test_the_keys_of_a_change_say_their_unit(
    game: str, rules: dict[str, int], said: str, table: Table
) -> None:
    client = begin(table, game, 4, **rules)
    assert said in text(client.get("/enter?adjust=1"))


def test_the_score_is_changed_with_a_reason(table: Table) -> None:
    client = begin(table)
    page = taps(client, "k-5", "n-a1", "k-5", "k-sign", start="/enter?adjust=1")
    page = tap_on(client, page, "n-a2", "k-0", "reason-mistake")
    assert save(client, page).location == "/scores"
    assert list(table.view().state.totals) == [5, -5, 0, 0]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_can_be_entered_whatever_was_called(game: str, table: Table) -> None:
    """Tap the first of everything that is offered until it can be saved."""
    counts = [count for count in GAMES[game].player_counts if count <= len(NAMES)]
    client = begin(table, game, 4 if 4 in counts else counts[0])
    rules = preset_rules(game)
    menu = GAMES[game].call_menu(rules, 4, GAMES[game].family)
    for kind in menu.kinds:
        page = text(client.get("/enter"))
        page = tap_on(client, page, *(() if not kind.declared else ("who-0",)))
        if kind.declared:
            page = tap_on(client, page, f"kind-{kind.kind}")
        elif f"kind-{kind.kind}" in offered(page) or "who-none" in offered(page):
            page = tap_on(client, page, "who-none", f"kind-{kind.kind}")
        if kind.suits:
            page = tap_on(client, page, f"suit-{kind.suits[-1].letter}")
        for field in kind.fields:
            if field.needed:
                page = tap_on(client, page, f"f-{field.name}-1")
        for start in ("partners-", "won-", "losers-", "winners-"):
            if 'id="confirm" disabled' in page:
                found = [key for key in offered(page) if key.startswith(start)]
                page = tap_on(client, page, *found[:1])
        assert 'id="confirm" disabled' not in page, (kind.kind, sentence_of(page))
        count = len(table.view().state.finished)
        assert save(client, page).status_code == 303
        assert len(table.view().state.finished) == count + 1
        assert sum(table.view().state.finished[-1].report.result.payout) == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/enter?deal=nein", 404), ("/enter?step=1&who=9", 400), ("/enter?step=1&kind=poker", 400)],
)
def test_what_there_is_not_has_its_plain_sentence(table: Table, path: str, status: int) -> None:
    answer = begin(table).get(path)
    assert answer.status_code == status
    assert sentence(text(answer))


def test_without_an_evening_nothing_can_be_entered(table: Table) -> None:
    assert client_of(table).get("/enter").status_code == 409


def test_a_script_that_saves_is_told_where_to_go_and_shown_what_cannot_be(table: Table) -> None:
    client = begin(table)
    script = {"HX-Request": "true"}
    wrong = taps(client, "who-0", "kind-solo", "suit-H", "won-1", "n-p", "k-4", "k-0")
    shown = client.post("/enter", data=fields_of(wrong, "say"), headers=script)
    assert shown.status_code == 200
    assert "Mit 40 Augen" in sentence_of(text(shown))
    right = taps(client, "who-0", "kind-solo", "suit-H", "won-1")
    told = client.post("/enter", data=fields_of(right, "say"), headers=script)
    assert (told.status_code, told.headers["HX-Redirect"]) == (204, "/")
    assert len(table.view().state.finished) == 1


def test_a_deal_entered_by_hand_says_that_it_has_no_cards(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1"))
    nothing = "Von Hand eingetragen: Karten gibt es zu diesem Spiel keine"
    assert nothing in text(client.get("/"))
    listed = re.search(r'href="(/deals/[^"]+)"', text(client.get("/deals")))
    assert listed is not None
    assert nothing in text(client.get(listed[1]))
