"""The strip's controller: its core on the host, its program on an emulated chip."""
