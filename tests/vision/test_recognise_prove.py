"""What is read on photographs of one and of several cards, and on pictures drawn with the truth.

Each row names the pictures the deck was enrolled from. Where a set is of the same copy, its own
pictures of single cards are taken; else another copy or print of the same pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from engine.cards import Family, card
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring import photographs
from models.workshop.rendering.views import clean
from tests.evenings.proof import Row, write
from tests.real.pictures import Count, Truth, upright
from tests.shared_data import shared_path
from tests.vision import rendered_stills, stills
from tests.vision.bare_stills import bare
from tests.vision.webcam_stills import webcam
from vision.camera.frames import read_picture
from vision.reading.nets import Nets, embed
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile, build_profile
from vision.still.recognise import look, recognise

pytestmark = [pytest.mark.prove, pytest.mark.shared]

FX_SCHMID = (
    "art/german-bavarian-fxschmid-digital-shuitacode",
    "art/german-bavarian-fxschmid-digital-codeispoetry",
)
SINGLES = (
    ("french-notebook", "photos/french-brown-desk", 0.98),
    ("french-brown-desk", "photos/french-notebook", 0.98),
    ("french-overhead-hand", "photos/french-brown-desk", 0.0),
    ("french-overhead-hand", "photos/french-notebook", 0.0),
    ("french-notebook", "art/french-byronknoll-vector", 0.0),
    ("french-brown-desk", "art/french-byronknoll-vector", 0.0),
)
"""Set, what it is enrolled from, and the share wanted: none where the prints differ."""
SEVERAL = (
    ("french-wood-and-cloth", photographs.BICYCLE, 0.95),
    ("french-wood-and-cloth", ("photos/french-brown-desk",), 0.0),
    ("french-oblique", photographs.BICYCLE, 0.95),
    ("french-oblique", ("photos/french-brown-desk",), 0.0),
    ("french-overlap-green-felt", ("photos/french-overlap-green-felt",), 0.95),
    ("bavarian-trick-on-oak", ("art/german-bavarian-ass-matthiasnunn-v1",), 0.95),
)
"""Set, what it is enrolled from, and the share wanted: none where court cards and aces differ."""
OTHER_ACE = {"french-oblique": "SA", "french-notebook": "SA", "french-brown-desk": "SA"}
"""Cards of a print that nothing they are enrolled from holds: each maker has an ace of his own."""
SCRIBBLED = "HJ"
"""On brown desk it is a jack of spades made another card with a pen."""
DRAWN = 40
BARE = 100
SEED = 20261121


@pytest.fixture(scope="module")
def rows() -> Iterator[list[Row]]:
    collected: list[Row] = []
    yield collected
    write(collected)


def enrolled(sources: Sequence[str], nets: Nets) -> Profile:
    """Enrol from folders of cards below `cards`."""
    return photographs.enrolled([shared_path("cards", *one.split("/")) for one in sources], nets)


@pytest.mark.parametrize("source", FX_SCHMID)
def test_every_card_of_another_copy_has_a_margin(source: str, rows: list[Row], nets: Nets) -> None:
    profile = enrolled([source], nets)
    codes = [one.code for one in profile.cards]
    pictures = sorted(shared_path("cards", "photos", "bavarian-black-cloth").glob("??.jpg"))
    right, margins = 0, []
    for path in pictures:
        picture = read_picture(path)
        seen = recognise(picture, profile, nets)
        right += [one.card.code for one in seen] == [path.stem]
        if seen:
            crop = crop_corners(picture, np.asarray(seen[0].quad))
            row = profile.similarities(embed(nets.embedding, crop[None]))[0]
            own = codes.index(path.stem)
            margins.append(float(row[own] - np.delete(row, own).max()))
    measured = f"{right} of {len(pictures)}; least margin {min(margins):.3f}"
    name = f"bavarian-black-cloth from {source}: cards right, least margin to the next card"
    rows.append(Row(name, "32 of 32, above 0", measured, "pytest -m prove tests/vision"))
    if source == FX_SCHMID[0]:
        assert right == 32
        assert len(margins) == 32
        assert min(margins) > 0


@pytest.mark.parametrize(("name", "source", "wanted"), SINGLES)
def test_one_card_a_picture(
    name: str, source: str, wanted: float, rows: list[Row], nets: Nets
) -> None:
    profile = enrolled([source], nets)
    codes = {one.code for one in profile.cards}
    folder = shared_path("cards", "photos", name)
    right, count, wrong, ace = 0, 0, [], ""
    for file, labels in sorted(stills.read_labels(folder).items()):
        if len(labels) != 1 or labels[0].code not in codes - {SCRIBBLED}:
            continue
        if not (folder / file).exists():
            continue
        told = [one.card.code for one in recognise(read_picture(folder / file), profile, nets)]
        if wanted and labels[0].code == OTHER_ACE[name]:
            ace = f"; not counted: {labels[0].code}, another print, {' '.join(told) or 'not read'}"
            continue
        count += 1
        right += told == [labels[0].code]
        if told != [labels[0].code]:
            wrong.append(f"{file}: {' '.join(told) or 'nothing'}")
    else_ = ", ".join(wrong[:8]) or "none"
    measured = f"{right} of {count} ({right / count:.1%}); else {else_}{ace}"
    goal = f"{wanted:.0%}" if wanted else "reported"
    what = f"{name} from {source}: one card a picture"
    rows.append(Row(what, goal, measured, "pytest -m prove tests/vision"))
    assert right >= wanted * count


@pytest.mark.parametrize(("name", "sources", "wanted"), SEVERAL)
def test_several_cards_a_picture(
    name: str, sources: tuple[str, ...], wanted: float, rows: list[Row], nets: Nets
) -> None:
    profile = enrolled(sources, nets)
    folder = shared_path("cards", "photos", name)
    tally, aces = stills.Tally(), stills.Tally()
    for file, labels in stills.read_labels(folder).items():
        if file.startswith("tmpl_"):
            continue
        also = stills.ALSO.get(name, {}).get(file, ())
        other = [one for one in labels if wanted and one.code == OTHER_ACE.get(name)]
        seen = recognise(read_picture(folder / file), profile, nets)
        left = [one for one in labels if one not in other]
        tally.add(stills.count(seen, left, [*also, *(one.code for one in other)]))
        aces.add(stills.count(seen, other, (one.code for one in labels)))
    measured = stills.say(tally)
    if aces.full:
        measured += f"; not counted: {OTHER_ACE[name]} of another print, {aces.full_read} of "
        measured += f"{aces.full} read"
    goal = "95 % of fully visible ones, corners within 4 %; 80 % of covered ones"
    what = f"{name} from {' and '.join(sources)}: several cards a picture"
    rows.append(Row(what, goal if wanted else "reported", measured, "pytest -m prove tests/vision"))
    assert tally.full_read >= wanted * tally.full
    assert tally.covered_read >= (0.8 if wanted else 0.0) * tally.covered


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("level", [0, 1])
def test_drawn_pictures(level: int, overlapping: bool, rows: list[Row], nets: Nets) -> None:
    tally, decks = stills.Tally(), list(rendered_stills.decks())
    profiles = [of_art(deck, nets) for deck in decks]
    for number in range(DRAWN):
        which = number % len(decks)
        rng = np.random.default_rng([SEED, level, int(overlapping), number])
        still = rendered_stills.still(decks[which], rng, level, overlapping)
        tally.add(stills.count(recognise(still.picture, profiles[which], nets), still.labels))
    lying = "one upon the other" if overlapping else "apart"
    light = ("bright", "a usual room")[level]
    what = f"drawn stills of {named(decks)}, each from its art: cards {lying}, {light}, up to 62 "
    what += f"degrees aslant (seed {SEED})"
    wanted = "95 %" if not overlapping else "reported"
    rows.append(Row(what, wanted, stills.say(tally), "pytest -m prove tests/vision"))
    assert tally.full_read >= (0.95 if not overlapping else 0.8) * tally.full


@pytest.mark.parametrize("other_print", [False, True])
def test_own_pictures_of_a_webcam(other_print: bool, rows: list[Row], nets: Nets) -> None:
    pairs = rendered_stills.PAIRS if other_print else [(n, n) for n in rendered_stills.DECKS]
    names = sorted({name for pair in pairs for name in pair})
    decks = {deck.name: deck for deck in rendered_stills.decks(names)}
    profiles = {name: of_art(decks[name], nets) for name, _ in pairs}
    count = Count()
    for number in range(DRAWN):
        enrolled_as, shown = pairs[number % len(pairs)]
        rng = np.random.default_rng([SEED, 3, int(other_print), number])
        drawn = webcam(decks[shown], rng)
        truth = [Truth(code, upright(quad)) for code, quad in drawn.cards]
        count.add(str(number), look(drawn.picture, profiles[enrolled_as], nets), truth)
    decks_named = "another print enrolled" if other_print else "enrolled from its art"
    what = f"drawn pictures of a webcam, cards touching and face down, {decks_named} (seed {SEED})"
    wanted = "reported" if other_print else "90 % found, no back named"
    rows.append(Row(what, wanted, count.row(), "pytest -m prove tests/vision"))
    assert other_print or count.found >= 0.9 * count.cards, count.faults
    assert other_print or count.backs_named == 0, count.faults


def test_pictures_without_a_card(rows: list[Row], nets: Nets) -> None:
    decks = list(rendered_stills.decks())
    profiles = [of_art(deck, nets) for deck in decks]
    found = []
    for number in range(BARE):
        picture = bare(np.random.default_rng([SEED, number]), number % 2)
        seen = recognise(picture, profiles[number % len(profiles)], nets)
        found += [f"{number}: {one.card.code}" for one in seen]
    measured = f"{len(found)} cards in {BARE} pictures{': ' * bool(found)}{', '.join(found)}"
    what = "drawn tables, cloths, newspaper, hands, beer mats, backs; no card face up, enrolled by "
    what += f"turns {named(decks)} (seed {SEED})"
    rows.append(Row(what, "no card", measured, "pytest -m prove tests/vision"))
    assert len(found) <= BARE // 50


def named(decks: Sequence[FaceDeck]) -> str:
    """Return what decks are called."""
    return ", ".join(deck.name for deck in decks)


def of_art(deck: FaceDeck, nets: Nets) -> Profile:
    """Enrol a deck from its clean faces."""
    cards = [card(code, Family.FRENCH) for code in deck.faces]
    crops = [clean(face)[None] for face in deck.faces.values()]
    return build_profile(deck.name, cards, crops, deck.aspect, nets.embedding)
