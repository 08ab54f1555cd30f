// Things that are bought, drawn roughly and true to size, for the pictures only.
include <shapes.scad>

module pi_board() {
    color("seagreen") cube([pi_x, pi_y, 1.6]);
    color("silver") for (y = [2, 20]) translate([pi_x - 14, y, 1.6]) cube([17, 14, 15]);
    color("silver") translate([pi_x - 17, 40, 1.6]) cube([20, 14, 13]);
    color("silver") for (x = [7, 22, 35]) translate([x, -1, 1.6]) cube([8, 8, 3.2]);
    color("black") translate([7, 50, 1.6]) cube([50, 5, 8]);
    color("silver") translate([24, 24, 1.6]) cube([15, 15, 2.4]);
}

module nano_board() {
    color("royalblue") cube([nano_x, nano_y, 1.6]);
    color("silver") translate([nano_x / 2 - 4, -1, 1.6]) cube([8, 8, 3]);
    color("black") translate([nano_x / 2 - 5, 16, 1.6]) rotate([0, 0, 0]) cube([10, 10, 1.2]);
}

module arcade_button(colour) {
    color(colour) {
        cylinder(d = 28, h = 3, $fn = 48);
        translate([0, 0, 3]) cylinder(d = 19, h = 4, $fn = 48);
    }
    color("dimgray") translate([0, 0, -button_deep + 8]) cylinder(d = 22, h = button_deep - 8, $fn = 48);
    color("gold") for (x = [-4, 4]) translate([x - 0.4, -2.5, -button_deep]) cube([0.8, 5, 8]);
}

// A lever terminal of five ways, lying on its back.
module lever_terminal() {
    color("lightgray") cube([19, 30, 9]);
    color("orange") for (i = [0 : 4]) translate([1.2 + i * 3.5, 9, 9]) cube([2.8, 12, 2]);
}

module small_button() {
    color("black") cylinder(d = 10, h = 2, $fn = 32);
    color("red") translate([0, 0, 2]) cylinder(d = 6, h = 4, $fn = 32);
    color("dimgray") translate([0, 0, -20]) cylinder(d = 9, h = 20, $fn = 32);
}

module esp_board() {
    color("midnightblue") cube([esp_x, esp_y, 1.6]);
    color("silver") translate([esp_x / 2 - 8, 8, 1.6]) cube([16, 18, 3]);
    color("silver") translate([esp_x / 2 - 4, esp_y - 5, 1.6]) cube([8, 6, 3]);
}

module shifter_board() {
    color("goldenrod") cube([perf_x, perf_y, 1.6]);
    color("black") translate([5, 8, 1.6]) cube([19, 7, 8]);
    color("orange") translate([25, 9, 1.6]) cube([3, 5, 4]);
}

module card(turn, x, y, colour) {
    translate([x, y, 0]) rotate([0, 0, turn]) {
        color("white") translate([-29.5, -46, 0]) cube([59, 92, 1]);
        color(colour) translate([-12, -18, 1]) cube([24, 36, 0.6]);
    }
}

module tube_along(long) {
    color("lightgray") difference() {
        cylinder(d = tube, h = long, $fn = 48);
        translate([0, 0, -1]) cylinder(d = tube - 3, h = long + 2, $fn = 48);
    }
}
