"""Deal files and rule files with one small thing changed in them: a letter, a field, a value."""

from __future__ import annotations

import copy
import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from engine.games import GAMES
from engine.rules.description import to_toml
from engine.rules.house_rules import preset_rules
from tests.engine.dealfile.test_dealfile_examples import examples
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import table

Json = dict[str, Any]

_STRANGE: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 7, 99, 1.5, 10**30, "", "x", "EO", "g7", "pass", "kontra"),
    *([], [0], [[]], ["EO"], [[0, "EO"]], {}, {"kind": "solo"}, {"say": "re"}, "\ud800", "ß"),
)
_RICHER: tuple[Json, ...] = (
    {"doubles": ["kontra", "re"]},
    {"doubles": [{"say": "kontra", "seat": 1, "after": 0}]},
    {"rules": {"preset": "schafkopf", "laufende_min": 2, "tariff": {"call": 5, "solo": 20}}},
    {"stock": 40, "dealt": "8"},
    {"rulings": [{"kind": "revoke", "seat": 1, "play": 3, "ruling": "upheld"}]},
    {"seats": ["a", "b", "c", "d"], "evening": "e", "deal": "1", "x_note": {"a": [1]}},
)


def played(chance: random.Random) -> Json:
    """Return a whole deal of any game as its line says it, with things said besides."""
    game = chance.choice(sorted(GAMES))
    players = chance.choice(GAMES[game].player_counts)
    play = play_out(start(deal_cards(table(game, players, chance), chance)), anyhow(chance))
    line = to_json(record_of(play.deal, f"deal-{chance.randrange(1000)}"))
    if chance.random() < 0.3:
        line["hands"] = None
    if game == "schafkopf" and players == 4:
        line |= chance.choice(_RICHER)
    return line


def whole_deals(chance: random.Random) -> Iterator[Json]:
    """Yield deals without end, as the program writes them: of the page, and played ones."""
    pages = examples()
    while True:
        line = chance.choice(pages) if chance.random() < 0.4 else played(chance)
        yield json.loads(json.dumps(to_json(parse(line))))


@dataclass(frozen=True, slots=True)
class Mutated:
    """A text with one thing changed."""

    what: str
    """Kind of change."""
    text: str


def deal(line: Json, chance: random.Random) -> Mutated:
    """Return a line of a deal file with one thing changed."""
    what, change = chance.choice(_OF_DEAL)
    return change(what, copy.deepcopy(line), chance)


def slip(word: str, chance: random.Random) -> str:
    """Return a word with one letter wrong, missing, too many, or exchanged with the next."""
    changed = word
    while changed == word:
        at = chance.randrange(len(word))
        letter = chance.choice(string.ascii_letters)
        slips = (
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
            word[:at].swapcase() + word[at:],
        )
        changed = chance.choice(slips)
    return changed


def _objects(value: Any) -> Iterator[Json]:
    """Yield every object of the line that has fields; those of people's own fields are theirs."""
    if isinstance(value, dict):
        if value:
            yield value
        for name, each in value.items():
            if not name.startswith("x_"):
                yield from _objects(each)
    elif isinstance(value, list):
        for each in value:
            yield from _objects(each)


def _text(line: Json) -> str:
    return json.dumps(line)


def _name(what: str, line: Json, chance: random.Random) -> Mutated:
    within = chance.choice([*_objects(line)])
    name = chance.choice(sorted(within))
    changed = slip(name, chance)
    fields = {changed if each == name else each: value for each, value in within.items()}
    within.clear()
    within.update(fields)
    return Mutated(what, _text(line))


def _value(what: str, line: Json, chance: random.Random) -> Mutated:
    within = chance.choice([*_objects(line)])
    name = chance.choice(sorted(within))
    within[name] = chance.choice(_STRANGE)
    return Mutated(what, _text(line))


