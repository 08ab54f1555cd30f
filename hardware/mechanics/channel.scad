// Channel: holds the strip. Screwed by its flange, flange upwards, onto the outer face of a batten under the
// table's top, it opens outwards; pieces are put end to end. Printed lying on its back, as drawn.
include <shapes.scad>

width = strip_cover + 2 * channel_wall;
flange = 14;

function channel_reach() = flange + width;  // across: from the flange's edge to the other wall
function channel_flange() = flange;

module profile() {
    difference() {
        union() {
            square([width, channel_high]);
            translate([-flange, 0]) square([flange + 1, channel_wall]);
        }
        translate([channel_wall, channel_wall]) square([strip_cover, channel_high]);
        // grooves for the diffuser
        translate([channel_wall - 1, channel_high - 1.2 - diffuser - play]) square([strip_cover + 2, diffuser + play]);
    }
}

module channel() {
    difference() {
        rotate([90, 0, 90]) linear_extrude(channel) profile();
        for (x = [25, channel / 2, channel - 25]) translate([x, -flange / 2, -1]) {
            cylinder(d = wood_screw - 0.9, h = 10, $fn = 24);
            translate([0, 0, channel_wall - 0.6]) cylinder(d1 = 3.6, d2 = 7.4, h = 1.8, $fn = 24);
        }
        // ends: a notch for wires to the next piece
        for (x = [-1, channel - 5]) translate([x, channel_wall + 3, -1]) cube([6, strip_cover - 6, channel_wall + 2]);
    }
}

channel();
