"""What hangs on the Raspberry Pi's own pins: buttons, buzzer and status light, by gpiozero."""
