// Foot: stands on the table's edge under two screw clamps (or four wood screws), holds the upright.
include <shapes.scad>

module foot() {
    difference() {
        union() {
            translate([-foot_x / 2, -foot_y / 2, 0]) rounded(foot_x, foot_y, foot_plate, 8);
            clamp_body(foot_plate + foot_socket);
            for (a = [0, 180, 270]) rotate([0, 0, a]) rotate([90, 0, 0]) translate([0, 0, -4])
                linear_extrude(8) polygon([[0, 0], [44, 0], [44, foot_plate], [tube / 2 + 3, 62], [0, 62]]);
        }
        translate([0, 0, foot_plate]) clamp_holes(foot_socket);
        for (x = [-1, 1], y = [-1, 1]) translate([x * (foot_x / 2 - 12), y * (foot_y / 2 - 12), -1]) {
            cylinder(d = wood_screw, h = foot_plate + 2, $fn = 24);
            translate([0, 0, foot_plate - 2]) cylinder(d1 = wood_screw, d2 = wood_screw + 5, h = 3.1, $fn = 24);
        }
    }
}

foot();
