"""onnxruntime, told to keep to itself.

Its released builds (1.31 does) count what is run, keep a number for the device and a
database below the user's cache, and send them to their maker over HTTPS unless told not to before
they begin (onnxruntime's Privacy.md, "Disabling Telemetry"). A table sends nothing to anybody, so
everything takes onnxruntime from here.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# What is said before it begins is what counts.
import onnxruntime as ort

__all__ = ["ort"]
