// Things that are bought, drawn roughly and true to size, for the pictures only.
include <shapes.scad>

module pi_board() {
    color("seagreen") cube([pi_x, pi_y, 1.6]);
    color("silver") for (y = [2, 20]) translate([pi_x - 14, y, 1.6]) cube([17, 14, 15]);
    color("silver") translate([pi_x - 17, 40, 1.6]) cube([20, 14, 13]);
    color("silver") for (x = [7, 22, 35]) translate([x, -1, 1.6]) cube([8, 8, 3.2]);
    color("black") translate([7, 50, 1.6]) cube([50, 5, 8]);
    color("silver") translate([24, 24, 1.6]) cube([15, 15, 2.4]);
}

module nano_board() {
    color("royalblue") cube([nano_x, nano_y, 1.6]);
    color("silver") translate([nano_x / 2 - 4, -1, 1.6]) cube([8, 8, 3]);
    color("black") translate([nano_x / 2 - 5, 16, 1.6]) rotate([0, 0, 0]) cube([10, 10, 1.2]);
}

module arcade_button(colour) {
    color(colour) {
        cylinder(d = 28, h = 3, $fn = 48);
        translate([0, 0, 3]) cylinder(d = 19, h = 4, $fn = 48);
    }
    color("dimgray") translate([0, 0, -button_deep + 8]) cylinder(d = 22, h = button_deep - 8, $fn = 48);
    color("gold") for (x = [-4, 4]) translate([x - 0.4, -2.5, -button_deep]) cube([0.8, 5, 8]);
}

// A lever terminal of five ways, lying on its back.
module lever_terminal() {
    color("lightgray") cube([19, 30, 9]);
    color("orange") for (i = [0 : 4]) translate([1.2 + i * 3.5, 9, 9]) cube([2.8, 12, 2]);
}

module small_button() {
    color("black") cylinder(d = 10, h = 2, $fn = 32);
    color("red") translate([0, 0, 2]) cylinder(d = 6, h = 4, $fn = 32);
    color("dimgray") translate([0, 0, -20]) cylinder(d = 9, h = 20, $fn = 32);
}

// A USB board with its M12 lens looking down, its face at z = 0.
module m12_camera() {
    color("seagreen") difference() {
        translate([-19, -19, 0]) cube([38, 38, 1.6]);
        for (x = [-1, 1], y = [-1, 1]) translate([x * m12_holes / 2, y * m12_holes / 2, -1]) cylinder(d = m12_hole, h = 4, $fn = 24);
    }
    color("black") translate([-m12_holder / 2, -m12_holder / 2, -12]) cube([m12_holder, m12_holder, 12]);
    color("dimgray") translate([0, 0, -m12_front]) cylinder(d = 14, h = 12, $fn = 48);
    color("white") translate([-4, 12, 1.6]) cube([8, 5, 5]);
}

// Camera Module 3, its face at z = 0, the lens at the origin.
module csi_camera() {
    color("seagreen") translate([-12.5, -9.5, 0]) cube([25, 24, 1]);
    color("black") translate([-5, -5, -csi_front]) cube([10, 10, csi_front]);
}

module spacer_tube(high) {
    color("gold") difference() {
        cylinder(d = 4.5, h = high, $fn = 6);
        translate([0, 0, -1]) cylinder(d = 2.2, h = high + 2, $fn = 24);
    }
}

// A small ball head: boom's thread above, 1/4 inch screw below, at z = 0.
module ball_head() {
    color("dimgray") {
        cylinder(d = 30, h = 6);
        translate([0, 0, 6]) cylinder(d = 12, h = 12);
        translate([0, 0, 30]) sphere(d = 32);
        translate([0, 0, 30]) cylinder(d = 36, h = ball_high - 30);
    }
    color("silver") translate([0, 0, -8]) cylinder(d = 6, h = 8);
}

module card(turn, x, y, colour) {
    translate([x, y, 0]) rotate([0, 0, turn]) {
        color("white") translate([-29.5, -46, 0]) cube([59, 92, 1]);
        color(colour) translate([-12, -18, 1]) cube([24, 36, 0.6]);
    }
}

// A microphone stand on the floor: column at the origin, boom along +x at this height above the floor.
module boom_stand(high, reach, bag = true) {
    color("dimgray") {
        cylinder(d = column, h = high + 30);
        for (a = [0, 120, 240]) rotate([0, 0, a]) hull() {
            translate([0, 0, 60]) sphere(d = 20);
            translate([foot_reach, 0, 10]) sphere(d = 20);
        }
        translate([-reach / 4, 0, high]) rotate([0, 90, 0]) cylinder(d = boom, h = reach * 5 / 4);
        translate([0, 0, high]) rotate([90, 0, 0]) cylinder(d = 45, h = 50, center = true);
    }
    if (bag) translate([0, 0, 45]) sandbag();
}

// It lies over the stand's legs.
module sandbag() color("saddlebrown") scale([1.6, 1, 0.5]) sphere(d = 130);
