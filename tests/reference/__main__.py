"""`python -m tests.reference --deals 5000 --seed 1`: compare, and show what differs."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random

from tests.reference.compare import differences, scored
from tests.reference.dealing import Made, family_deal
from tests.reference.dealing_others import bierkopf_deal, sheepshead_deal
from tests.reference.dealing_two import two_player_deal


def main() -> int:
    """Compare so many deals; status 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--only", default="", help="a game, or 'sheepshead with 5'")
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    tables = [each for each in TABLES if arguments.only in f"{each[0]} with {each[1]}"]
    made = [random_deal(rng, *rng.choice(tables)) for _ in range(arguments.deals)]
    for number, deal in enumerate(made):
        deal.line["id"] = f"{arguments.seed}-{number}"
    answers = scored([deal.line for deal in made])
    dealt: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for deal, answer in zip(made, answers, strict=True):
        table = f"{deal.line['game']} with {deal.line['players']}"
        dealt[table] += 1
        found = list(differences(deal, answer))
        agreed[table] += not found
        counted.update({each.split(":")[0] for each in found})
        kinds = {each.split(":")[0] for each in found}
        if any(shown[deal.line["game"] + kind] < arguments.show for kind in kinds):
            shown.update(deal.line["game"] + kind for kind in kinds)
            print(table, *found, json.dumps(deal.line), sep="\n    ")
    for table in sorted(dealt):
        print(f"{table}: {dealt[table]} deals, {agreed[table]} agreed")
    for kind, times in counted.most_common():
        print(f"{kind}: {times}")
    return 0 if agreed.total() == dealt.total() else 1


TABLES = [
    ("schafkopf", 4),
    ("bavarian", 4),
    ("bierkopf", 4),
    *(("mehrkopf", people) for people in range(2, 8)),
    *(("sheepshead", people) for people in range(2, 8)),
]


def random_deal(rng: Random, game: str, people: int) -> Made:
    """A random deal of a game with so many people at the table."""
    if people == 2:
        return two_player_deal(rng, game)
    if game == "bierkopf":
        return bierkopf_deal(rng)
    if game == "sheepshead":
        return sheepshead_deal(rng, people)
    return family_deal(rng, game, people)


if __name__ == "__main__":
    sys.exit(main())
