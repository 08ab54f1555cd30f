"""The evening by ear: every card, trick, turn, question and payment; nothing lags behind."""

from __future__ import annotations

import html
import io
import re
import shutil
import wave
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest
from flask.testing import FlaskClient

from engine.cards import GERMAN_32, card
from engine.deal.record import Contract
from engine.events import CardCorrected, EveningEnded
from engine.journal.journal import Journal
from engine.text import LANGUAGES, Language
from kiosk.box.sounds import (
    LASTING_S,
    STALE_S,
    Comfort,
    SoundChoice,
    Speaker,
    SpeechOrder,
    Tone,
    news,
    spoken,
)
from kiosk.director.outlook import Question
from kiosk.home.region import Region, in_region
from kiosk.screens import by_ear
from kiosk.screens.by_ear import Passing, money
from kiosk.screens.cards import card_name
from kiosk.table.commands import Announce, LayCard, StartDeal, StartEvening, Undo
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from tests.kiosk.box.test_sounds import DAY, PATIENCE_S, Ear
from tests.kiosk.every_page.in_words import unworded
from tests.kiosk.every_page.states import STATES
from tests.kiosk.exports.evenings import AT
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.served import touch_table

PLAYS = RUFSPIEL.split()
EAR = SoundChoice(every=True, night=False)


def told(before: TableView, now: TableView, language: Language = "de") -> list[str]:
    found = news(before, now, every=True)
    return [each.sentence.in_language(language) for each in found if each.sentence is not None]


def at_the_table(cards: int = 0) -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(PLAYS[:cards])
    return door


def next_card(door: FakeDoor, play: str, language: Language = "de") -> list[str]:
    before = door.view()
    door.play([play])
    return told(before, door.view(), language)


def region(client: FlaskClient) -> str:
    """Return what the page's one live region tells."""
    (said,) = re.findall(
        r'<p class="sr" id="said" role="status">([^<]*)</p>', text(client.get("/"))
    )
    return html.unescape(said)


def test_every_card_trick_and_turn_is_told_in_both_languages() -> None:
    door = at_the_table(2)
    assert next_card(door, PLAYS[2]) == ["Vroni: Herz-Acht.", "Sepp ist dran."]
    assert next_card(door, PLAYS[3]) == [
        "Sepp: Schellen-Ober.",
        "Der Stich geht an Resi: 8 Augen.",
        "Resi kommt heraus.",
    ]
    assert next_card(door, PLAYS[4], "en") == ["Resi: Ober of Leaves.", "It is Toni’s turn."]


def test_the_beginning_and_the_end_are_told_with_who_pays_whom() -> None:
    door = FakeDoor()
    before = door.view()
    door.seat_them()
    assert told(before, door.view()) == ["Wer spielt was? Spiel 1. Geber Sepp."]
    before = door.view()
    door.call()
    assert told(before, door.view())[0] == "Resi spielt Rufspiel auf die Gras-Sau."
    door.play(RUFSPIEL)
    before = door.view()
    door.finish()
    assert told(before, door.view()) == [
        "Resi und Sepp gewinnen.",
        "116 zu 4.",
        "Schneider.",
        "Mit 4 Laufenden.",
        "Toni zahlt an Resi 70 Cent.",
        "Vroni zahlt an Sepp 70 Cent.",
    ]
    assert news(before, door.view(), every=True)[0].tone is Tone.RESULT
    assert told(door.view(), door.view()) == []


def test_an_alert_is_told_with_its_proof() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(REVOKE[:21])
    before = door.view()
    door.play(REVOKE[21:22])
    assert told(before, door.view()) == [
        "Toni: nicht bedient.",
        "Stich 5. Eichel angespielt – Toni warf Schellen ab.",
        "Stich 6. … und spielte dann selbst Eichel.",
        "Gewertet wird erst, wenn ihr entscheidet.",
    ]


def test_a_question_names_the_cards_to_choose_from_once() -> None:
    door = at_the_table(2)
    deal = door.view().state.deal
    assert deal is not None
    before = door.view()
    asked = Question(deal.id, deal.laid[-1].seq, (card("EU"), card("EO")))
    door.show(questions=(asked,))
    assert told(before, door.view()) == ["Welche Karte legte Toni? Eichel-Unter oder Eichel-Ober."]
    assert told(door.view(), door.view()) == []


