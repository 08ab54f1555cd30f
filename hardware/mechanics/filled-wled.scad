// The open box with an ESP32 and its level shifter on the tray, for the guide. Not a part to print.
use <filled.scad>

filled(true);
