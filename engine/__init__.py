"""The rules: pure values and functions, no clock and no chance; `journal` alone touches the disk."""
