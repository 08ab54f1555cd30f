"""The numbers by which a table is watched, in one frozen value: `THRESHOLDS`.

One group for each module of this folder. Levels are grey levels of 0 to 255, shares 0 to 1, times
seconds of the recording, angles radians; a similarity is the cosine that the embedding net gives
a place for a card (1 is the enrolled face itself), and a loss or gain is a difference of two.
"Towards likeness" is a share of the way from `Nets.accept` (0) to a similarity of 1.

Where a text names what a number was measured on, these were own renders of decks that also
taught the nets, never photographs nor recorded evenings. `tests/vision/test_thresholds.py` holds
a digest of all of them, so that none changes unnoticed; `pytest -m prove tests/evenings` says
what a change does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

_CLEAR = 0.4
_SMALLEST, _LARGEST = 0.10, 0.48


@dataclass(frozen=True, slots=True)
class MotionThresholds:
    """When the table rests, and how often a rest is looked at (`motion`)."""

    rest_seconds: float = 0.10
    """The middle of the table must be still so long to be at rest."""
    moving_level: float = 14.0
    """A pixel that differs by more from the beginning of the stillness moves."""
    moving_share: float = 0.0012
    """Share of the middle's pixels that must move for the table not to be still."""
    changed_level: float = 22.0
    """A pixel that differs by more between two rests shows something else."""
    changed_share: float = 0.002
    """Share of the middle's pixels that must show something else for a rest to be a new one."""
    noise_factor: float = 8.0
    """Times the median difference of all pixels: below that a difference is the camera's noise."""
    middle_radius: float = 0.85
    """Radius of the middle, where cards are laid, in half sides of the field."""
    look_seconds: float = 0.16
    """Between two looks at the same unexplained rest; doubled with every look in vain."""
    reread_seconds: tuple[float, ...] = (0.2, 0.5, 1.1)
    """Rest after which the newest card is read once more."""
    refresh_seconds: float = 0.5
    """Between two pictures of a rest in which nothing changes."""


@dataclass(frozen=True, slots=True)
class StillPlaceThresholds:
    """What lies still while something else moves (`scene`)."""

    still_seconds: float = 0.12
    """A place must be still so long before what lies there counts."""
    new_share: float = 0.45
    """Share of a card's area that must lie still and be new."""
    touched_share: float = 0.12
    """Share of a card's area that moves again once something comes over it."""
    usual_card_area: float = 500.0
    """Pixels of a small picture that a card covers, where its size is not known yet."""


@dataclass(frozen=True, slots=True)
class SceneThresholds:
    """Pictures of the resting table, and telling bare cloth by its print (`scene`)."""

    copied_margin: float = 1.06
    """An explained card is copied with so many times its size, for its shadow."""
    tables_kept: int = 4
    """Looks of the table without cards that are kept: an arm comes, shifts, and is gone again; and
    however many packets are dealt, once they are taken up the table looks as it did at first."""
    spot: tuple[int, int] = (13, 13)
    """Pixels of a crop that are compared at a time: a sixth of a card's width."""
    print_level: float = 4.0
    """Levels by which print spreads at least; a plain cloth's noise spreads less."""
    same_print: float = 0.8
    """Correlation of a spot from which on it shows the same print."""
    printed_share: float = 0.2
    """Share of a rectangle that must be printed for anything to be told."""
    bare_share: float = 0.6
    """Share of the printed spots that show the table's print where nothing lies."""


