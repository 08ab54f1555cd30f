"""The deal file, read and scored: one JSON object a line becomes a `DealRecord`.

The format is in `docs/DEAL_FILE.md`. What cannot be read is told in one sentence that names the
field and what belongs there. Fields this version does not know are kept and written back, unless
they look like known ones (`engine.dealfile.names`). `score` answers every line; a line that cannot
be read is an error with its number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from engine.bounds import MOST_DEAL, MOST_ENTRIES, TOO_DEEP, TOO_LONG, TOO_MANY, json_of, too_deep
from engine.cards import FRENCH_52, GERMAN_48, UNSEEN_CODE, Card, Family
from engine.deal.ends import END_FIELDS, ENTERED, read_end
from engine.deal.fields import (
    entries,
    is_whole,
    json_object,
    read_card,
    read_cards,
    refuse_many,
    seat_of,
    text,
    whole,
    word,
    wrong,
)
from engine.deal.record import LONGEST_NOTE, DealRecord, DealRuling, Doubling, JsonObject, Play
from engine.dealfile.contract import bid_reader, contract_fields, read_contract
from engine.dealfile.names import BESIDE, IN_THE_DEAL, refuse_misspelt, within
from engine.dealfile.places import check_places, read_dealt, read_hands, read_piles, reveal_reader
from engine.dealfile.writer import VERSION, answer
from engine.games import GAMES
from engine.games import game as game_named
from engine.games.base import Game
from engine.options import Rules
from engine.referee.evaluation import evaluate
from engine.referee.misfits import check_record
from engine.referee.settlement import check_entered
from engine.rules.house_rules import preset_rules, rules_from
from engine.text import Language, PlainError, Text

_FIELDS = frozenset(
    (
        *("v", "id", "game", "rules", "players", "dealer", "out", "contract", "bids", "doubles"),
        *("plays", "hands", "blind", "piles", "reveals", "dealt", "end", "rulings", "stock"),
        *("suits", "note"),
    )
)
_NEEDED = ("game", "players", "dealer")
NO_JSON = Text(
    de="Die Zeile ist kein JSON; erwartet ist je Zeile ein Spiel als JSON-Objekt.",
    en="This line is not JSON; each line should hold one deal as a JSON object.",
)
_TOLD = Text(de="Das Ergebnis in `end`: {why}", en="The result in `end`: {why}")
_RULINGS = ("upheld", "dismissed", "waived")
_DOUBLING_FIELDS = frozenset({"say", "seat", "after"})
_RULING_FIELDS = frozenset({"kind", "seat", "play", "ruling"})


_NO_OBJECT = Text(
    de='Die Zeile ist kein JSON-Objekt; erwartet ist {"v":1,"game":…}.',
    en='This line is not a JSON object; it should look like {"v":1,"game":…}.',
)
_TWICE = Text(
    de="Das Feld `{name}` steht zweimal in einem Objekt; bitte eines streichen.",
    en="The field `{name}` appears twice in one object; please delete one of them.",
)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the fields of a JSON object, each of which stands there once.

    Raises:
        PlainError: one stands there twice: nobody knows which of the two holds.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(name, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise PlainError(_TWICE.format(name=name))
    return fields


def read_object(line: str) -> dict[str, object]:
    """Return the JSON object of a line.

    Raises:
        PlainError: it is none or too large, or a field stands in it twice.
    """
    if len(line) > MOST_DEAL:
        raise PlainError(TOO_LONG)
    try:
        read = json_of(line, _once)
    except ValueError:
        raise PlainError(NO_JSON) from None
    if not isinstance(read, dict):
        raise PlainError(_NO_OBJECT)
    if too_deep(read):
        raise PlainError(TOO_DEEP)
    return read


def parse_line(line: str) -> DealRecord:
    """Return the deal of one line.

    Raises:
        PlainError: the line is no JSON object, or a field cannot be read.

    >>> deal = parse_line(
    ...     '{"v": 1, "game": "schafkopf", "players": 4, "dealer": 3,'
    ...     ' "contract": {"kind": "wenz", "seat": 0}, "plays": [[0, "EU"], [1, "HU"]]}'
    ... )
    >>> deal.contract.kind, [play.seat for play in deal.plays]
    ('wenz', [0, 1])
    """
    return parse(read_object(line))


def parse(line: Mapping[str, object]) -> DealRecord:
    """Return the deal of one JSON object.

    Raises:
        PlainError: a field cannot be read, or it looks like another one misspelt.
    """
    if len(line) > MOST_ENTRIES:
        raise PlainError(TOO_MANY)
    # Null says nothing, like a field that is left out.
    read = {name: value for name, value in line.items() if value is not None or name not in _FIELDS}
    own = {name: value for name, value in read.items() if name not in _FIELDS}
    if not own.keys() <= BESIDE:
        _refuse_misspelt(read)
    if type(read.get("v", VERSION)) is not int or read.get("v", VERSION) != VERSION:
        raise wrong("v", Text(de="1 sein", en="be 1"), read.get("v"))
    game = game_named(word(read, "game").casefold())
    family = _family(read, game)
    players = whole(read, "players", 2, 8)
    dealer = whole(read, "dealer", 0, players - 1)
    rules = rules_from(json_object(read, "rules"), game.name)
    elsewhere = _IN_DEAL | _IN_END | _in_doubles(game)
    out = entries(read, "out", seat_of(players), "[3]")
    if len(set(out)) < len(out):
        raise wrong("out", Text(de="jeden Platz nur einmal nennen", en="name each seat once"), out)
    if "out" not in read and players not in game.player_counts:
        out = game.sitting_out(rules, players, dealer)
        _check_out(read.get("plays"), game, players, out)
    active = tuple(seat for seat in range(players) if seat not in out)
    if len(active) not in game.player_counts:
        counts = ", ".join(str(count) for count in game.player_counts)
        raise wrong(
            "players",
            Text(
                de=f"ohne die Aussetzenden in `out` für {game.name} {counts} ergeben",
                en=f"come to {counts} for {game.name}, not counting those in `out`",
            ),
            players,
        )
    game.deck(rules, len(active), family)
    piles = read_piles(read.get("piles"), players, family)
    said = read.get("note")
    note = said if isinstance(said, str) and len(said) <= LONGEST_NOTE else None
    if said is not None and note is None:
        # Whoever wrote something else or more there before the field was known finds it again.
        own["note"] = said
    record = DealRecord(
        id=text(read, "id"),
        game=game.name,
        rules=rules,
        players=players,
        dealer=dealer,
        out=out,
        contract=read_contract(
            read.get("contract"), game, active, family, rules, elsewhere=elsewhere
        ),
        bids=entries(
            read, "bids", bid_reader(game, active, family, rules, elsewhere), '[[1, "pass"]]'
        ),
        doubles=entries(
            read,
            "doubles",
            _doubling(game, players),
            f'["{next(iter(game.doubling_words()), "")}"]',
        ),
        plays=_plays(read.get("plays"), active, family),
        hands=read_hands(read.get("hands"), players, family),
        blind=None if read.get("blind") is None else read_cards(read["blind"], "blind", family),
        piles=piles,
        reveals=entries(
            read, "reveals", reveal_reader(players, piles, family), '[[2, 0, 4, "??"]]'
        ),
        dealt=read_dealt(read.get("dealt")),
        end=_end(read.get("end"), game, rules, players),
        rulings=entries(
            read,
            "rulings",
            _ruling(players),
            '[{"kind": "revoke", "seat": 1, "play": 10, "ruling": "upheld"}]',
        ),
        stock=whole(read, "stock", 0, 1_000_000_000) if "stock" in read else 0,
        note=note or None,
        family=family,
        extra=own,
    )
    check_places(record, game)
    if record.end is not None and record.end.get("kind") == ENTERED:
        _check_told(record)
    check_record(record)
    return record


_IN_DEAL = dict.fromkeys(_FIELDS, IN_THE_DEAL)
_IN_END = dict.fromkeys(END_FIELDS, within("end"))
_ANSWERED = dict.fromkeys(
    ("winner", "winners", "declarers", "price", "payout"),
    Text(de="in die Antwort, die ausgerechnet wird", en="in the answer, which is worked out"),
)


def _refuse_misspelt(read: JsonObject) -> None:
    """Refuse a name of the deal's own fields that looks like a known one or belongs elsewhere.

    Raises:
        PlainError: there is one.
    """
    elsewhere = dict(_IN_END)
    game = GAMES.get(str(read.get("game")))
    if game is not None:
        # What is known in several places is named with the last of them.
        named = contract_fields(game, preset_rules(game.name))
        elsewhere = {
            **{spec.name: within("rules") for spec in game.options},
            **_in_doubles(game),
            **elsewhere,
            **dict.fromkeys(named, within("contract")),
        }
    said = {name: value for name, value in read.items() if name not in BESIDE}
    refuse_misspelt(said, _FIELDS, needed=_NEEDED, elsewhere=elsewhere)


def _in_doubles(game: Game) -> dict[str, Text]:
    return dict.fromkeys(game.doubling_words(), within("doubles"))


def _end(value: object, game: Game, rules: Rules, players: int) -> JsonObject | None:
    if not isinstance(value, dict):
        return None if value is None else read_end(value, players)
    said = {name: one for name, one in value.items() if one is not None or name not in END_FIELDS}
    if not END_FIELDS.issuperset(said):
        of_contract = dict.fromkeys(contract_fields(game, rules), within("contract"))
        others = of_contract | _in_doubles(game) | _IN_DEAL | _ANSWERED
        refuse_misspelt(said, END_FIELDS, "end.", ("kind",), others)
    return read_end(said, players)


def _check_told(record: DealRecord) -> None:
    """Check that a result entered by hand can be: it adds up and says what decides the price."""
    try:
        check_entered(record)
    except PlainError as error:
        raise PlainError(_TOLD.format(why=error.text)) from None


def _check_out(plays: object, game: Game, players: int, out: tuple[int, ...]) -> None:
    """Check that nobody played who sits out only because one too many is at the table."""
    listed = plays if isinstance(plays, list) else []
    seats = {play[0] for play in listed if isinstance(play, list) and play and type(play[0]) is int}
    if seats.isdisjoint(out):
        return
    counts, who = ", ".join(map(str, game.player_counts)), ", ".join(map(str, out))
    raise wrong(
        "players",
        Text(
            de=f"für {game.name} eine von {counts} sein, oder `out` nennen, wer aussetzt (ohne "
            f"`out` der Geber, Platz {who}; der hat gespielt)",
            en=f"be one of {counts} for {game.name}, or `out` must name who sits out (without "
            f"`out` that is the dealer, seat {who}, but the dealer has played)",
        ),
        players,
    )


def _family(read: Mapping[str, object], game: Game) -> Family:
    suits = read.get("suits", game.family.value)
    if suits in ("german", "french"):
        return Family(suits)
    raise wrong(
        "suits", Text(de='"german" oder "french" sein', en='be "german" or "french"'), suits
    )


@lru_cache(maxsize=64)
def _known_plays(seats: tuple[int, ...], family: Family) -> dict[int, dict[str, Play]]:
    deck: tuple[Card, ...] = GERMAN_48 if family is Family.GERMAN else FRENCH_52
    return {
        seat: {UNSEEN_CODE: Play(seat, None), **{each.code: Play(seat, each) for each in deck}}
        for seat in seats
    }


def _plays(value: object, seats: tuple[int, ...], family: Family) -> tuple[Play, ...]:
    if value is None:
        return ()
    known = _known_plays(seats, family)
    if isinstance(value, list):
        refuse_many("plays", value)
        try:
            plays = tuple([known[seat][code] for seat, code in value])
        except (KeyError, TypeError, ValueError):
            plays = ()
        # True and 1.0 find what 1 finds, and are no seats.
        if plays and all(type(entry[0]) is int for entry in value):
            return plays
        return tuple(
            _read_play(entry, f"plays[{place}]", known, family) for place, entry in enumerate(value)
        )
    raise wrong(
        "plays",
        Text(de="eine Liste aus [Platz, Karte] sein", en="be a list of [seat, card]"),
        value,
    )


def _read_play(
    entry: object, field: str, known: Mapping[int, Mapping[str, Play]], family: Family
) -> Play:
    seat, said = entry if isinstance(entry, list) and len(entry) == 2 else (None, None)
    if type(seat) is not int or seat not in known:
        seats = ", ".join(str(each) for each in known)
        raise wrong(
            field,
            Text(
                de=f"[Platz, Karte] sein, mit einem der Plätze {seats}",
                en=f"be [seat, card], with one of the seats {seats}",
            ),
            entry,
        )
    return Play(seat, read_card(said, field, family))


def _doubling(game: Game, players: int) -> Callable[[object, str], Doubling]:
    words = game.doubling_words()
    read_seat = seat_of(players)

    def doubling(value: object, field: str) -> Doubling:
        said = value if isinstance(value, dict) else {"say": value}
        refuse_misspelt(said, _DOUBLING_FIELDS, f"{field}.", ("say",))
        say, seat, after = said.get("say"), said.get("seat"), said.get("after")
        say = say.casefold() if isinstance(say, str) else say
        if not isinstance(say, str) or say not in words:
            listed = ", ".join(words)
            raise wrong(field, Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), value)
        if after is not None and not is_whole(after, 0, 64):
            raise wrong(
                f"{field}.after",
                Text(de="die Zahl der liegenden Karten sein", en="be the number of cards laid"),
                after,
            )
        return Doubling(
            say,
            None if seat is None else read_seat(seat, f"{field}.seat"),
            after if isinstance(after, int) else None,
        )

    return doubling


def _ruling(players: int) -> Callable[[object, str], DealRuling]:
    read_seat = seat_of(players)

    def ruling(value: object, field: str) -> DealRuling:
        said = value if isinstance(value, dict) else {}
        refuse_misspelt(said, _RULING_FIELDS, f"{field}.", ("kind", "ruling"))
        kind, play, decided = said.get("kind"), said.get("play"), said.get("ruling")
        if decided not in _RULINGS:
            listed = ", ".join(_RULINGS)
            raise wrong(
                f"{field}.ruling",
                Text(de=f"eines von {listed} sein", en=f"be one of {listed}"),
                decided,
            )
        if not isinstance(kind, str) or not is_whole(play, 0, 1000):
            raise wrong(
                field,
                Text(
                    de="mit kind, seat und play ein Urteil nennen",
                    en="name a verdict by kind, seat and play",
                ),
                value,
            )
        seat = said.get("seat")
        # A joint verdict names nobody: its `seat` is null.
        who = "x" if seat is None and "seat" in said else read_seat(seat, f"{field}.seat")
        return DealRuling(f"{kind}:{who}:{play}", decided)

    return ruling


def score(lines: Iterable[str], language: Language = "en") -> Iterator[dict[str, object]]:
    """Yield one answer a deal, in order; empty lines are passed over.

    A line that cannot be read yields `{"line": number, "error": sentence}`, counted from 1, and the
    rest are still scored.

    >>> [answer] = score(["no deal"])
    >>> print(answer["line"], answer["error"])
    1 This line is not JSON; each line should hold one deal as a JSON object.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse_line(line)
        except PlainError as error:
            yield {"line": number, "error": error.text.in_language(language)}
        else:
            yield answer(record, evaluate(record))
