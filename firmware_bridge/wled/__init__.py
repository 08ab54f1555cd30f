"""WLED over USB: a strip on an off-the-shelf board, without a line of firmware of ours.

Written from WLED's published serial interface (kno.wled.ge/interfaces/serial) and tested against a
fake made from it and against our own chip built to speak Adalight. No real WLED was run.
"""
