// Shapes that several parts use.
include <parameters.scad>

$fn = 48;

module rounded(x, y, z, r) {
    hull() for (px = [r, x - r], py = [r, y - r]) translate([px, py, 0]) cylinder(r = r, h = z, $fn = 32);
}

// A clamp round a tube that stands along z, its ears towards +y.
module clamp_body(high) {
    cylinder(d = tube + 2 * tube_ring, h = high);
    translate([-clamp_slit / 2 - clamp_ear, 0, 0])
        cube([clamp_slit + 2 * clamp_ear, tube / 2 + tube_ring + clamp_ear_long, high]);
}

module clamp_holes(high) {
    translate([0, 0, -1]) cylinder(d = tube + play, h = high + 2, $fn = 72);
    translate([-clamp_slit / 2, 0, -1]) cube([clamp_slit, tube + tube_ring + clamp_ear_long, high + 2]);
    for (z = [high / 4, high * 3 / 4]) translate([0, tube / 2 + tube_ring + clamp_ear_long / 2 - 1, z])
        rotate([0, 90, 0]) {
            translate([0, 0, -50]) cylinder(d = m4, h = 100, $fn = 24);
            translate([0, 0, clamp_slit / 2 + clamp_ear - m4_nut_deep])
                cylinder(d = m4_nut / cos(30), h = 20, $fn = 6);
        }
}
