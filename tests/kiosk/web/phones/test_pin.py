"""The PIN, the tries, and the phones on the list."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.web.phones.desk import code_file, wants_host_mode
from kiosk.web.phones.gate import (
    CODE_S,
    CODE_WITHOUT_SCREEN_S,
    IDLE_S,
    MOST_GUESSES,
    TICKET_S,
    Pairings,
)
from kiosk.web.pin import FORGOTTEN_S, LONGEST_WAIT_S, MOST, TABLE, HostPin, Tries


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairings(tmp_path: Path, clock: Clock) -> Pairings:
    return made(tmp_path, clock)


def made(folder: Path, clock: Clock) -> Pairings:
    pin = HostPin(folder / "pin", Tries(clock))
    return Pairings(folder / "phones.json", pin, lambda: "2026-11-22", clock)


def wrong(pin: HostPin, digits: str = "9999") -> str:
    with pytest.raises(PlainError) as refused:
        pin.check(digits)
    return refused.value.text.de


def test_a_pin_is_kept_as_a_hash_that_only_the_owner_may_read(tmp_path: Path) -> None:
    pin = HostPin(tmp_path / "pin")
    assert not pin.is_set
    pin.choose("2580")
    assert HostPin(tmp_path / "pin").is_set
    kept = (tmp_path / "pin").read_text()
    assert kept.startswith("scrypt:")
    assert "2580" not in kept
    assert stat.S_IMODE((tmp_path / "pin").stat().st_mode) == 0o600
    pin.check("2580")
    assert "nicht der PIN" in wrong(pin, "2581")


@pytest.mark.parametrize("digits", ["", "123", "1234567", "12a4", "٣٤٥٦", "0000", "1234", "4321"])
def test_what_is_no_pin_or_everybodys_is_refused(tmp_path: Path, digits: str) -> None:
    pin = HostPin(tmp_path / "pin")
    with pytest.raises(PlainError):
        pin.choose(digits)
    assert not pin.is_set


def test_after_five_wrong_tries_a_device_waits_twice_as_long_each_time(
    tmp_path: Path, clock: Clock
) -> None:
    pin = HostPin(tmp_path / "pin", Tries(clock))
    pin.choose("2580")
    said = [wrong(pin) for _ in range(MOST)]
    assert ["nicht der PIN" in each for each in said] == [True] * 4 + [False]
    assert "in 15 Sekunden" in said[-1]
    assert "in 15 Sekunden" in wrong(pin, "2580")
    waits = []
    for _ in range(8):
        clock.now += pin._tries.waits(TABLE)
        wrong(pin)
        waits.append(pin._tries.waits(TABLE))
    assert waits == [30, 60, 120, 240, 480, LONGEST_WAIT_S, LONGEST_WAIT_S, LONGEST_WAIT_S]
    assert "in 15 Minuten" in wrong(pin, "2580")
    clock.now += LONGEST_WAIT_S
    pin.check("2580")
    assert "nicht der PIN" in wrong(pin)


def test_who_guesses_makes_nobody_else_wait(tmp_path: Path, clock: Clock) -> None:
    pin = HostPin(tmp_path / "pin", Tries(clock))
    pin.choose("2580")
    for number in range(6 * MOST):
        with pytest.raises(PlainError):
            pin.check("9999", f"phone {number % 3}")
    pin.check("2580")
    pin.check("2580", "another phone")


def test_the_wrong_tries_of_all_devices_guess_no_pin_within_a_week(clock: Clock) -> None:
    """All phones on the list and the table together, for as long as they like."""
    tries, guesses = Tries(clock), 0
    devices = [f"phone {number}" for number in range(12)] + [TABLE]
    end = clock.now + 7 * 24 * 3600
    while clock.now < end:
        for device in devices:
            if tries.waits(device) == 0:
                tries.wrong(device)
                guesses += 1
        clock.now += 15
    assert guesses < 10_000


def test_tries_long_ago_and_before_a_right_one_do_not_add_up(clock: Clock) -> None:
    tries = Tries(clock)
    for _ in range(3):
        for _ in range(MOST - 1):
            tries.wrong(TABLE)
        assert tries.waits(TABLE) == 0
        tries.right(TABLE)
    for _ in range(MOST - 1):
        tries.wrong(TABLE)
    clock.now += FORGOTTEN_S + 1
    tries.wrong(TABLE)
    assert tries.waits(TABLE) == 0


def test_only_so_many_devices_are_remembered(clock: Clock) -> None:
    tries = Tries(clock)
    for number in range(10_000):
        tries.wrong(f"192.0.2.{number}")
    assert len(tries._wrong) <= 4096


@pytest.mark.parametrize("kept", [b"\xff\xfe", b"", b"scrypt", b"scrypt:1048576:99:1$a$b", b"2580"])
def test_a_damaged_file_of_the_pin_is_told_with_the_way_out(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "pin").write_bytes(kept)
    assert "beschädigt; bitte löschen" in wrong(HostPin(tmp_path / "pin"))


def test_a_code_is_good_once_and_for_a_minute(pairings: Pairings, clock: Clock) -> None:
    code = pairings.new_code().word
    assert pairings.has_ticket(pairings.redeem(code.lower().replace("-", " ")))
    with pytest.raises(PlainError):
        pairings.redeem(code)
    late = pairings.new_code().word
    clock.now += CODE_S
    assert pairings.code() is None
    with pytest.raises(PlainError):
        pairings.redeem(late)


def guess(pairings: Pairings, word: str, address: str) -> str:
    with pytest.raises(PlainError) as refused:
        pairings.redeem(word, address)
    return refused.value.text.de


def test_a_code_that_is_right_is_taken_whoever_guessed_before(pairings: Pairings) -> None:
    code = pairings.new_code().word
    for _ in range(MOST + 1):
        said = guess(pairings, "AAAA-AAAA", "192.0.2.66")
    assert "Sekunden" in said
    # A neighbour may stand behind the same address.
    assert pairings.redeem(code, "192.0.2.66")


def test_a_code_thought_up_by_a_person_is_not_guessed_from_one_address(
    pairings: Pairings,
) -> None:
    pairings.lay_ready("stammtisch2026")
    for _ in range(MOST):
        guess(pairings, "stammtisch2025", "192.0.2.66")
    assert "Sekunden" in guess(pairings, "stammtisch2026", "192.0.2.66")
    assert pairings.redeem("stammtisch2026", "192.0.2.7")


def test_a_code_that_is_shown_gives_way_once_many_guessed_at_it(
    pairings: Pairings, clock: Clock
) -> None:
    code = pairings.new_code().word
    for second in range(int(CODE_S) - 1):
        # One phone does not come so far.
        guess(pairings, "AAAA-AAAA", "192.0.2.66")
        clock.now += 1
        assert pairings.code() is not None, second
    found = pairings.code()
    assert found is not None
    assert found[0].word == code
    for number in range(MOST_GUESSES):
        guess(pairings, "AAAA-AAAA", f"192.0.2.{number}")
    found = pairings.code()
    assert found is not None
    assert found[0].word != code
    guess(pairings, code, "192.0.2.7")
    assert pairings.redeem(found[0].word, "192.0.2.7")


def test_a_code_read_from_a_log_stays(pairings: Pairings) -> None:
    code = pairings.new_code(CODE_WITHOUT_SCREEN_S).word
    for number in range(3 * MOST_GUESSES):
        guess(pairings, "AAAA-AAAA", f"192.0.2.{number}")
    assert pairings.redeem(code, "192.0.2.7")


def test_from_another_address_a_phone_gives_its_pin_once_more(pairings: Pairings) -> None:
    ticket = pairings.redeem(pairings.new_code().word, "192.0.2.7")
    secret = pairings.enter(ticket, "2580", "x", "192.0.2.7")
    phone = pairings.known(secret)
    assert phone is not None
    assert pairings.awake(phone, "192.0.2.7")
    # Somebody read the secret along, and guesses: the phone itself goes on.
    assert not pairings.awake(phone, "192.0.2.66")
    for _ in range(2 * MOST):
        with pytest.raises(PlainError):
            pairings.wake(phone, "9999", "192.0.2.66")
    assert pairings.awake(phone, "192.0.2.7")
    pairings.wake(phone, "2580", "192.0.2.8")
    assert pairings.awake(phone, "192.0.2.8")
    assert not pairings.awake(phone, "192.0.2.7")


def test_the_first_phone_chooses_the_pin_and_the_next_has_to_know_it(
    pairings: Pairings, tmp_path: Path, clock: Clock
) -> None:
    first = pairings.enter(pairings.redeem(pairings.new_code().word), "2580", "Resis")
    ticket = pairings.redeem(pairings.new_code().word)
    with pytest.raises(PlainError):
        pairings.enter(ticket, "2581", "Tonis")
    second = pairings.enter(ticket, "2580", "Tonis")
    assert [phone.name for phone in pairings.phones] == ["Resis", "Tonis"]
    assert (tmp_path / "phones.json").stat().st_mode & 0o077 == 0
    assert first not in (tmp_path / "phones.json").read_text()
    # After a restart both are on the list, and asked for the PIN once more.
    again = made(tmp_path, clock)
    phone = again.known(second)
    assert phone is not None
    assert not again.awake(phone)
    again.wake(phone, "2580")
    assert again.awake(phone)
    again.revoke(phone.id)
    assert again.known(second) is None
    assert again.known(first) is not None


def test_with_the_thirteenth_phone_the_first_is_off_the_list(pairings: Pairings) -> None:
    def enter(name: str) -> str:
        return pairings.enter(pairings.redeem(pairings.new_code().word), "2580", name)

    first, second, *_ = [enter(str(number)) for number in range(1, 13)]
    assert pairings.known(first) is not None
    enter("13")
    assert [phone.name for phone in pairings.phones] == [str(n) for n in range(2, 14)]
    assert pairings.known(first) is None
    assert pairings.known(second) is not None


def test_a_ticket_is_good_once_and_for_five_minutes(pairings: Pairings, clock: Clock) -> None:
    ticket = pairings.redeem(pairings.new_code().word)
    clock.now += TICKET_S
    with pytest.raises(PlainError):
        pairings.enter(ticket, "2580", "x")
    ticket = pairings.redeem(pairings.new_code().word)
    pairings.enter(ticket, "2580", "x")
    with pytest.raises(PlainError):
        pairings.enter(ticket, "2580", "y")


def test_a_phone_that_was_not_used_for_half_a_day_is_asked_again(
    pairings: Pairings, clock: Clock
) -> None:
    secret = pairings.enter(pairings.redeem(pairings.new_code().word), "2580", "x")
    phone = pairings.known(secret)
    assert phone is not None
    clock.now += IDLE_S - 1
    assert pairings.awake(phone)
    clock.now += IDLE_S
    assert not pairings.awake(phone)


def test_a_damaged_list_lets_nobody_in(tmp_path: Path, clock: Clock) -> None:
    pairings = made(tmp_path, clock)
    pairings.enter(pairings.redeem(pairings.new_code().word), "2580", "Resis")
    assert [phone.name for phone in made(tmp_path, clock).phones] == ["Resis"]
    one = {"id": "ab", "name": "x", "since": "y", "hash": "ä"}
    odd = json.dumps({"phones": [one], "used": []})
    for damaged in ('{"phones": [{"id": 1}]}', odd, "[" * 9999):
        (tmp_path / "phones.json").write_text(damaged)
        assert made(tmp_path, clock).phones == ()


def test_a_code_laid_ready_for_a_machine_without_a_screen_works_once(
    pairings: Pairings, tmp_path: Path, clock: Clock
) -> None:
    file = tmp_path / "mehrkopf-code.txt"
    assert not wants_host_mode((file,))
    file.write_text("stammtisch-2026\n")
    assert wants_host_mode((file,))
    assert code_file(pairings, (file,)) == file
    clock.now += 3600
    pairings.enter(pairings.redeem("Stammtisch 2026"), "2580", "x")
    again = made(tmp_path, clock)
    assert code_file(again, (file,)) is None
    with pytest.raises(PlainError):
        again.redeem("stammtisch-2026")


def test_a_short_code_laid_ready_is_not_taken(pairings: Pairings, tmp_path: Path) -> None:
    file = tmp_path / "mehrkopf-code.txt"
    file.write_text("abc")
    files = (file, tmp_path / "none.txt")
    assert code_file(pairings, files) is None
    # Nor is what lies before it in the way of a good one.
    (tmp_path / "none.txt").write_text("stammtisch-2026")
    assert code_file(pairings, files) == tmp_path / "none.txt"
    file.write_text("stammtisch-2026")
    assert code_file(pairings, files) == file