def _entry(what: str, line: Json, chance: random.Random) -> Mutated:
    lists = [each for each in line.values() if isinstance(each, list) and each]
    if not lists:
        return _value(what, line, chance)
    within = chance.choice(lists)
    while isinstance(within[0], list) and within[0] and chance.random() < 0.7:
        within = chance.choice([each for each in within if isinstance(each, list) and each])
    at = chance.randrange(len(within))
    if chance.random() < 0.3:
        within[at : at + 1] = chance.choice(([], [within[at], within[at]]))
    else:
        within[at] = chance.choice(_STRANGE)
    return Mutated(what, _text(line))


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every object or list with the name or index of each plain value in it."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for at, each in entries:
        if isinstance(each, dict | list):
            yield from _leaves(each)
        else:
            yield value, at


def _other(what: str, line: Json, chance: random.Random) -> Mutated:
    """Put a value that stands elsewhere in the line in place of one of its kind."""
    leaves = [*_leaves(line)]
    within, at = chance.choice(leaves)
    same = [each[key] for each, key in leaves if type(each[key]) is type(within[at])]
    within[at] = chance.choice(same)
    return Mutated(what, _text(line))


def _moved(what: str, line: Json, chance: random.Random) -> Mutated:
    source = chance.choice([*_objects(line)])
    name = chance.choice(sorted(source))
    target = chance.choice([*_objects(line)])
    value = source.pop(name)
    target.setdefault(name, value if target is not value else None)
    return Mutated(what, json.dumps(line, default=str))


def _gone(what: str, line: Json, chance: random.Random) -> Mutated:
    within = chance.choice([*_objects(line)])
    within.pop(chance.choice(sorted(within)))
    return Mutated(what, _text(line))


def _twice(what: str, line: Json, chance: random.Random) -> Mutated:
    name = chance.choice(sorted(line))
    again = json.dumps({name: chance.choice(_STRANGE)})[1:-1]
    return Mutated(what, f"{_text(line)[:-1]}, {again}}}")


def _letter(what: str, line: Json, chance: random.Random) -> Mutated:
    return Mutated(what, slip(_text(line), chance))


def _cut(what: str, line: Json, chance: random.Random) -> Mutated:
    text = _text(line)
    return Mutated(what, text[: chance.randrange(len(text))])


_OF_DEAL: tuple[tuple[str, Callable[[str, Json, random.Random], Mutated]], ...] = (
    ("name", _name),
    ("name", _name),
    ("value", _value),
    ("entry", _entry),
    ("other", _other),
    ("other", _other),
    ("moved", _moved),
    ("gone", _gone),
    ("twice", _twice),
    ("letter", _letter),
    ("cut", _cut),
)


def rules_file(chance: random.Random) -> str:
    """Return a whole file of house rules, with its explanations or without."""
    game = chance.choice(sorted(GAMES))
    text = to_toml(preset_rules(game), game, chance.choice(("de", "en")))
    if chance.random() < 0.5:
        return text
    return "".join(f"{line}\n" for line in text.splitlines() if line and line[0] != "#")


def rules(text: str, chance: random.Random) -> Mutated:
    """Return a file of house rules with one thing changed."""
    what = chance.choice(("name", "name", "value", "line", "twice", "letter", "cut"))
    lines = text.splitlines(keepends=True)
    at = chance.choice([at for at, line in enumerate(lines) if " = " in line and line[0] != "#"])
    name, value = lines[at].split(" = ", maxsplit=1)
    if what == "name":
        lines[at] = f"{slip(name, chance)} = {value}"
        return Mutated(what, "".join(lines))
    if what == "value":
        strange = ("true", "0", "-1", "1.5", '"x"', "[]", "{}", "1979-05-27", "nan", "99999999")
        lines[at] = f"{name} = {chance.choice((*strange, slip(value.strip(), chance)))}\n"
    elif what == "line":
        del lines[at]
    elif what == "twice":
        lines.insert(chance.randrange(len(lines)), lines[at])
    changed = "".join(lines)
    if what == "letter":
        changed = slip(changed, chance)
    elif what == "cut":
        changed = changed[: chance.randrange(len(changed))]
    return Mutated(what, changed)
