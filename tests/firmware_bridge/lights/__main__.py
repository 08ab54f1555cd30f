"""`python -m tests.firmware_bridge.lights` draws docs/LIGHTS.md anew."""

from tests.firmware_bridge.lights.page import write

write()
