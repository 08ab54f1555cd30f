"""How well a foreign deck is noticed: `python -m models.workshop.measuring.belonging [--kept-out]`.

Every deck is enrolled from one view a card in good light; its own cards and those of every other
deck are then seen in a usual room and in a dark pub. Three scores tell own from foreign: the
similarity to the most similar card, the same with how well the other similarities agree with what
that card's neighbours are like, and how much better another enrolled deck explains the card. The
numbers of `vision.reading.other_deck` were chosen on the training side; `--kept-out` measures on
decks that no net learned from. `--prints` does that for other prints of the decks alone
(`models.workshop.decks.reprint`): noticed after four, eight and twelve cards, and the deck itself
taken for another print.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.workshop.decks import face_decks
from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.decks.reprint import reprint
from models.workshop.measuring.embedding import Runs, prototypes, vectors
from models.workshop.pictures import Picture
from models.workshop.rendering.cache import strangers
from models.workshop.rendering.views import ground, view
from vision.reading.nets import load_nets
from vision.reading.other_deck import (
    CARDS,
    DOUBT_NATS,
    ENOUGH,
    FEWEST,
    LEAD,
    LONGEST,
    UNLIKE,
    unlike,
)

TRAINED = (
    "german-symbolic-benni0815",
    "french-gnome-anglo",
    "french-kde-nicu-white",
    "french-gnome-tarocco",
    "french-pysol-1815",
    "french-gnome-rheinland",
    "french-pysol-hamburg-a",
)
KEPT_OUT = (
    "german-xskat-pysol",
    "french-gnome-swiss-xvii",
    "french-gnome-dondorf",
    "french-gnome-slavic_costumes",
    "german-salzburg-cartoon-hebab",
)
DRAWN = {False: (4001, 4002, 4003), True: (5001, 5002, 5003)}
MOST_FACES = 40
VIEWS = 3
HANDS = 200
"""Handfuls of cards drawn of each pair of decks."""
SEED = 77_002


@dataclass(frozen=True)
class DeckViews:
    """One deck: vectors of the enrolled faces both ways up, and of views by level."""

    name: str
    upright: Picture
    turned: Picture
    views: dict[int, Picture]
    german: bool

    def alike(self, seen: Picture) -> Picture:
        """Similarities [n, cards] of vectors [n,128]."""
        best: Picture = np.maximum(seen @ self.upright.T, seen @ self.turned.T)
        return best


def see(net: Runs, deck: FaceDeck) -> DeckViews:
    """Enrol a deck and look at its cards."""
    faces = list(deck.faces.values())[:MOST_FACES]
    rng = np.random.default_rng([SEED, *deck.name.encode()])
    stock = ground(rng, strangers(rng) + faces[::2], tables=12)
    good = np.stack([view(face, stock, rng, 0, upright=True)[0] for face in faces])
    upright, turned = prototypes(net, good)
    views = {
        level: vectors(
            net, np.stack([view(f, stock, rng, level)[0] for f in faces for _ in range(VIEWS)])
        )
        for level in (1, 2)
    }
    return DeckViews(deck.name, upright, turned, views, "EA" in deck.faces)


def auroc(own: Picture, foreign: Picture) -> float:
    """Chance that an own card scores higher than a foreign one."""
    order = np.argsort(np.argsort(np.concatenate([own, foreign]))) + 1
    above = order[: len(own)].sum() - len(own) * (len(own) + 1) / 2
    return float(above / (len(own) * len(foreign)))


def nearest(deck: DeckViews, seen: Picture) -> Picture:
    """Similarity to the most similar card."""
    best: Picture = deck.alike(seen).max(1)
    return best


def neighbourly(deck: DeckViews, seen: Picture) -> Picture:
    """How well the similarities to all other cards agree with the most similar card's own."""
    alike, among = deck.alike(seen), deck.alike(deck.upright)
    found = []
    for row in alike:
        top = int(row.argmax())
        rest = np.arange(len(row)) != top
        found.append(float(np.corrcoef(row[rest], among[top][rest])[0, 1]))
    return np.array(found)


def single(
    which: Sequence[DeckViews], level: int, score: Callable[[DeckViews, Picture], Picture]
) -> float:
    """Mean over decks of how well single cards are told from those of all others."""
    found = []
    for deck in which:
        foreign = [score(deck, other.views[level]) for other in which if other is not deck]
        found.append(auroc(score(deck, deck.views[level]), np.concatenate(foreign)))
    return float(np.mean(found))


