// One step of building a picture: `step` says which. Grey, so that it prints; what moves is light, what stays
// is darker. Arrows, hands and words are laid over it by hardware/tools/steps.py. Not a part to print.
use <head.scad>
use <hood.scad>
use <shutter.scad>
use <rail.scad>
use <corner.scad>
use <box.scad>
use <bar.scad>
use <lid.scad>
use <assembly.scad>
use <things.scad>
include <shapes.scad>

step = "nut";

module stays() color([0.68, 0.69, 0.71]) children();
module moves() color([0.9, 0.9, 0.9]) children();
module bought() color([0.42, 0.43, 0.45]) children();

bridge_low = plate_thick + head_rise;   // the bridge's underside

module nut_step() {
    stays() head();
    bought() translate([0, 0, bridge_low - 17]) rotate(30) cylinder(d = tripod_nut / cos(30), h = 5.5, $fn = 6);
}

module screw(high = 12) {
    cylinder(d1 = 3, d2 = 3, h = high, $fn = 16);
    translate([0, 0, high]) cylinder(d1 = 3, d2 = 6, h = 2.5, $fn = 24);
}

module camera_step() {
    stays() head();
    translate([-84, 0, 22]) {
        moves() m12_camera();
        bought() for (x = [-1, 1], y = [-1, 1]) {
            translate([x * m12_holes / 2, y * m12_holes / 2, -m12_spacer - 3]) spacer_tube(m12_spacer);
            translate([x * m12_holes / 2, y * m12_holes / 2, 8]) screw(14);
        }
    }
}

module hood_step() {
    translate([0, 0, hood_deep + 30]) {
        stays() head();
        bought() for (x = [-1, 1], y = [-1, 1]) translate([x * (plate / 2 - 5), y * (plate / 2 - 5), 18]) screw(10);
    }
    moves() hood();
    moves() translate([62, 0, floor_wall + 0.3]) shutter();
}

module ball_step() {
    moves() {
        head();
        translate([0, 0, plate_thick + m12_spacer]) m12_camera();
        translate([0, 0, -hood_deep]) hood();
        translate([22, 0, -hood_deep + floor_wall + 0.3]) shutter();
    }
    stays() translate([0, 0, bridge_low + head_bridge + 24]) ball_head();
    bought() translate([-160, 0, bridge_low + head_bridge + 24 + ball_high + 40]) rotate([0, 90, 0]) cylinder(d = boom, h = 180);
    bought() translate([0, 0, bridge_low + head_bridge + 24 + ball_high + 12]) cylinder(d = 9, h = 24);
}

module stand_step() {
    at = 450 + 70;
    over = 710 + csi_front - csi_spacer - plate_thick + plate_thick + head_rise + head_bridge + ball_high + boom / 2;
    moves() top();
    stays() camera();
    bought() translate([-at, at, -750]) rotate([0, 0, -45]) boom_stand(750 + over, sqrt(2) * at, bag = false);
    moves() translate([-860, 420, -560]) sandbag();
}

// Upside down, as it lies while the strip is stuck in: its foot up, its outer wall towards -y.
module turned(long) translate([0, 0, rail_high]) mirror([0, 0, 1]) rail_up(long);

module ribbon(long) {
    moves() cube([long, 0.8, 10]);
    bought() for (x = [14 : 33.3 : long - 5]) translate([x, 0.8, 2.5]) cube([5, 1.6, 5]);
}

module strip_step() {
    long = 110;             // the end of a rail
    in = long * 0.5;
    stays() turned(long);
    stays() translate([long / 2 + 22, corner_radius, rail_high]) mirror([1, 0, 0]) mirror([0, 0, 1]) corner();
    translate([-long / 2, rail_wall, 3]) ribbon(in);
    // the rest still hangs free
    translate([-long / 2 + in, rail_wall + 5, 5]) rotate([0, -30, 12]) ribbon(long * 0.6);
}

module lay_step() {
    table_top = 280;
    stays() translate([0, 0, -28]) cube([table_top, table_top, 28]);
    moves() {
        translate([rail_back + corner_radius + rail_long / 2, rail_back, 66]) rail_up(rail_long - 0.6);
        translate([rail_back + corner_radius, rail_back + corner_radius, 66]) corner();
        translate([rail_back, rail_back + corner_radius + rail_long / 2, 66]) rotate([0, 0, -90]) rail_up(rail_long - 0.6);
    }
}

// A lever connector of three ways: one lever up, one down, one on its way, and a core at each way.
module lever_step() {
    stays() cube([18, 20, 9]);
    bought() for (i = [0 : 2]) translate([1.4 + i * 5.4, -0.05, 2]) cube([4.4, 1, 4.5]);
    moves() for (i = [0 : 2]) translate([1 + i * 5.5, 17, 9]) rotate([[-78, 0, -45][i], 0, 0]) translate([0, -14, 0]) cube([5, 14, 1.8]);
    for (i = [0 : 2]) translate([3.6 + i * 5.4, i == 0 ? -16 : 2, 4.2]) rotate([90, 0, 0]) {
        bought() cylinder(d = 1.2, h = 11, $fn = 16);
        moves() translate([0, 0, i == 0 ? 10 : 3]) cylinder(d = 2.6, h = i == 0 ? 40 : 65, $fn = 24);
    }
}

module buttons_step() {
    stays() box();
    translate([wall, wall, floor_wall]) for (i = [0 : 3])
        translate([box_x / 2 + (i - 1.5) * button_pitch, i == 1 ? -80 : -wall, button_z]) rotate([90, 0, 0]) moves() arcade_button("white");
}

module lid_step() {
    stays() box();
    translate([wall, wall, floor_wall]) translate([pi_at_x + pi_x, pi_at_y + pi_y, box_z + 30]) rotate([0, 0, 180]) moves() pi_board();
    out_x = box_x + 2 * wall;
    translate([out_x / 2, 0, box_z + 150]) rotate([0, 180, 0]) translate([-out_x / 2 - lip, -lip, 0]) moves() lid();
    bought() for (x = [5, box_x - 5], y = [5, box_y - 5]) translate([wall + x, wall + y, box_z + 165]) screw(12);
}

// Turned over onto its feet, one button still above it.
module bar_step() {
    bar_long = 3 * bar_pitch + 2 * bar_end;
    stays() translate([0, bar_deep, bar_high]) rotate([180, 0, 0]) bar();
    for (i = [0 : 3]) translate([bar_end + i * bar_pitch, bar_deep / 2, bar_high + (i == 2 ? 52 : 0)]) moves() arcade_button("white");
    bought() translate([bar_long / 2, wall - 70, 4.6]) rotate([-90, 0, 0]) cylinder(d = 5, h = 70, $fn = 24);
}

if (step == "nut") nut_step();
if (step == "camera") camera_step();
if (step == "hood") hood_step();
if (step == "ball") ball_step();
if (step == "stand") stand_step();
if (step == "strip") strip_step();
if (step == "lay") lay_step();
if (step == "lever") lever_step();
if (step == "buttons") buttons_step();
if (step == "lid") lid_step();
if (step == "bar") bar_step();
