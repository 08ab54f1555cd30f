"""The program with `[mqtt]` in table.toml: seated, played, its broker killed, and itself."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

from flask.testing import FlaskClient

from engine.evening.fold import fold
from engine.journal.snapshot import open_beside
from kiosk.exchange.messages import Guest, ResultMessage, Seating, seating_to_json
from kiosk.exchange.rulings import RulingsMessage, rulings_to_json
from kiosk.exchange.topics import Topics
from kiosk.home.data_folder import Home
from kiosk.home.seal import make_key
from tests.kiosk.cli import address_of, start
from tests.kiosk.exchange.test_rulings import MESSAGE, RULING
from tests.kiosk.integrations.organiser import Organiser
from tests.kiosk.launch.test_damaged_files import launched
from tests.kiosk.launch.test_faults import attempt
from tests.kiosk.web.play.test_score_pad import save, taps
from tests.mosquitto import PATIENCE_S, Mosquitto

TOPICS = Topics("7")
USERS = {"7": "seven", "organiser": "all"}
SEATING = Seating(
    "rennen", "Rennen", 1, (Guest(17), Guest(4), Guest(33), Guest(8)), "schafkopf", {}, 20
)


def prepared(folder: Path, broker: Mosquitto) -> Home:
    home = Home(folder)
    home.prepare()
    make_key(home)
    assert broker.certificates is not None
    (home.root / "password").write_text("seven\n")
    home.table_toml.write_text(
        f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\ntable = "7"\n'
        f'password_file = "password"\nca_file = "{broker.certificates.authority}"\n'
    )
    return home


def page_with(client: FlaskClient, part: str, path: str = "/", *, there: bool = True) -> str:
    """Return a page once it holds, or no longer holds, what another thread brings or takes."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        page = client.get(path).text
        if (part in page) is there:
            return page
    raise AssertionError(page)


def begins(client: FlaskClient, organiser: Organiser) -> None:
    """Begin the round that the organiser says who plays; a new table asks for a language first."""
    first = client.get("/").text
    if 'name="language"' in first:
        token = re.findall(r'name="csrf_token" value="([^"]+)"', first)[0]
        client.post("/begin/language", data={"csrf_token": token, "language": "de"})
    organiser.says(TOPICS.seating, seating_to_json(SEATING), retain=True)
    page = page_with(client, 'id="seating"')
    form = page.partition('id="seating"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert client.post("/start/round", data=fields).status_code == 303


def enters(client: FlaskClient, won: bool) -> None:
    page = taps(client, "who-0", "kind-solo", "suit-H", "won-1" if won else "won-0")
    assert save(client, page).status_code == 303


def test_a_round_from_the_seating_to_the_list_through_killed_brokers_and_programs(
    tmp_path: Path,
) -> None:
    broker = Mosquitto(tmp_path / "broker", USERS, tls=True)
    home = prepared(tmp_path / "home", broker)
    with broker:
        with Organiser(broker, "organiser", "all") as organiser, attempt(launched(home)) as client:
            begins(client, organiser)
            enters(client, True)
            organiser.has(1, 1)
            broker.kill()
            enters(client, False)
            enters(client, True)
        # The plug is pulled while the broker is away, and again the program comes first.
        process = start(home.root, "run", "--no-camera", "--port", "0")
        address_of(process)
        process.kill()
        process.communicate()
        broker.start()
        with Organiser(broker, "organiser", "all") as organiser:
            with attempt(launched(home)) as client:
                organiser.has(1, 1, 2, 3)
                token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/end").text)
                assert token is not None
                ended = client.post("/end", data={"csrf_token": token[1]})
                assert ended.status_code == 303, ended.text
                organiser.has(1, 0)
                with open_beside(home.journal) as journal:
                    state = fold(journal.events())
                    head = journal.head_at(organiser.kept[1, 0].source.seq)
            deals = {
                deal: tuple(each.delta for each in told.seats)
                for (_, deal), told in organiser.kept.items()
                if isinstance(told, ResultMessage)
            }
            assert deals == {deal.number: deal.gains for deal in state.finished}
            over = organiser.kept[1, 0]
            assert not isinstance(over, ResultMessage)
            assert over.source.head == head
            assert re.fullmatch("[0-9a-f]{4}(-[0-9a-f]{4}){4}", over.seal)


def test_what_was_ruled_is_shown_after_a_restart_without_a_line_until_another_comes(
    tmp_path: Path,
) -> None:
    broker = Mosquitto(tmp_path / "broker", USERS, tls=True)
    home = prepared(tmp_path / "home", broker)
    with broker:
        with Organiser(broker, "organiser", "all") as organiser, attempt(launched(home)) as client:
            begins(client, organiser)
            enters(client, True)
            organiser.has(1, 1)
            source = organiser.kept[1, 1].source
            ruling = replace(RULING, round=1, deal=1, cursor=source.cursor, head=source.head)
            penalty = replace(MESSAGE.penalties[0], number=4)
            told = RulingsMessage("rennen", (ruling,), (penalty,))
            organiser.says(TOPICS.rulings, rulings_to_json(told), retain=True)
            page_with(client, RULING.reason, "/scores")
        broker.kill()
        with attempt(launched(home)) as client:
            page = page_with(client, RULING.reason, "/scores")
            assert (page.count("data-ruling="), "Spiel 1: Entscheid" in page) == (2, True)
        # What comes with the line replaces it, nothing too.
        broker.start()
        with Organiser(broker, "organiser", "all") as organiser, attempt(launched(home)) as client:
            page_with(client, RULING.reason, "/scores")
            organiser.says(TOPICS.rulings, rulings_to_json(replace(told, deals=())), retain=True)
            page = page_with(client, RULING.reason, "/scores", there=False)
            assert page.count("data-ruling=") == 1
        broker.kill()
        home.rulings_json.write_bytes(b"{")
        with attempt(launched(home)) as client:
            page = page_with(client, "Was die Turnierleitung zuletzt entschieden hat", "/")
            assert "steht wieder da, sobald der Broker antwortet" in page
            assert "data-ruling=" not in client.get("/scores").text