@dataclass(frozen=True, slots=True)
class ChangeThresholds:
    """What speaks for a card besides its face: a changed place, sides, a shape (`scene`)."""

    level: int = 12
    """A pixel that differs by more between two sharp pictures has changed."""
    least_share: float = 0.12
    """Share of a rectangle below which nothing happened there worth explaining."""
    new_share: float = 0.25
    """Share of its rectangle a new card on top changes at least: all print on it and below it."""
    least_piece: float = 0.12
    """Share of a card's area below which what changed in one piece is no visible part of a card."""
    ridge: float = 1.6
    """How much stronger than its surroundings an edge is; noise alone hardly reaches it."""
    sides: int = 3
    """Sides of the uppermost card that show; a hand may hide one."""
    all_sides: int = 4
    """Sides of a card that nothing hides."""
    trick_radius: float = 0.75
    """How far from the centre a card of a trick may lie, in half sides of the field."""
    beside_side: tuple[float, ...] = (-0.09, -0.075, -0.06, -0.045, 0.045, 0.06, 0.075, 0.09)
    """Where the surroundings of a side are looked at, in lengths of the card from it."""
    along_side: tuple[float, ...] = (
        *(-0.024, -0.018, -0.012, -0.006, 0.0),
        *(0.006, 0.012, 0.018, 0.024),
    )
    """Where the side itself is looked for, likewise."""
    coarse_length: float = 48.0
    """Pixels a card is long in the coarse picture in which pieces are looked for."""
    gap: int = 5
    """Coarse pixels: gaps of print on white on white this wide are closed, strips this narrow
    fall away."""
    rim: int = 2
    """Coarse pixels: what comes so near to the rim of the field reaches in from it."""
    compact: float = 0.85
    """Share of the rectangle around a card that its own piece fills at least."""
    shape: float = 0.2
    """How far the shape and length of a card's piece may lie from the deck's, as a share."""
    other_shape: float = 0.15
    """From here on a card lies further from the deck's shape than its outline is ever measured."""
    aspects: tuple[float, float] = (0.5, 0.78)
    """Width over length of the narrowest and the widest cards sold, tarock and square-cut
    patience."""
    lengths: tuple[float, float] = (_SMALLEST, _LARGEST)
    """Length of the smallest and the largest card as a share of the field's side."""
    shadow_dark: float = 6.0
    """Levels added before two lights are compared: near black only noise differs."""
    shadow_deepest: float = 0.7
    """Logarithm of the share of the light that a shadow takes at most: half of it."""
    shadow_greyest: float = 0.12
    """By how much more it takes of one colour than of another, likewise."""
    shadow_smooth: float = 0.04
    """By how much it differs within `shadow_near`, likewise (standard deviation)."""
    shadow_near: int = 5
    """Coarse pixels."""
    crossing_angles: int = 18
    """Angles at which a second card that crosses the first is tried."""
    crossing_turn: float = math.radians(25)
    """Cards of two players lie at such an angle at least; those of a packet do not."""
    crossing_inside: float = 0.9
    """Share of the second card's rectangle in which something must have changed."""
    crossing_covered: float = 0.85
    """Share of what hangs together with the first card that the second must explain."""
    slide_length: float = 96.0
    """Pixels a card is long in the picture in which it is followed as it is pushed."""
    slide_around: float = 1.25
    """So much of its surroundings is looked at, in sizes of the card."""
    slide_shown: float = 0.1
    """Share of a card that must show for it to be followed."""
    ink_level: int = 24
    """Levels by which print stands out against the paper of its card."""
    ink_share: float = 0.02
    """Share of a face that is printed at least; less is noise."""
    ink_new_share: float = 0.8
    """Share of what is printed there that is new. White on white in dim light, cards showed 94 %
    and more, whatever else was read there up to 51 %."""


@dataclass(frozen=True, slots=True)
class FindingThresholds:
    """Where a new card lies, and how large the cards are (`finding`)."""

    confident: float = 0.45
    """Confidence of the new-card net from which on its places are tried before all others."""
    clear: float = _CLEAR
    """Towards likeness: from here on no other place is tried."""
    exact: float = 0.75
    """Towards likeness: from here on a card lies where it was fitted to edges, within 4 % of its
    length (of 213 such readings the worst; of 32 below up to 11 %)."""
    lead_nats: float = 3.0
    """Lead over the next card from which on a clear reading is taken as its edges show it. Of 214
    such readings none named another card than the most similar pose beside it."""
    size_slack: float = 0.05
    """How much larger or smaller than usual a card may look: a camera is never quite straight."""
    same_place: float = 0.5
    """Share of a card inside an outline from which on both are of the same thing."""
    unknown_lengths: tuple[float, ...] = (0.135, 0.195, 0.28)
    """Lengths tried where nobody knows the cards', as shares of the field's side."""
    coarse_change: int = 96
    """Of 255: a coarse pixel of which more than this share changed has changed."""
    smallest: float = _SMALLEST
    """Length of the smallest card as a share of the field's side."""
    largest: float = _LARGEST
    """Length of the largest one."""
    aspect_tolerance: float = 0.12
    """How far an outline's shape may lie from the deck's, as a share."""
    sizes_enough: int = 5
    """Clearly read cards after which the size is settled."""
    hopeless: float = 0.1
    """What is this much less like a card than `Nets.accept` does not become one elsewhere."""
    edge_loss: float = 0.03
    """So much less similar a card may look on its edges than where it was found."""
    change_floor: float = 12.0
    """Level below which nothing has changed, however little there is of noise."""
    rectangle_angles: int = 12
    """Angles at which rectangles of card size are tried where the net points nowhere."""
    rectangles: int = 16
    """Of these rectangles the best are read."""
    coarse_step: int = 3
    """Coarse pixels between the places tried."""
    length_step: float = 1.07
    """Between two lengths tried where the size is not known, times."""
    lengths_kept: int = 4
    """Of the outlines and lengths tried the likeliest are fitted to edges."""


