// Bend: an eighth of a turn of the rail's profile, for the round table: closes the gap between two of the
// octagon's pieces. White, printed as it lies.
include <shapes.scad>
use <rail.scad>

// The ends of two pieces, drawn inwards, meet here, so far from the outer wall.
bend_radius = round_apothem - rail_long / 2 / tan(180 / 8);

// The middle of the turn is the origin, the outer wall looks to -x and -y.
module bend() {
    rotate([0, 0, 180]) rotate_extrude(angle = 360 / 8, $fn = 96)
        translate([bend_radius, 0]) mirror([1, 0]) rail_profile();
}

bend();
