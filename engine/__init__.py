"""The rules: pure values and functions, no clock, no randomness; `journal` alone touches the disk."""
