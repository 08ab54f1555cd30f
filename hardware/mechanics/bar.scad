// Bar: a second row of four buttons on a lead, open below, on four feet. Printed with its top down, as drawn.
include <shapes.scad>

long = 3 * bar_pitch + 2 * bar_end;
foot = 10;              // side of the posts that the feet stick to

module bar() {
    difference() {
        union() {
            difference() {
                rounded(long, bar_deep, bar_high, box_corner);
                translate([wall, wall, floor_wall]) rounded(long - 2 * wall, bar_deep - 2 * wall, bar_high, box_corner - 2);
            }
            intersection() {
                rounded(long, bar_deep, bar_high, box_corner);
                for (x = [0, long - foot], y = [0, bar_deep - foot]) translate([x, y, 0]) cube([foot, foot, bar_high]);
            }
        }
        for (i = [0 : 3]) translate([bar_end + i * bar_pitch, bar_deep / 2, -1]) cylinder(d = button, h = floor_wall + 2, $fn = 72);
        // the lead's slot, and a cable tie's two holes beside it
        translate([long / 2 - 3, bar_deep - wall - 1, bar_high - 9]) cube([6, wall + 2, 10]);
        for (x = [-7, 7]) translate([long / 2 + x - 2, bar_deep - wall - 1, bar_high - 9]) cube([tie, wall + 2, 2.4]);
    }
}

bar();
