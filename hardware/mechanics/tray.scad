// Tray: ESP32 with WLED behind, its level shifter in front. Screwed onto three posts of the box, above
// the Nano's cradle, which stays empty then. A cable tie round tray and board holds each board.
include <shapes.scad>

high = tray_thick + tray_lift + 2.5;
shifter_y = tray_rim;
esp_at_y = shifter_y + perf_y + play + tray_rim;

// A frame for a board of this size, its corners on ledges, its sides open for wires.
module bay(x, y, at_y) {
    translate([(tray_x - x - play) / 2, at_y, 0]) difference() {
        translate([-tray_rim, -tray_rim, 0]) cube([x + play + 2 * tray_rim, y + play + 2 * tray_rim, high]);
        translate([0, 0, tray_thick + tray_lift]) cube([x + play, y + play, high]);
        translate([3, -tray_rim - 1, tray_thick]) cube([x + play - 6, y + play + 2 * tray_rim + 2, high]);
        translate([-tray_rim - 1, 6, tray_thick]) cube([x + play + 2 * tray_rim + 2, y + play - 12, high]);
    }
}

module tray() {
    difference() {
        union() {
            cube([tray_x, tray_y, tray_thick]);
            bay(perf_x, perf_y, shifter_y);
            bay(esp_x, esp_y, esp_at_y);
        }
        for (at = [[3.5, 15], [3.5, 60], [tray_x - 3.5, 60]]) translate([at[0], at[1], -1]) {
            cylinder(d = m3, h = 20, $fn = 24);
            translate([0, 0, tray_thick - 0.8]) cylinder(d1 = m3, d2 = 7, h = 1.9, $fn = 32);
        }
    }
}

tray();
