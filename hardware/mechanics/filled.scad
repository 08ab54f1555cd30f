// The open box with what lies in it, for the guide: the strip on the Nano. Not a part to print.
use <box.scad>
use <things.scad>
include <shapes.scad>

// Things without a place of their own stick to the floor, left at the back: adapter, the fuse holder on
// top of it, terminals for + and ground.
module supply() {
    color("dimgray") translate([4, 106, 0]) cube([28, 13, 12]);
    color("limegreen") translate([24, 107, 0]) cube([10, 11, 12]);
    color("black") translate([4, 107, 12]) cube([28, 11, 12]);
    color("orangered") translate([10, 108, 24]) cube([16, 8, 5]);
    for (x = [66, 97]) translate([x, 103, 0]) rotate([0, 0, 90]) lever_terminal();
}

module filled() {
    color("darkslategray") box();
    translate([wall, wall, floor_wall]) {
        translate([pi_at_x + pi_x, pi_at_y + pi_y, post_high]) rotate([0, 0, 180]) pi_board();
        translate([nano_at_x + nano_x, nano_at_y + nano_y, 4]) rotate([0, 0, 180]) nano_board();
        for (i = [0 : 3]) translate([box_x / 2 + (i - 1.5) * button_pitch, -wall, button_z]) rotate([90, 0, 0])
            arcade_button(["red", "white", "green", "gold"][i]);
        translate([off_at_x, box_y + wall, off_z]) rotate([-90, 0, 0]) small_button();
        // the buttons' ground terminal
        translate([150.5, 92, 0]) lever_terminal();
        supply();
    }
}

filled();
