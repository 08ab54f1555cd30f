"""What a correction teaches, measured: `python -m models.measure_lessons [DECKS]`.

Decks of the training side and decks drawn from seeds kept for choosing numbers are enrolled from
one view in good light. Of each deck the pairs most alike are seen often in a dark pub. Every view
that is misread teaches its card, alone, and the others are read again: the pair's errors should
fall and nobody else's rise. A wrong tap is tried as well: a view read right is named as the other
card of the pair. Decks of which a third is misread in the dark anyway are not among them.
`MOST_LIFT` and `HANDICAP` of `vision.reading.taught` were chosen on these decks.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import GERMAN_48
from models.card_decks import Deck
from models.measure_embedding import Runs, prototypes
from models.pictures import Picture
from models.render_views import ground, view
from models.view_cache import deck_named, strangers
from vision.reading.nets import load_nets
from vision.reading.taught import REACH, Lesson, Taught

DECKS = (
    "german-symbolic-benni0815",
    "french-gnome-anglo",
    "french-gnome-tarocco",
    "drawn-4001",
    "drawn-4002",
    "drawn-4003",
    "drawn-4004",
    "french-gnome-bellot",
    "french-gnome-ornamental",
    "french-pysol-1567",
    "french-pysol-spider",
    "isar",
)
CARDS = 24
PAIRS = 3
VIEWS = 40
OTHERS = 3
SEED = 77_001
TRIED = (0.0, 0.03, 0.06, 0.1, 0.2, 2.0)


@dataclass(frozen=True)
class Seen:
    """One deck's views: vectors of enrolled faces and of views, both ways up, and the truth."""

    enrolled: tuple[Picture, Picture]
    views: tuple[Picture, Picture]
    truth: Picture
    pairs: tuple[tuple[int, int], ...]

    def alike(self) -> Picture:
        """Similarities [views, cards]."""
        upright, turned = self.enrolled
        best: Picture = np.maximum(self.views[0] @ upright.T, self.views[0] @ turned.T)
        return best


@dataclass
class Count:
    """Errors of a lesson's pair and of all other cards, without it and with it."""

    lessons: int = 0
    pair: int = 0
    pair_before: int = 0
    pair_after: int = 0
    others: int = 0
    others_before: int = 0
    others_after: int = 0

    def row(self) -> str:
        """Return the counts as cells."""
        return (
            f"{self.lessons} lessons | pair {self.pair_before} -> {self.pair_after} of {self.pair}"
            f" | others {self.others_before} -> {self.others_after} of {self.others}"
        )


def see(net: Runs, deck: Deck) -> Seen:
    """Enrol a deck from one view a card and look at its cards in a dark pub."""
    faces = list(deck.faces.values())[:CARDS]
    rng = np.random.default_rng([SEED, *deck.name.encode()])
    stock = ground(rng, strangers(rng) + faces[::2], tables=12)
    good = np.stack([view(face, stock, rng, 0, upright=True)[0] for face in faces])
    upright, turned = prototypes(net, good)
    across = np.maximum(upright @ upright.T, upright @ turned.T)
    across[np.tril_indices(len(faces))] = -1
    nearest = np.argsort(-across, axis=None)[:PAIRS]
    pairs = tuple((int(k) // len(faces), int(k) % len(faces)) for k in nearest)
    often = {index for pair in pairs for index in pair}
    truth = np.concatenate(
        [[index] * (VIEWS if index in often else OTHERS) for index in range(len(faces))]
    )
    crops = np.stack([view(faces[index], stock, rng, 2)[0] for index in truth])
    return Seen((upright, turned), prototypes(net, crops), truth, pairs)


def lifted(seen: Seen, alike: Picture, index: int, named: int, lift: float) -> Picture:
    """Return the similarities once the view `index` has taught the card `named`."""
    cards = GERMAN_48[: alike.shape[1]]
    both = np.stack([seen.views[0][index], seen.views[1][index]])
    order = np.argsort(-alike[index])
    instead = int(order[0] if order[0] != named else order[1])
    lesson = Lesson(cards[named], both, cards[instead], "1", "")
    return Taught((lesson,)).lifted(alike, seen.views[0], cards, lift)


def teach(seen: Seen, lift: float, accept: float, count: Count, *, wrong: bool) -> None:
    """Let single views teach and count what becomes of all other views."""
    alike = seen.alike()
    read = alike.argmax(1)
    for one, two in seen.pairs:
        for index in np.flatnonzero((seen.truth == one) | (seen.truth == two)):
            true = int(seen.truth[index])
            named = (two if true == one else one) if wrong else true
            if alike[index].max() < accept or bool(read[index] == true) is not wrong:
                continue
            if alike[index, named] < alike[index].max() - REACH:
                continue
            other = np.arange(len(read)) != index
            after = lifted(seen, alike, int(index), named, lift).argmax(1)
            pair = np.isin(seen.truth, [true, named if wrong else int(read[index])]) & other
            rest = other & ~pair
            count.lessons += 1
            count.pair += int(pair.sum())
            count.pair_before += int((read != seen.truth)[pair].sum())
            count.pair_after += int((after != seen.truth)[pair].sum())
            count.others += int(rest.sum())
            count.others_before += int((read != seen.truth)[rest].sum())
            count.others_after += int((after != seen.truth)[rest].sum())


def main(names: Sequence[str]) -> int:
    """Print a row for each height of the cap; 0 changes nothing, 2 is without a cap."""
    nets = load_nets()
    which = [deck_named(name) for name in names or DECKS]
    seen = []
    for number, deck in enumerate(which, 1):
        seen.append(see(nets.embedding, deck))
        print(f"{number}/{len(which)}  {deck.name}", file=sys.stderr, flush=True)
    for lift in TRIED:
        right, wrong = Count(), Count()
        for one in seen:
            teach(one, lift, nets.accept, right, wrong=False)
            teach(one, lift, nets.accept, wrong, wrong=True)
        print(f"lift {lift:4.2f}  corrections: {right.row()}")
        print(f"           wrong taps:  {wrong.row()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