def test_what_is_put_right_or_taken_back_is_told_as_that(table: Table) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    table.do(Announce(Contract("wenz", 0)))
    for code in ("EO", "EU"):
        table.do(LayCard(card(code)))
    before = table.view()
    table.do(Undo())
    assert told(before, table.view()) == ["Zurückgenommen: Toni, Eichel-Unter.", "Toni ist dran."]
    door = at_the_table(2)
    deal = door.view().state.deal
    assert deal is not None
    before = door.view()
    door.record(CardCorrected(deal.laid[-1].seq, card("GU")))
    assert told(before, door.view())[0] == "Berichtigt: Toni: Gras-Unter."
    swept = at_the_table(4)
    assert not [said for said in next_card(swept, PLAYS[4]) if "Zurückgenommen" in said]


@pytest.mark.parametrize("cards", [1, 3, 4, 9, 31])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_pages_live_region_tells_the_same_words_and_is_the_only_one_for_the_play(
    cards: int, language: Language
) -> None:
    door = at_the_table(cards - 1)
    said = next_card(door, PLAYS[cards - 1], language)
    client = client_of(door, language)
    assert region(client) == " ".join(said)
    page = text(client.get("/"))
    assert "aria-live" not in page
    lively = re.findall(r'<\w+ [^>]*role="(?:status|alert)"[^>]*>', page)
    assert [each for each in lively if 'id="said"' not in each and 'id="hint"' not in each] == []


def test_an_alert_tells_itself_and_the_region_is_silent() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(REVOKE[:22])
    client = client_of(door)
    assert region(client) == ""
    assert text(client.get("/")).count('role="alert"') == 1


def test_no_card_is_said_that_the_page_does_not_show_at_that_moment() -> None:
    door = at_the_table()
    client = client_of(door)
    names = {card_name(each).de for each in GERMAN_32}
    for play in PLAYS:
        said = " ".join(next_card(door, play))
        shown = text(client.get("/"))
        heard = {name for name in names if name in said}
        assert len(heard) == 1
        assert all(name in shown for name in heard)


def test_the_words_of_the_region_hold_for_the_voice() -> None:
    at = PLAYS.index("3GA")
    ear, door = Ear(), at_the_table(at)
    words = Region("Laub", "Ass")
    comfort = Comfort(None, lambda: DAY, lambda said: (in_region(said.de, words, ()), "de"), ear)
    comfort.choose(EAR)
    comfort.heard(door.view())
    door.play(PLAYS[at : at + 1])
    comfort.heard(door.view())
    assert ear.news.wait(PATIENCE_S)
    comfort.close()
    assert ear.heard[0] == ("Sepp: Laub-Ass.", "de")


@pytest.mark.parametrize(
    ("amount", "de", "en"),
    [(70, "70 Cent", "70 cents"), (120, "1 Euro 20", "1 euro 20"), (300, "3 Euro", "3 euros")],
)
def test_money_is_said_as_people_say_it(amount: int, de: str, en: str) -> None:
    said = money(Fraction(amount), at_the_table().view().state.rules)
    assert (said.de, said.en) == (de, en)


def test_the_end_of_the_evening_tells_who_pays_whom() -> None:
    door = at_the_table(32)
    door.finish()
    before = door.view()
    door.record(EveningEnded())
    assert told(before, door.view()) == [
        "Der Abend ist zu Ende.",
        "Toni zahlt an Resi 70 Cent.",
        "Vroni zahlt an Sepp 70 Cent.",
    ]


