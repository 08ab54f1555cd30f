"""The line to the strip's own controller: frames, acknowledgement, ports, one owner thread."""
