"""The product on a real Linux: a guest in QEMU with real device files (docs/SYSTEM_TEST.md)."""
