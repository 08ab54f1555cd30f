"""The running program, from its start to what it leaves behind."""
