// Ball head, head, camera on its spacers and hood, pulled apart. Not a part to print.
use <head.scad>
use <hood.scad>
use <shutter.scad>
use <things.scad>
include <shapes.scad>

module apart() {
    color("darkslategray") hood();
    color("crimson") translate([75, 0, floor_wall + 0.3]) shutter();
    translate([0, 0, hood_deep + 30]) {
        color("slategray") head();
        // pulled out to the side it is pushed in from
        translate([-85, 0, 30]) {
            m12_camera();
            for (x = [-1, 1], y = [-1, 1]) translate([x * m12_holes / 2, y * m12_holes / 2, -m12_spacer - 14]) spacer_tube(m12_spacer);
        }
        translate([0, 0, plate_thick + head_rise + head_bridge + 35]) ball_head();
        color("gold") translate([0, 0, plate_thick + head_rise - 22]) rotate(30) cylinder(d = tripod_nut / cos(30), h = 5.5, $fn = 6);
    }
}

apart();
