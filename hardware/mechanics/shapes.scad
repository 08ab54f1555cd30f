// Shapes that several parts use.
include <parameters.scad>

$fn = 48;

module rounded(x, y, z, r) {
    hull() for (px = [r, x - r], py = [r, y - r]) translate([px, py, 0]) cylinder(r = r, h = z, $fn = 32);
}
