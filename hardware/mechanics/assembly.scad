// The whole table as a picture: 80 by 80 cm, arm, hood, strip, box. Not a part to print.
use <foot.scad>
use <elbow.scad>
use <head.scad>
use <hood.scad>
use <shutter.scad>
use <box.scad>
use <lid.scad>
use <hanger.scad>
use <channel.scad>
use <things.scad>
include <shapes.scad>

table = 800;
lens = 720;                      // lens above the table
boom = lens + lens_drop + head_rise + head_bridge + tube / 2 + tube_ring - 3;
reach = table / 2 + 20;
high = floor_wall + box_z;
thick = 28;                      // the table's top
thinnest = 18;                   // the thinnest top that is screwed into from below

// The battens the strip's channels are screwed to: standing below the top, in the middle of each side
batten = 600;                    // length: three channels
batten_deep = 20;
batten_high = 34;
batten_in = 14;                  // outer face behind the rim
batten_screw = 45;               // wood screws 4 x 45, from below
first_screw = 50;                // where they sit, from the batten's end
second_screw = 270;
third_screw = 550;
spacer = 100;                    // batten between each hanger and the top: the box hangs below the channel
box_in = 12;                     // box's front wall behind the rim
lid_air = 4;                     // between the hanger's top and the lid

module printed() { color("darkslategray") children(); }

module top() {
    color("burlywood") translate([-table / 2, -table / 2, -thick]) cube([table, table, thick]);
    color("peru") for (x = [-1, 1], y = [-1, 1]) translate([x * (table / 2 - 50) - 30, y * (table / 2 - 50) - 30, -240]) cube([60, 60, 212]);
    color("darkgreen") translate([0, 0, 0.2]) cube([600, 600, 0.8], center = true);
}

// The strip's channels on their battens; the lights of seat 0's side shine through the diffuser.
module strip_below() {
    for (side = [0 : 3]) rotate([0, 0, 90 * side]) translate([0, -table / 2 + batten_in, -thick]) {
        color("sienna") translate([-batten / 2, 0, -batten_high]) cube([batten, batten_deep, batten_high]);
        for (i = [0 : 2]) translate([batten / 2 - i * channel, -0.3, -channel_flange()]) rotate([90, 0, 0]) rotate([0, 0, 180]) {
            printed() render() channel();
            color(side == 0 ? "deepskyblue" : "gainsboro")
                translate([0, channel_wall - 0.5, channel_high - 1.2 - diffuser]) cube([channel, strip_cover + 1, diffuser]);
        }
    }
}

module arm() {
    translate([0, table / 2 - foot_in, 0]) rotate([0, 0, 0]) {
        printed() foot();
        translate([0, 0, foot_plate]) tube_along(boom + 60);
    }
    apart = tube + tube_ring + 2;
    translate([0, table / 2 - foot_in, boom - clamp_high / 2]) rotate([0, 0, 90]) printed() elbow();
    translate([apart, table / 2 + 40, boom]) rotate([90, 0, 0]) tube_along(reach + 60);
    translate([apart, 0, lens + lens_drop]) rotate([0, 0, 90]) {
        printed() head();
        translate([0, 0, -hood_deep]) printed() hood();
        color("crimson") translate([22, 0, -hood_deep + floor_wall + 0.3]) shutter();
    }
}

module cards() {
    card(8, 0, -70, "seagreen");
    card(95, -75, 0, "crimson");
    card(-6, 5, 78, "saddlebrown");
}

module box_below() {
    translate([-93, -table / 2 + box_in, -thick - batten_high - lid_air - floor_wall - high]) {
        printed() box();
        printed() translate([-ear - 5, 31 + 84 / 1, 0]) rotate([90, 0, 0]) hanger();
        printed() translate([box_x + 2 * wall + ear + 5, 31, 0]) rotate([90, 0, 180]) hanger();
        color("sienna") for (x = [-ear - 5 - 18, box_x + 2 * wall + ear + 5 + 18])
            translate([x - batten_deep / 2, 73 - spacer / 2, high + floor_wall + lid_air]) cube([batten_deep, spacer, batten_high]);
        color("slategray") translate([-lip, -lip + box_y + 2 * wall + 2 * lip, floor_wall + box_z + floor_wall]) rotate([180, 0, 0]) lid();
        for (i = [0 : 3]) translate([wall + box_x / 2 + (i - 1.5) * button_pitch, 0, floor_wall + button_z]) rotate([90, 0, 0])
            arcade_button(["red", "white", "green", "gold"][i]);
    }
}

assert(batten == 3 * channel, "three channels are as long as their batten");
assert(channel_reach() <= batten_high, "the batten covers the channel");
assert(0 < batten_in - channel_high && batten_in - channel_high <= 5, "the channel opens just behind the rim");
assert(batten_screw - batten_high <= thinnest - 5, "the screws stay inside the thinnest top");
assert(batten_in + batten_deep <= box_in + 73 - spacer / 2, "the spacers lie behind the batten");

top();
arm();
cards();
strip_below();
box_below();
