// The open box with what lies in it, for the guide. Not a part to print.
use <box.scad>
use <things.scad>
include <shapes.scad>

color("darkslategray") box();
translate([wall, wall, floor_wall]) {
    translate([pi_at_x + pi_x, pi_at_y + pi_y, post_high]) rotate([0, 0, 180]) pi_board();
    translate([nano_at_x + nano_x, nano_at_y + nano_y, 4]) rotate([0, 0, 180]) nano_board();
    for (i = [0 : 3]) translate([box_x / 2 + (i - 1.5) * button_pitch, -wall, button_z]) rotate([90, 0, 0])
        arcade_button(["red", "white", "green", "gold"][i]);
    // fuse holder and terminals on the strip's lead
    color("black") translate([8, 106, 0]) cube([32, 12, 12]);
    color("orange") translate([15, 108, 12]) cube([18, 8, 7]);
    color("lightgray") translate([48, 102, 0]) cube([24, 16, 14]);
}
