"""What the guest boots: Debian's kernel, two drivers of its source, a small initramfs."""
