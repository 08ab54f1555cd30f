// Diffuser: white, slid into the channel's grooves; keeps beer from the strip and glare from eyes.
include <shapes.scad>

translate([0, 0, 0]) cube([channel, strip_cover + 2 - 2 * play, diffuser]);
