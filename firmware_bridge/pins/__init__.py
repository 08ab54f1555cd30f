"""What hangs on the Raspberry Pi's own pins: buttons, buzzer and lights, by gpiozero."""