@dataclass(frozen=True, slots=True)
class ExplainingThresholds:
    """What changed between two rests: new, pushed, covered, doubtful (`explaining`)."""

    looks: int = 4
    """Places read in one look at a rest."""
    clear: float = _CLEAR
    """Towards likeness: from here on a reading is clear."""
    held_nats: float = 6.0
    """Lead over the next card of what an arm rests on. With a fist on them, of the clear readings
    with less lead one in ten was wrong, with more one of 341."""
    doubts: int = 2
    """After so many things that cannot be read a hand is in the picture: wait for it to leave."""
    two_sides: float = 0.5
    """Towards likeness: what a card must reach of which only two sides show."""
    one_side: float = 0.7
    """The same where one side shows at most: white cards on white ones, a little out of focus.
    151 of 151 readings from there on were right, 17 so."""
    still_share: float = 0.7
    """Share of a card's rectangle at least that was still while something else moved; what was not
    is filled with what lay there before, so that hardly a card is read clearly that lies there
    less."""
    bare_change: float = 0.45
    """Share of its rectangle that a card changes at least of which a side does not show. Cards
    laid so changed 76 % and more, strips of other cards up to 24 %."""
    push_loss: float = 0.06
    """How much less similar a pushed card may look than before."""
    shimmer: float = 0.02
    """Share of what shows of a lying card that may differ, coarsely seen, where nothing happened:
    fine print shimmers as the light flickers."""
    push_left: float = 0.25
    """Share of the difference that may be left once a card is taken to have been pushed."""
    push_gain: float = 0.03
    """How much more similar it must look at its new place than at the old one."""
    stayed_loss: float = 0.02
    """A card that looks as like itself as before, but for this much, lies where it lay."""
    whole_loss: float = 0.015
    """A card that looks as like itself as before, but for this much, shows wholly."""
    covered_share: float = 0.5
    """Share of a card under a new one from which on it can no longer be read as before."""
    covered_loss: float = 0.03
    """A card that has half of its face covered looks less like itself by more than this."""
    hidden_share: float = 0.6
    """A place of which cards that show wholly cover so much is no card's: a strip is left of it."""
    nearly_on: float = 0.75
    """Share of a reading inside a card of the trick from which on it may be that card."""
    half_seen: float = 0.25
    """Share of a card under others from which on it is read less surely: one over the square of
    what shows of it, times. Those covered by 40 to 70 % that were accepted were read wrong one
    time in two, with leads of up to ten nats."""
    usual_length: float = 0.2
    """Length of a card as a share of the field's side, where its size is not known yet."""
    same_near: float = 0.25
    """A reading nearer to a lying card than so many lengths may be that card, hardly moved."""
    same_turn: float = math.radians(15)
    """And turned by less than this."""
    same_similarity: float = 0.6
    """And at least so similar to it."""
    same_loss: float = 0.04
    """And less similar to it than to the likeliest card by no more than this."""
    same_place: float = 0.12
    """Nearer than so many lengths it is at the very place of the lying card: there"""
    same_place_loss: float = 0.15
    """`same_loss` is this, for another card hardly comes to lie so."""
    moved_similarity: float = 0.75
    """From here on the same face anywhere else is a card that was moved, provided"""
    moved_loss: float = 0.08
    """what lies at its old place is less like it by so much."""


@dataclass(frozen=True, slots=True)
class TrickThresholds:
    """The running trick, how it ends, and who laid first (`trick`)."""

    informative_level: float = 14.0
    """A pixel tells card from table where the two differ by more."""
    least_informative: int = 12
    """Pixels of a small picture: of a card with fewer nothing is said."""
    empty_share: float = 0.8
    """Share of a card's telling pixels that must look like the table for it to be gone."""
    mostly_gone: float = 0.4
    """Share of the cards' pixels that look like the empty table once the trick is taken."""
    blend: float = 0.02
    """A reading less similar than the best by this counts for 1/e of it."""
    stayed: float = 0.12
    """A reading of the same face nearer than so many lengths is the card that lies there."""
    stayed_turn: float = math.radians(8)
    """And turned by less than this."""
    clear: float = _CLEAR
    """Towards likeness: from here on a reading on the trick is surely a card."""
    hiding: float = 0.5
    """Share of a card that another covers at least of which nearly all print is hidden."""
    seat_spread_mm: float = 45.0
    """How far from a place before their player cards come to lie, and how far before them that
    is."""
    gone_out: float = 0.25
    """Of the square: what was last seen nearer to its middle tells nothing of where a trick went.
    At full rate 0.46 to 0.60 in 24 of 24 sweeps; at two pictures a second nearer ones err by 45
    degrees."""
    order_nats: float = 0.7
    """So many nats better than what lies on top of what must the places be to give the order."""


