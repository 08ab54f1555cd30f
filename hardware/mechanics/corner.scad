// Corner: a quarter of a turn of the rail's profile, so that the strip bends round it without being cut. White,
// printed as it lies; its supports, open below, come out by hand.
include <shapes.scad>
use <rail.scad>

// The middle of the turn is the origin, the outer wall looks to -x and -y.
module corner() {
    rotate([0, 0, 180]) rotate_extrude(angle = 90, $fn = 96)
        translate([corner_radius, 0]) mirror([1, 0]) rail_profile();
}

corner();
