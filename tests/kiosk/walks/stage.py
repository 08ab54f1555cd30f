"""A whole appliance for one walk: table with journal, camera, pages, and a browser beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiosk.exports.past_evenings import PastEvenings
from tests.kiosk.served import served
from tests.kiosk.walks.camera import watched
from tests.kiosk.walks.families import FAMILIES, Family
from tests.kiosk.walks.pictures import Album
from tests.kiosk.walks.walk import Walk, deck_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = ((1280, 800), (800, 480), (390, 844))
KEPT_WALKS = tuple((family, SIZES[number % len(SIZES)]) for number, family in enumerate(FAMILIES))
"""Walks whose pictures are kept and compared: every family, every size."""
PATIENCE_MS = 30_000


@dataclass
class Network:
    """Who was asked for what, and what a page complained of."""

    hosts: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)


@contextmanager
def walking(
    browser: Browser, folder: Path, family: Family, size: tuple[int, int], *, renew: bool = False
) -> Iterator[tuple[Walk, Album, Network]]:
    """Set up an evening of the family before a screen of this size."""
    album = Album(f"{family.game}-{size[0]}x{size[1]}", renew)
    network = Network()
    journal = folder / "journal.sqlite"
    with watched(journal, deck_of(family)) as (table, camera, director):
        given: dict[str, Any] = {
            "language": family.language,
            "secret_key": b"w" * 32,
            "heartbeat": 0.5,
            "order_of": lambda deal: director.profile,
            "past": PastEvenings(journal),
            "exports": folder,
        }
        with served(table, **given) as address:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                locale="de-DE" if family.language == "de" else "en-GB",
                reduced_motion="reduce",
                has_touch=True,
            )
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            page.on("pageerror", lambda error: network.complaints.append(str(error)))
            page.on("request", lambda request: network.hosts.add(request.url.split("/")[2]))
            page.on(
                "console",
                lambda said: network.complaints.append(said.text) if said.type == "error" else None,
            )
            yield Walk(page, address, family, table, camera, album), album, network
            page.goto("about:blank")
            context.close()
            network.hosts.discard("")
            assert network.hosts == {address.split("/")[2]}
            assert network.complaints == []
