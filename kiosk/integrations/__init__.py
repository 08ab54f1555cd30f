"""What the table tells other programs: a broker, the home, a monitor. It never waits for them."""
