"""What holds for every page of the kiosk and of the phones, in both languages."""