def handful(
    deck: DeckViews,
    played: DeckViews,
    others: Sequence[DeckViews],
    level: int,
    count: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Mean similarity of some cards to the enrolled deck, and how much more to another one."""
    seen = played.views[level]
    taken = seen[rng.choice(len(seen), count, replace=False)]
    own = float(nearest(deck, taken).mean())
    return own, max(float(nearest(other, taken).mean()) for other in others) - own


@dataclass(frozen=True)
class Together:
    """Shares of handfuls of cards: a foreign deck noticed, and one's own wrongly taken for it."""

    noticed: float
    wrongly: float
    noticed_alone: float
    """Where the foreign deck is not enrolled."""
    wrongly_alone: float
    handfuls: int

    def words(self) -> str:
        """Return the shares in one line."""
        return (
            f"other deck enrolled, {ENOUGH} cards: noticed {self.noticed:.4f}, wrongly "
            f"{self.wrongly:.4f}; not enrolled, {CARDS} cards: noticed {self.noticed_alone:.4f}, "
            f"wrongly {self.wrongly_alone:.4f} (of {self.handfuls})"
        )


def together(which: Sequence[DeckViews], level: int) -> Together:
    """Return how often a foreign deck is noticed, and one's own taken for foreign."""
    rng = np.random.default_rng([SEED, level])
    own: list[bool] = []
    named: list[bool] = []
    alone: list[bool] = []
    alone_own: list[bool] = []
    for deck in which:
        others = [other for other in which if other is not deck]
        for _ in range(HANDS * len(others)):
            own.append(handful(deck, deck, others, level, ENOUGH, rng)[1] > LEAD)
            taken = rng.choice(nearest(deck, deck.views[level]), CARDS, replace=False)
            alone_own.append(unlike(taken) > DOUBT_NATS)
        for other in others:
            for _ in range(HANDS):
                named.append(handful(deck, other, [other], level, ENOUGH, rng)[1] > LEAD)
                taken = rng.choice(nearest(deck, other.views[level]), CARDS, replace=False)
                alone.append(unlike(taken) > DOUBT_NATS)
    return Together(
        noticed=float(np.mean(named)),
        wrongly=float(np.mean(own)),
        noticed_alone=float(np.mean(alone)),
        wrongly_alone=float(np.mean(alone_own)),
        handfuls=len(own),
    )


def foreign_faces(which: Sequence[DeckViews], level: int) -> str:
    """Say how often some faces on still pictures are told to be of another deck."""
    rng = np.random.default_rng([SEED, level, 6])
    told: dict[str, list[bool]] = {"own": [], "other suits": [], "same suits": []}
    for deck in which:
        for played in which:
            kind = "other suits" if deck.german != played.german else "same suits"
            told["own" if played is deck else kind] += [
                handful(deck, played, [deck], level, ENOUGH, rng)[0] < UNLIKE for _ in range(HANDS)
            ]
    shares = (f"{kind} {np.mean(each):.4f} of {len(each)}" for kind, each in told.items())
    return f"still pictures, {ENOUGH} faces, told as of another deck: {', '.join(shares)}"


PRINT_FACES, PRINTS = 12, 2
OWN_HANDS = 4000
"""Handfuls of a deck's own cards in all."""


def prints(net: Runs, which: Sequence[FaceDeck]) -> None:
    """Say how other prints of the decks are noticed, and how often the deck itself is."""
    rng = np.random.default_rng([SEED, 9])
    own: list[Picture] = []
    other: dict[int, list[Picture]] = {1: [], 2: []}
    for deck in which:
        some = FaceDeck(deck.name, dict(list(deck.faces.items())[::3][:PRINT_FACES]))
        first, *anew = (see(net, some), *(see(net, reprint(some, n + 1)) for n in range(PRINTS)))
        for level in (1, 2):
            own += [nearest(each, each.views[level]) for each in (first, *anew)]
            other[level] += [nearest(first, each.views[level]) for each in anew]
        print(
            f"{deck.name}: own {own[-3].mean():.3f}, others {other[2][-1].mean():.3f} in the dark"
        )
    each = -(-OWN_HANDS // len(own))
    for count in (FEWEST, CARDS, LONGEST):
        wrongly = _doubted(own, count, each, rng)
        shares = (
            f"level {at}: {np.mean(_doubted(other[at], count, HANDS, rng)):.3f}" for at in other
        )
        print(
            f"another print, {count} cards: noticed {', '.join(shares)}; the deck itself taken for "
            f"one: {sum(wrongly)} of {len(wrongly)}"
        )


def _doubted(
    seen: Sequence[Picture], count: int, hands: int, rng: np.random.Generator
) -> list[bool]:
    return [
        unlike(rng.choice(alike, count, replace=False)) > DOUBT_NATS
        for alike in seen
        for _ in range(hands)
    ]


def main(words: Sequence[str]) -> int:
    """Print the figures for both levels."""
    nets = load_nets()
    kept_out = "--kept-out" in words
    which = [*face_decks.load(KEPT_OUT if kept_out else TRAINED)]
    which += [drawn_deck(seed) for seed in DRAWN[kept_out]]
    if "--prints" in words:
        prints(nets.embedding, which)
        return 0
    seen = []
    for number, deck in enumerate(which, 1):
        seen.append(see(nets.embedding, deck))
        print(f"{number}/{len(which)}  {deck.name}", file=sys.stderr, flush=True)
    for level in (1, 2):
        print(
            f"level {level}  single card, AUROC: similarity {single(seen, level, nearest):.4f}, "
            f"neighbourhood {single(seen, level, neighbourly):.4f}"
        )
        print(f"         {together(seen, level).words()}")
        print(f"         {foreign_faces(seen, level)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
