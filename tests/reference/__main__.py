"""`python -m tests.reference --deals 5000 --seed 1`: compare, and show what differs."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

from tests.reference.claims import impossible
from tests.reference.compare import differences, how, scored
from tests.reference.sampling import name_of, sample


def main() -> int:
    """Compare so many deals; status 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=1, help="lines to show of each difference")
    parser.add_argument("--only", default="", help="a game, or 'sheepshead with 5'")
    arguments = parser.parse_args()
    made = sample(arguments.seed, arguments.deals, arguments.only)
    dealt: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    claims: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    answers = scored([deal.line for deal in made])
    for deal, answer in zip(made, answers, strict=True):
        if deal.planted:
            table = "planted claims"
            for claim in impossible(deal.line, deal.dealt):
                claims[f"{claim}: {how(answer)}"] += 1
        else:
            table = name_of(deal.line["game"], deal.line["players"])
        found = list(differences(deal, answer))
        dealt[table] += 1
        agreed[table] += not found
        kinds = [f"{deal.line['game']}, {each}" if deal.planted else each for each in found]
        kinds = [kind if deal.planted else kind.split(":")[0] for kind in kinds]
        if any(differing[kind] < arguments.show for kind in kinds):
            print(table, *found, json.dumps(deal.line), sep="\n    ")
        differing.update(kinds)
    for title, counter in (("claims", claims), ("differences", differing)):
        print(f"\n{title}")
        for kind, times in sorted(counter.items()):
            print(f"    {kind}: {times}")
    print()
    for table in sorted(dealt):
        print(f"{table}: {dealt[table]} deals, {agreed[table]} agreed")
    print(f"all: {dealt.total()} deals, {agreed.total()} agreed")
    return 0 if agreed.total() == dealt.total() else 1


if __name__ == "__main__":
    sys.exit(main())
