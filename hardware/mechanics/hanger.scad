// Hanger, two of them: holds the box under the table's top. Printed lying on its side.
include <shapes.scad>

high = floor_wall + box_z + floor_wall + 4;  // from the ears' underside to the table, with room for the lid
thick = 5;
long = 84;
apart = box_y + 2 * wall - 84;               // between the ears' holes

module hanger() {
    difference() {
        linear_extrude(long) union() {
            translate([0, -thick]) square([ear + thick, thick]);          // under the ear
            translate([0, -thick]) square([thick, high + thick]);         // up
            translate([-24, high - thick]) square([24 + thick, thick]);   // under the table
            polygon([[thick, 0], [thick + 8, 0], [thick, 8]]);
            polygon([[0, high - thick], [-14, high - thick], [0, high - 22]]);
        }
        for (z = [-1, 1]) translate([0, 0, long / 2 + z * apart / 2]) {
            translate([thick + ear / 2 + 0.5, -thick - 1, 0]) rotate([-90, 0, 0]) cylinder(d = m4, h = thick + 9, $fn = 24);
            translate([-18, high - thick - 1, 0]) rotate([-90, 0, 0]) cylinder(d = wood_screw, h = thick + 2, $fn = 24);
        }
    }
}

hanger();
