"""What runs inside the guest, on the host's own Python and packages."""
