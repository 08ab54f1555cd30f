// The whole table as a picture: 90 by 90 cm, rail, stand, head and hood. Not a part to print.
use <head.scad>
use <hood.scad>
use <shutter.scad>
use <rail.scad>
use <corner.scad>
use <things.scad>
include <shapes.scad>

table = 900;
lens = 710;                      // lens above the table
floor_low = 750;                 // the floor below the table's top
thick = 28;                      // the table's top
out = 70;                        // column outside the rim, at the corner, along either side
csi_drop = csi_front - csi_spacer - plate_thick;
over_lens = csi_drop + plate_thick + head_rise + head_bridge + ball_high + boom / 2;

module top() {
    color("burlywood") translate([-table / 2, -table / 2, -thick]) cube([table, table, thick]);
    color("peru") for (x = [-1, 1], y = [-1, 1]) translate([x * (table / 2 - 60) - 30, y * (table / 2 - 60) - 30, -floor_low]) cube([60, 60, floor_low - thick]);
    color("darkgreen") translate([0, 0, 0.2]) cube([520, 520, 0.8], center = true);
}

// Straight pieces of each side, the rest sawn off a piece, and the corners.
module strip_on_rim() {
    run = table - 2 * (rail_back + corner_radius);
    whole = floor(run / rail_long);
    for (side = [0 : 3]) rotate([0, 0, 90 * side]) {
        color(side == 0 ? "deepskyblue" : "ghostwhite") translate([0, -table / 2 + rail_back, 0]) {
            for (i = [0 : whole - 1]) translate([-run / 2 + (i + 0.5) * rail_long, 0, 0]) rail_up(rail_long - 0.6);
            rest = run - whole * rail_long;
            translate([run / 2 - rest / 2, 0, 0]) rail_up(rest - 0.6);
        }
        color("ghostwhite") translate([-table / 2 + rail_back + corner_radius, -table / 2 + rail_back + corner_radius, 0]) corner();
    }
}

module camera() {
    color("darkslategray") {
        translate([0, 0, lens + csi_drop]) head();
        translate([0, 0, lens + csi_drop - hood_deep]) hood();
    }
    color("crimson") translate([22, 0, lens + csi_drop - hood_deep + floor_wall + 0.3]) shutter();
    translate([0, 0, lens + csi_drop + plate_thick + head_rise + head_bridge]) ball_head();
}

module cards() {
    card(8, 0, -110, "seagreen");
    card(95, -110, 0, "crimson");
    card(-6, 5, 110, "saddlebrown");
}

at = table / 2 + out;
assert(sqrt(2) * at <= boom_reach, "the boom reaches the table's middle");

top();
strip_on_rim();
cards();
camera();
translate([-at, at, -floor_low]) rotate([0, 0, -45]) boom_stand(floor_low + lens + over_lens, sqrt(2) * at);
