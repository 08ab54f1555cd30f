// Rail: lies on the rim with non-slip tape below its foot. The strip stands on edge on the inner face of the
// outer wall and shines through the sloping face. White, in one piece, open below. Printed lying on its
// outer wall, as drawn; turned up by `rail_up` it lies as on the table.
include <shapes.scad>

// As on the table: y = 0 is the outer face, +y the table's middle, z = 0 the table.
// hardware/tools/rails.py draws the same profile for the guide.
slope = (rail_high - rail_toe) / (rail_wide - rail_wall);
upright = diffuser * sqrt(1 + slope * slope);   // the sloping face measured upright
inner = rail_wide - diffuser - 1;               // the inner edge stands on the table from here on

module rail_profile() {
    polygon([[0, 0], [rail_foot, 0], [rail_foot, rail_foot_high], [rail_wall, rail_foot_high],
        [rail_wall, rail_high - upright], [inner, rail_high - upright - slope * (inner - rail_wall)],
        [inner, 0], [rail_wide, 0], [rail_wide, rail_toe], [rail_wall, rail_high], [0, rail_high]]);
}

module rail(long = rail_long) {
    // along x, lying on the outer face
    rotate([90, 0, 90]) linear_extrude(long) rotate(90) mirror([1, 0]) mirror([0, 1]) mirror([1, 0]) rail_profile();
}

module rail_up(long = rail_long) {
    translate([-long / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(long) rail_profile();
}

rail();
