"""The product on a real Linux machine: a guest in QEMU with real device files (docs/SYSTEM_TEST.md)."""
