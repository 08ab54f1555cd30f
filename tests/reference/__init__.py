"""A second engine, written from the documents alone and read by nobody but tests.

It is plain, slow and obvious on purpose, imports nothing of the engine and shares no idea with it.
It answers the same deal lines; what both say is compared through `mehrkopf score`, the public door.
`python -m tests.reference` does it at length.
"""
