"""The screen of sounds and speech (`/comfort`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import Text
from kiosk.box.sounds import LEVELS, SoundChoice
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.setup.service import service
from kiosk.words import box as w

bp = Blueprint("sounds", __name__)

_SWITCHES = ("sound", "speech", "every", "night")


@dataclass(frozen=True, slots=True)
class SoundSwitch:
    """Something that is on or off."""

    key: str
    title: Text
    long: Text
    on: bool


@dataclass(frozen=True, slots=True)
class ComfortScreen:
    """What can be heard."""

    switches: tuple[SoundSwitch, ...]
    levels: tuple[tuple[int, Text, bool], ...]
    notes: tuple[Text, ...]
    """What stands in the way of hearing anything."""
    may_try: bool
    muted: bool = False
    """Whether the button mute silenced the table."""


def comfort_screen(
    choice: SoundChoice, lacking: tuple[Text, ...], *, silent: bool, muted: bool = False
) -> ComfortScreen:
    """Return the screen for this choice."""
    wanted = choice.sound or choice.speech or choice.every
    return ComfortScreen(
        switches=(
            SoundSwitch("sound", w.SOUND, w.SOUND_LONG, choice.sound),
            SoundSwitch("speech", w.SPEECH, w.SPEECH_LONG, choice.speech),
            SoundSwitch("every", w.EVERY, w.EVERY_LONG, choice.every),
            SoundSwitch("night", w.SOUND_NIGHT, w.NIGHT_LONG, choice.night),
        ),
        levels=tuple((n, word, n == choice.volume) for n, word in enumerate(w.LEVELS, 1)),
        notes=(*(lacking if wanted else ()), *((w.QUIET_NOW,) if wanted and silent else ())),
        may_try=wanted and not silent and not muted,
        muted=muted,
    )


@bp.get("/comfort")
def show() -> ResponseReturnValue:
    """Show what is on and how loud it is."""
    here = service().comfort
    screen = comfort_screen(here.choice, here.lacking(), silent=here.silent(), muted=here.muted)
    return stage.sub_page("setup/sounds.html", the_door().view(), screen)


@bp.post("/comfort")
def choose() -> ResponseReturnValue:
    """Switch one thing, or set the volume."""
    here, form = service().comfort, request.form
    if form.get("mute") == "off":
        here.muted = False
        return redirect("/comfort", code=303)
    choice = here.choice
    key, value = next(
        ((name, form[name]) for name in (*_SWITCHES, "volume") if name in form), ("", "")
    )
    if key in _SWITCHES and value in ("on", "off"):
        choice = replace(choice, **{key: value == "on"})
        if key == "every" and choice.every:
            # Who listens instead of looking must not be left in silence at ten in the evening.
            choice = replace(choice, night=False)
    elif key == "volume" and value in map(str, range(1, LEVELS + 1)):
        choice = replace(choice, volume=int(value))
    else:
        refuse(w.UNKNOWN)
    here.choose(choice)
    return redirect("/comfort", code=303)


@bp.post("/comfort/try")
def try_it() -> ResponseReturnValue:
    """Let it be heard."""
    service().comfort.try_it()
    return redirect("/comfort", code=303)
