// Head: hangs on a ball head by a 1/4 inch nut, carries camera and hood. The camera's board lies on the
// plate, on spacers, its lens looks down through the hole.
include <shapes.scad>

function head_top() = plate_thick + head_rise + head_bridge;
function head_wide() = csi_holes_x - 5;     // a straight screwdriver of 4 mm passes the bridge to every camera screw

module corner_holes(d, h) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * (plate / 2 - 5), y * (plate / 2 - 5), -1]) cylinder(d = d, h = h, $fn = 24);
}

module head() {
    difference() {
        union() {
            translate([-plate / 2, -plate / 2, 0]) rounded(plate, plate, plate_thick, 4);
            for (y = [-plate / 2, plate / 2 - head_cheek]) translate([-head_wide() / 2, y, 0]) cube([head_wide(), head_cheek, head_top()]);
            translate([-head_wide() / 2, -plate / 2, head_top() - head_bridge]) cube([head_wide(), plate, head_bridge]);
        }
        translate([-lens_hole / 2, -lens_hole / 2, -1]) cube([lens_hole, lens_hole, plate_thick + 2]);
        for (x = [-1, 1], y = [0, 1]) translate([x * csi_holes_x / 2, y * csi_holes_y, -1]) cylinder(d = csi_hole, h = plate_thick + 2, $fn = 24);
        for (apart = [m12_holes, m12_holes_broken], x = [-1, 1], y = [-1, 1]) translate([x * apart / 2, y * apart / 2, -1]) cylinder(d = m12_hole, h = plate_thick + 2, $fn = 24);
        corner_holes(m3, plate_thick + 2);
        // the nut lies in the bridge's underside, the ball head's screw comes from above
        translate([0, 0, head_top() - head_bridge - 1]) {
            cylinder(d = tripod, h = head_bridge + 2, $fn = 32);
            rotate(30) cylinder(d = tripod_nut / cos(30), h = tripod_nut_deep + 1, $fn = 6);
        }
    }
}

head();
