// The whole table as a picture: 80 by 80 cm, arm, hood, strip, box. Not a part to print.
use <foot.scad>
use <elbow.scad>
use <head.scad>
use <hood.scad>
use <shutter.scad>
use <box.scad>
use <lid.scad>
use <hanger.scad>
use <things.scad>
include <shapes.scad>

table = 800;
lens = 720;                      // lens above the table
boom = lens + lens_drop + head_rise + head_bridge + tube / 2 + tube_ring - 3;
reach = table / 2 + 20;
high = floor_wall + box_z;

module printed() { color("darkslategray") children(); }

module top() {
    color("burlywood") translate([-table / 2, -table / 2, -28]) cube([table, table, 28]);
    color("peru") for (x = [-1, 1], y = [-1, 1]) translate([x * (table / 2 - 50) - 30, y * (table / 2 - 50) - 30, -240]) cube([60, 60, 212]);
    color("darkgreen") translate([0, 0, 0.2]) cube([600, 600, 0.8], center = true);
    // the strip shines from below the rim
    color("deepskyblue") for (i = [0 : 14]) translate([-180 + i * 26, -table / 2 - 12, -34]) cube([14, 12, 8]);
    color("gainsboro") for (i = [0 : 3]) rotate([0, 0, 90 * i]) translate([-300, -table / 2 - 10, -38]) cube([600, 10, 4]);
}

module arm() {
    translate([0, table / 2 - foot_in, 0]) rotate([0, 0, 0]) {
        printed() foot();
        translate([0, 0, foot_plate]) tube_along(boom + 60);
    }
    apart = tube + tube_ring + 2;
    translate([0, table / 2 - foot_in, boom - clamp_high / 2]) rotate([0, 0, 90]) printed() elbow();
    translate([apart, table / 2 + 40, boom]) rotate([90, 0, 0]) tube_along(reach + 60);
    translate([apart, 0, lens + lens_drop]) rotate([0, 0, 90]) {
        printed() head();
        translate([0, 0, -hood_deep]) printed() hood();
        color("crimson") translate([22, 0, -hood_deep + floor_wall + 0.3]) shutter();
    }
}

module cards() {
    card(8, 0, -70, "seagreen");
    card(95, -75, 0, "crimson");
    card(-6, 5, 78, "saddlebrown");
}

module box_beside() {
    translate([-93, -table / 2 + 10, -28 - high - 4 - floor_wall]) {
        printed() box();
        printed() translate([-ear - 5, 31 + 84 / 1, 0]) rotate([90, 0, 0]) hanger();
        printed() translate([box_x + 2 * wall + ear + 5, 31, 0]) rotate([90, 0, 180]) hanger();
        color("slategray") translate([-lip, -lip + box_y + 2 * wall + 2 * lip, floor_wall + box_z + floor_wall]) rotate([180, 0, 0]) lid();
        for (i = [0 : 3]) translate([wall + box_x / 2 + (i - 1.5) * button_pitch, 0, floor_wall + button_z]) rotate([90, 0, 0])
            arcade_button(["red", "white", "green", "gold"][i]);
    }
}

top();
arm();
cards();
box_beside();
