// Box: Raspberry Pi, strip controller, buttons in front, leads out at the back.
include <shapes.scad>

out_x = box_x + 2 * wall;
out_y = box_y + 2 * wall;
high = floor_wall + box_z;

module pi_posts(d, h) {
    for (x = [0, pi_holes_x], y = [0, pi_holes_y]) translate([pi_at_x + pi_x - pi_edge - x, pi_at_y + pi_edge + y, 0]) cylinder(d = d, h = h, $fn = 32);
}
module lid_posts(d, h) {
    for (x = [5, box_x - 5], y = [5, box_y - 5]) translate([x, y, 0]) cylinder(d = d, h = h, $fn = 32);
}

module inside() {
    pi_posts(post, post_high);
    intersection() {
        lid_posts(12, box_z - 0.2);
        translate([-wall / 2, -wall / 2, -1]) cube([box_x + wall, box_y + wall, box_z + 1]);
    }
    // the Nano's cradle: two rails and an end stop at each corner
    translate([nano_at_x - 2, nano_at_y - 2, 0]) difference() {
        cube([nano_x + play + 4, nano_y + play + 4, 9]);
        translate([2, 2, 4]) cube([nano_x + play, nano_y + play, 10]);
        translate([5, -1, 1]) cube([nano_x + play - 6, nano_y + 8, 12]);
        translate([-1, 8, 4]) cube([nano_x + 8, nano_y - 12, 12]);
    }
    // a bridge for a cable tie in front of each slot
    for (i = [0 : cables - 1]) translate([box_x / 2 + (i - (cables - 1) / 2) * cable_pitch - 7, box_y - bridge + 0.1, 0]) difference() {
        cube([14, bridge, 12]);
        translate([-1, 2, 6]) cube([16, tie + 0.2, 2.4]);
        translate([7, 10, 13]) rotate([90, 0, 0]) cylinder(d = cable - 2, h = 12, $fn = 32);
    }
}

module cuts() {
    // buttons
    for (i = [0 : 3]) translate([box_x / 2 + (i - 1.5) * button_pitch, -wall - 1, button_z]) rotate([-90, 0, 0]) cylinder(d = button, h = wall + 2, $fn = 72);
    // slots for cables: open to the top, the lid's tongues close them
    for (i = [0 : cables - 1]) translate([box_x / 2 + (i - (cables - 1) / 2) * cable_pitch, box_y - 1, 0]) {
        translate([0, 0, cable_z + cable / 2]) rotate([-90, 0, 0]) cylinder(d = cable, h = wall + 2, $fn = 32);
        translate([-cable / 2, 0, cable_z + cable / 2]) cube([cable, wall + 2, box_z]);
    }
    // air: slots in both sides below the lid's lip, and in the floor below the Pi
    for (x = [-wall - 1, box_x - 1], i = [0 : 7]) translate([x, 50 + i * 8, 10]) cube([wall + 2, vent, 26]);
    for (i = [0 : 5]) translate([pi_at_x + 16 + i * 9, pi_at_y + 14, -floor_wall - 1]) cube([vent, 28, floor_wall + 2]);
    // status light beside the buttons
    translate([8, -wall - 1, button_z + 14]) rotate([-90, 0, 0]) cylinder(d = hood_led, h = wall + 2, $fn = 32);
    // off button in the back wall: out of elbows' way, and no hanger before it
    translate([off_at_x, box_y - 1, off_z]) rotate([-90, 0, 0]) cylinder(d = off_button, h = wall + 2, $fn = 48);
    // screws
    translate([0, 0, -1]) pi_posts(m25_core, post_high + 2);
    translate([0, 0, box_z - 16]) lid_posts(m3_core, 20);
}

module box() {
    difference() {
        union() {
            difference() {
                rounded(out_x, out_y, high, box_corner);
                translate([wall, wall, floor_wall]) rounded(box_x, box_y, high, box_corner - 2);
            }
            translate([wall, wall, floor_wall - 0.1]) inside();
        }
        translate([wall, wall, floor_wall]) cuts();
    }
}

box();
