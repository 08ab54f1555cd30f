// Elbow: holds the boom across the upright. Two clamps back to back; both can be turned and shifted.
include <shapes.scad>

apart = tube + tube_ring + 2;   // between the tubes' middles

module elbow() {
    difference() {
        union() {
            clamp_body(clamp_high);
            translate([-clamp_high / 2, -apart, clamp_high / 2]) rotate([0, 90, 0]) rotate([0, 0, 180]) clamp_body(clamp_high);
            translate([-clamp_high / 2, -apart + 4, 0]) cube([clamp_high, apart - 8, clamp_high]);
        }
        clamp_holes(clamp_high);
        translate([-clamp_high / 2, -apart, clamp_high / 2]) rotate([0, 90, 0]) rotate([0, 0, 180]) clamp_holes(clamp_high);
    }
}

elbow();
