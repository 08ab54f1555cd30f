// Hood: black, under the head. Its square opening lets the camera see the middle of the table and
// nobody's face; the slide (shutter.scad) covers the lens without any software.
include <shapes.scad>

// The flattest lens stands highest in it. By similar triangles: what the square on the table measures at
// the hood's lower edge.
csi_drop = csi_front - csi_spacer - plate_thick;
opening = (hood_deep - csi_drop) * mask_field / mask_height + csi_pupil;
inner = plate - 2 * wall;
slide = shutter_thick + 0.6;    // height of the slide's slot

module hood() {
    difference() {
        translate([-plate / 2, -plate / 2, 0]) rounded(plate, plate, hood_deep, 4);
        translate([-inner / 2, -inner / 2, floor_wall]) rounded(inner, inner, hood_deep, 2);
        translate([-opening / 2, -opening / 2, -1]) cube([opening, opening, floor_wall + 2]);
        // the slide comes in from the side of +x
        translate([inner / 2 - 1, -(inner - 8) / 2 - play / 2, floor_wall]) cube([wall + 2, inner - 8 + play, slide]);
        // camera light, seen from seats 0 and 2
        for (y = [-1, 1]) translate([-14, y * plate / 2, hood_deep / 2]) rotate([90, 0, 0]) cylinder(d = hood_led, h = 3 * wall, center = true, $fn = 32);
        // cable of the light
        translate([-plate / 2 - 1, -4, hood_deep - 5]) cube([wall + 2, 8, 6]);
    }
    // rails above the slide and a stop at its end
    difference() {
        for (y = [-1, 1]) translate([-inner / 2, y > 0 ? inner / 2 - 6 : -inner / 2, floor_wall + slide]) cube([inner, 6, 2]);
        translate([-14, 0, hood_deep / 2]) rotate([90, 0, 0]) cylinder(d = hood_led, h = plate, center = true, $fn = 32);
    }
    for (y = [-1, 1]) translate([-inner / 2, y > 0 ? inner / 2 - 4 : -inner / 2, floor_wall]) cube([inner, 4, slide + 0.1]);
    // posts for the head's four screws
    for (x = [-1, 1], y = [-1, 1]) difference() {
        translate([x * (plate / 2 - 5) - 4, y * (plate / 2 - 5) - 4, hood_deep - 16]) hull() {
            cube([8, 8, 16]);
            translate([x * 3.9, y * 3.9, -8]) cube([8, 8, 0.1]);
        }
        translate([x * (plate / 2 - 5), y * (plate / 2 - 5), hood_deep - 13]) cylinder(d = m3_core, h = 14, $fn = 24);
        // nothing outside the walls
        difference() {
            translate([-plate, -plate, -1]) cube([2 * plate, 2 * plate, hood_deep + 2]);
            translate([-plate / 2, -plate / 2, -2]) rounded(plate, plate, hood_deep + 4, 4);
        }
    }
}

hood();
