"""The rules: pure values, no clock, no chance; `journal` alone touches the disk."""