@dataclass(frozen=True, slots=True)
class CommotionThresholds:
    """Many cards at once, which is no play (`no_play`)."""

    few: int = 2
    """Cards that may come to lie between two rests while nobody plays."""
    heap_share: float = 0.7
    """Share of a card that lies in the one after it where both were thrown on a heap."""
    heap_cards: int = 2
    """Cards laid so on the one before from which on it is a heap."""
    beside: float = 0.15
    """More than this share of a card hangs together with a card that lies in a fan or a packet."""
    more_than_room: int = 1
    """New cards beyond what the trick has room for that may still be a play."""
    more_than_trick: int = 2
    """Cards on the table beyond a trick's that may still be two tricks."""
    left_seconds: float = 1.0
    """What lies still this long after a commotion, and holds no card, belongs to the table."""


@dataclass(frozen=True, slots=True)
class StrangerThresholds:
    """What lies there and is no card of the deck (`no_play`)."""

    patience_seconds: float = 2.0
    """After this long at rest whatever could not be read belongs to the table."""
    outline_seconds: float = 0.15
    """A card of another shape must lie so long, seen at two looks, before it is said to be one."""
    clear_margin: float = 0.05
    """Above `Nets.accept` by this a card was read clearly."""
    same_doubt: float = 0.4
    """Two things in doubt nearer to each other than so many lengths are the same one."""
    same_outline: float = 0.1
    """Two outlines that differ in place and length by less than so many lengths are one card's."""
    settled: int = 3
    """After so many more clear readings than cards of another shape the deck's shape is settled."""
    same_face: float = 0.9
    """Correlation of the similarities to all cards from which on two strangers look the same."""
    paper_share: float = 0.35
    """Share of a face that is plain paper at least; a back is printed all over."""
    paper_level: float = 0.8
    """Paper is at least so bright, as a share of the brightest."""
    paper_colour: float = 0.25
    """And its channels differ by less than this, likewise."""


@dataclass(frozen=True, slots=True)
class EarlierThresholds:
    """What lay there before the table was watched (`earlier`)."""

    alike: float = 0.5
    """Correlation with its look when it was found from which on a card lies there still."""
    plain: float = 2.0
    """Levels added to the spread of print: what is plainer is like nothing."""
    same: float = 0.5
    """Share of a card inside one of the trick from which on it is that one."""
    under: float = 0.35
    """Share of a place where such cards lay from which on it may be the table under them."""
    pushed: float = 1.0
    """The same face farther away than so many lengths was laid there: it is a play."""
    away_seconds: float = 60.0
    """So long without a picture, with no trick on the table, and the watching begins anew."""


@dataclass(frozen=True, slots=True)
class ViewThresholds:
    """What is looked at and what is said of it (`camera_view`, `watcher`)."""

    most_side: int = 720
    """Pixels of the sharp picture's side at most."""
    same_shape: float = 0.01
    """Pictures whose shape differs by less, as a share, are the same view in other pixels."""
    more_than_a_card: float = 0.06
    """Share of the middle that changes by more than one card's coming: was the camera moved? So
    long as nobody knows how large the cards are; and then at least."""
    card_and_shadow: float = 1.5
    """Areas of a card that change as one card comes, with its shadow and what it pushes."""
    retell: float = 0.05
    """A card is told again where the probability of any face changed by this much."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All numbers by which a table is watched."""

    motion: MotionThresholds = field(default_factory=MotionThresholds)
    still_places: StillPlaceThresholds = field(default_factory=StillPlaceThresholds)
    scene: SceneThresholds = field(default_factory=SceneThresholds)
    changes: ChangeThresholds = field(default_factory=ChangeThresholds)
    finding: FindingThresholds = field(default_factory=FindingThresholds)
    explaining: ExplainingThresholds = field(default_factory=ExplainingThresholds)
    trick: TrickThresholds = field(default_factory=TrickThresholds)
    commotion: CommotionThresholds = field(default_factory=CommotionThresholds)
    strangers: StrangerThresholds = field(default_factory=StrangerThresholds)
    earlier: EarlierThresholds = field(default_factory=EarlierThresholds)
    view: ViewThresholds = field(default_factory=ViewThresholds)


THRESHOLDS = Thresholds()
"""Read them by group: each module names its own once, at its top."""
