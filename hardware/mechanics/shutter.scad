// Slide: pushed into the hood it covers the lens. It stands out red while the camera may look.
include <shapes.scad>

inner = plate - 2 * wall;
wide = inner - 8 - play;
long = inner + wall - 1;

module shutter() {
    translate([0, -wide / 2, 0]) cube([long, wide, shutter_thick]);
    translate([long - 6, -wide / 2, 0]) rounded(18, wide, shutter_thick, 3);
    translate([long, -wide / 2 + 6, 0]) cube([3, wide - 12, shutter_thick + 4]);
}

shutter();