class Slow(Ear):
    """A voice that holds its first sentence until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let_go = Event(), Event()

    def say(self, sentence: str, language: Language, level: int) -> None:
        super().say(sentence, language, level)
        self.begun.set()
        assert self.let_go.wait(PATIENCE_S)


def sentences_of(ear: Ear) -> list[object]:
    return [each[0] for each in ear.heard if isinstance(each, tuple)]


def test_what_is_newer_takes_the_place_of_a_card_that_waits() -> None:
    ear = Slow()
    here = Speaker(ear)

    def say(words: str, passing: Passing | None) -> None:
        here.play(SpeechOrder(None, words, "de", 2, passing))

    say("erste Karte", Passing.CARD)
    assert ear.begun.wait(PATIENCE_S)
    for number in range(2, 5):
        say(f"Karte {number}", Passing.CARD)
        say(f"dran {number}", Passing.TURN)
    say("Stich", Passing.TRICK)
    say("Frage", None)
    say("letzte Karte", Passing.CARD)
    ear.let_go.set()
    here.finish()
    assert sentences_of(ear) == ["erste Karte", "Stich", "Frage", "letzte Karte"]


def test_once_it_is_closed_nothing_that_waits_is_said() -> None:
    ear = Slow()
    here = Speaker(ear)
    for words in ("erste", "zweite", "dritte"):
        here.play(SpeechOrder(None, words, "de", 2))
    assert ear.begun.wait(PATIENCE_S)
    closing = Thread(target=here.close)
    closing.start()
    with here._changed:
        assert here._changed.wait_for(lambda: here._over, PATIENCE_S)
    ear.let_go.set()
    closing.join(PATIENCE_S)
    assert sentences_of(ear) == ["erste"]


def test_what_stays_on_the_screen_is_said_later_than_a_card() -> None:
    for keeps, heard in ((STALE_S, []), (LASTING_S, ["Befund"])):
        ear, times = Ear(), iter([0.0, STALE_S + 1, STALE_S + 1])
        here = Speaker(ear, lambda times=times: next(times))  # type: ignore[misc]
        here.play(SpeechOrder(None, "Befund", "de", 2, None, keeps))
        here.finish()
        assert sentences_of(ear) == heard


def test_a_voice_that_cannot_follow_never_falls_far_behind() -> None:
    """However fast cards are laid: after each sentence the newest is next."""
    ear, door = Slow(), FakeDoor()
    comfort = Comfort(now=lambda: DAY, voice=ear)
    comfort.choose(EAR)
    door.seat_them()
    door.call()
    comfort.heard(door.view())
    for number, play in enumerate(PLAYS):
        door.play([play])
        comfort.heard(door.view())
        if not number:
            assert ear.begun.wait(PATIENCE_S)
    ear.let_go.set()
    speaker = comfort._speaker
    assert speaker is not None
    speaker.finish()
    assert sentences_of(ear) == [
        "Resi: Eichel-Ober.",
        "Vroni: Herz-Sieben.",
        "Der Stich geht an Vroni: 4 Augen.",
    ]


def test_it_is_off_until_a_person_wants_it_and_then_the_night_does_not_silence_it() -> None:
    ear, door = Ear(), FakeDoor()
    comfort = Comfort(now=lambda: DAY, voice=ear)
    assert (comfort.choice.every, comfort.choice.night) == (False, True)
    client = client_of(door, comfort=comfort)
    assert "Der Abend zum Hören" in text(client.get("/comfort"))
    post(client, "/comfort", every="on")
    assert (comfort.choice.every, comfort.choice.night) == (True, False)
    post(client, "/comfort/try")
    assert ear.news.wait(PATIENCE_S)
    post(client, "/comfort", every="off")
    assert comfort.choice.every is False
    comfort.close()


@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is optional")
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_real_voice_speaks_a_whole_deal(language: Language) -> None:
    door = at_the_table(27)
    said = [line for play in PLAYS[27:] for line in next_card(door, play, language)]
    before = door.view()
    door.finish()
    said += told(before, door.view(), language)
    assert len(said) > 12
    for sentence in said:
        with wave.open(io.BytesIO(spoken(sentence, language, 2))) as sound:
            samples = sound.readframes(sound.getnframes())
            rate = sound.getframerate()
        # espeak-ng writes to a pipe: the header's length is not the sound's.
        seconds = len(samples) / 2 / rate
        assert 0.4 < seconds < 8, (sentence, seconds)
        assert max(map(abs, memoryview(samples).cast("h"))) > 3000


def test_where_points_are_counted_no_money_is_told() -> None:
    door = at_the_table(32)
    before = door.view()
    door.finish()
    paid = [each.words.de for each in by_ear.heard(before, door.view())]
    assert any("Toni zahlt an Resi 70 Cent." in said for said in paid), paid
    plain = [each.words.de for each in by_ear.heard(before, door.view(), in_money=False)]
    assert any("Toni zahlt an Resi 70." in said for said in plain), plain
    assert not any("Cent" in said for said in plain)
    for chosen, words in ((True, "70 Cent"), (False, "Resi 70.")):
        page = text(client_of(door, money=chosen).get("/"))
        region = re.search(r'id="said"[^>]*>(.*?)<', page, re.DOTALL)
        assert region is not None
        assert words in region[1]


@pytest.mark.parametrize("state", STATES)
def test_whatever_happens_is_told_in_whole_sentences(tmp_path: Path, state: str) -> None:
    """Event by event, in every state an evening goes through, of every game."""
    seen: list[TableView] = []
    with touch_table(Journal.open(tmp_path / "j.sqlite"), lambda: AT, source="camera") as table:
        seen.append(table.view())
        for event in STATES[state]:
            table.call(lambda core, event=event: core.commit((event,)))  # type: ignore[misc]
            seen.append(table.view())
    for language in LANGUAGES:
        lines = [line for one, two in pairwise(seen) for line in told(one, two, language)]
        assert len(lines) >= len(STATES[state]) // 2
        assert [line for line in lines if not re.fullmatch(r"\S.*[.!?…]", line)] == []
        assert [line for line in lines if unworded(line) or "{" in line] == []
