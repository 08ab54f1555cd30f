// Head: hangs on the boom, carries camera and hood. The camera looks straight down.
include <shapes.scad>

rise = head_rise;
boom = rise + head_bridge + tube / 2 + tube_ring - 3; // the boom's middle above the plate

module along_x() { translate([-clamp_high / 2, 0, boom]) rotate([90, 0, 90]) children(); }

module corner_holes(d, h) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * (plate / 2 - 5), y * (plate / 2 - 5), -1]) cylinder(d = d, h = h, $fn = 24);
}

module head() {
    difference() {
        union() {
            translate([-plate / 2, -plate / 2, 0]) rounded(plate, plate, plate_thick, 4);
            for (y = [-plate / 2, plate / 2 - 8]) translate([-15, y, 0]) cube([30, 8, rise + head_bridge]);
            translate([-clamp_high / 2, -plate / 2, rise]) cube([clamp_high, plate, head_bridge]);
            along_x() clamp_body(clamp_high);
        }
        along_x() clamp_holes(clamp_high);
        translate([0, 0, -1]) cylinder(d = lens_hole, h = plate_thick + 2);
        for (x = [-1, 1], y = [0, 1]) translate([x * csi_holes_x / 2, y * csi_holes_y, -1]) cylinder(d = csi_hole, h = plate_thick + 2, $fn = 24);
        for (x = [-1, 1], y = [-1, 1]) translate([x * uvc_holes / 2, y * uvc_holes / 2, -1]) cylinder(d = uvc_hole, h = plate_thick + 2, $fn = 24);
        translate([0, -plate / 2 + 14, -1]) cylinder(d = tripod, h = plate_thick + 2, $fn = 32);
        corner_holes(m3, plate_thick + 2);
    }
}

head();
