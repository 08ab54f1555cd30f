"""The boards these tests run on."""

from tests.chip.fixtures import board, make_board

__all__ = ["board", "make_board"]
