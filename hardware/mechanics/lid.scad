// Lid: stands out over the walls, its rim hangs down as a drip edge. Printed upside down, as drawn.
include <shapes.scad>

out_x = box_x + 2 * wall + 2 * lip;
out_y = box_y + 2 * wall + 2 * lip;

module lid() {
    difference() {
        union() {
            difference() {
                rounded(out_x, out_y, floor_wall + lip_drop, box_corner + lip - 1);
                translate([lip - play, lip - play, floor_wall]) rounded(out_x - 2 * (lip - play), out_y - 2 * (lip - play), lip_drop + 1, box_corner);
            }
            // tongues that close the cables' slots down to the cable
            for (i = [0 : cables - 1]) translate([out_x / 2 + (i - (cables - 1) / 2) * cable_pitch, lip + (wall - 1.8) / 2, 0])
                translate([-(cable - 2 * play) / 2, 0, floor_wall - 0.1]) cube([cable - 2 * play, 1.8, box_z - cable_z - cable + 1]);
        }
        // groove under the rim: water drops off here
        difference() {
            translate([1.4, 1.4, floor_wall + lip_drop - 1.2]) rounded(out_x - 2.8, out_y - 2.8, 3, box_corner + lip - 2);
            translate([3.2, 3.2, floor_wall]) rounded(out_x - 6.4, out_y - 6.4, 20, box_corner + lip - 3);
        }
        for (x = [lip + wall + 5, out_x - lip - wall - 5], y = [lip + wall + 5, out_y - lip - wall - 5]) translate([x, y, -1]) {
            cylinder(d = m3, h = floor_wall + 2, $fn = 24);
            cylinder(d1 = 7.4, d2 = m3, h = 3, $fn = 32);
        }
    }
}

lid();
