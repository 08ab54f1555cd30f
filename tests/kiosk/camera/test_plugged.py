"""The look-out for cameras: what is plugged in is told, and a look that fails is not the last."""

from __future__ import annotations

import queue

from kiosk.camera.connected import FoundCamera, Plugged

PATIENCE_S = 30.0
CAMERA = FoundCamera("/dev/v4l/by-id/usb-one", "One")


def test_a_look_that_fails_is_not_the_last() -> None:
    """A pulled camera's entries vanish while they are read; the next one is found all the same."""
    told: queue.SimpleQueue[FoundCamera | None] = queue.SimpleQueue()
    answers: tuple[tuple[FoundCamera, ...] | OSError, ...]
    answers = ((CAMERA,), OSError("gone in mid-look"), (), (CAMERA,))
    looks = iter(answers)

    def there() -> tuple[FoundCamera, ...]:
        seen = next(looks, (CAMERA,))
        if isinstance(seen, OSError):
            raise seen
        return seen

    lookout = Plugged(there, told.put, look_s=0.001)
    lookout.start()
    try:
        assert [told.get(timeout=PATIENCE_S) for _ in range(3)] == [CAMERA, None, CAMERA]
    finally:
        lookout.close()
