// Every size of the printed parts and of what stands round the table, in millimetres. Change sizes here
// and nowhere else, then run `make hardware`. One name a line: hardware/tools and the tests read this too.

// The printer and the walls
bed = 220;              // side of the printer's bed: no part is longer
wall = 3;               // walls of box and hood: 7 lines of a 0.42 mm bead
floor_wall = 3;         // floors and lids
play = 0.3;             // gap between parts that go into each other

// Screws
m3 = 3.4;               // hole an M3 screw goes through
m3_core = 2.6;          // hole an M3 screw cuts its thread into
m25_core = 2.2;         // hole an M2.5 screw cuts its thread into

// Camera head and hood
plate = 62;             // side of the camera plate and of the hood
plate_thick = 4;
head_rise = 30;         // room for board, plug or ribbon between plate and bridge
head_bridge = 10;
head_cheek = 8;         // the two walls between plate and bridge
tripod = 6.6;           // hole a 1/4 inch screw goes through
tripod_nut = 11.4;      // 1/4 inch nut, across flats
tripod_nut_deep = 5.8;
csi_holes_x = 21;       // Camera Module 3 and Wide: holes across
csi_holes_y = 12.5;     // and along; the lens lies on the upper pair's line
csi_hole = 2.2;
csi_spacer = 2;         // nuts between its board and the plate
csi_front = 10.4;       // its board's face to the front of the lens (Wide: 11.3)
m12_holes = 34;         // USB board of 38 mm: holes, both ways
m12_holes_broken = 28;  // the same with its edges broken off, 32 mm
m12_hole = 2.4;
m12_spacer = 8;         // spacers between board and plate: its lens holder stands in the hole
m12_front = 22;         // its board's face to the front of the lens; lenses have 20 to 25
m12_front_least = 20;
m12_front_most = 25;
lens_hole = 17;         // side of the square hole for lens and holder
m12_holder = 16.3;      // side of the M12 lens's holder
hood_deep = 46;         // plate to lower edge
mask_field = 690;       // side of the square on the table that Camera Module 3 may see in full
mask_height = 750;      // lens above the table, for that square
csi_pupil = 5;          // its front lens
m12_pupil = 9;
hood_led = 5.2;         // the camera light, 5 mm
shutter_thick = 2;      // slide that covers the lens

// The stand: bought, a microphone stand on the floor whose boom carries a ball head; drawn for pictures
// and for what is seen of it
column = 25;            // its column, outside
boom = 18;              // its boom
boom_reach = 800;       // from the column to the boom's end
ball_high = 75;         // ball head, from the boom's thread to the head's bridge
foot_reach = 300;       // how far its feet stand out

// The strip's rail on the rim
strip = 10.5;           // width of the strip with its pads
rail_long = 200;        // length of a piece
rail_back = 4;          // outer face behind the rim
rail_wide = 22;
rail_high = 16;
rail_wall = 3;          // the outer wall, which the strip sticks to
rail_foot = 8;          // what lies on the table, tape below it
rail_foot_high = 2;
rail_toe = 2;           // height of the inner edge
diffuser = 1.2;         // thickness of the sloping face
corner_radius = 30;     // outer wall of a corner
round_apothem = 264;    // on a round table of 60 cm eight pieces make an octagon: middle to outer wall

// The box
box_x = 180;            // inside
box_y = 140;
box_z = 52;
box_corner = 4;         // radius outside
post = 7;               // diameter of the posts
post_high = 6;
pi_x = 85;              // Raspberry Pi 4 and 5
pi_y = 56;
pi_holes_x = 58;
pi_holes_y = 49;
pi_edge = 3.5;          // first hole from the edge with the card
pi_at_x = 52;           // where the board lies in the box: USB to the left, power to the back
pi_at_y = 44;
pi_power = 11.2;        // middle of its power socket from the edge with the card
nano_x = 18.5;          // Arduino Nano, lying in a cradle
nano_y = 45.5;
nano_at_x = 152;
nano_at_y = 28;         // partly under the fourth button: the Nano has wires, no pin headers
button = 24.2;          // hole of a 24 mm arcade button
button_deep = 34;       // what it needs behind the wall
button_pitch = 42;
button_z = 27;
cable = 8;              // slot for a cable
cables = 6;             // slots in the back wall
cable_pitch = 27;
cable_z = 22;           // lower end of a slot
bridge = 8;             // bridges for cable ties, right at the back wall
tie = 4;                // cable tie, width
lip = 5;                // the lid stands out this far: the drip edge
lip_drop = 7;           // and hangs down this far
vent = 3;               // width of a vent slot

bar_pitch = 37;         // second row of buttons, in a bar on a lead
bar_end = 22;           // from the bar's end to its first button's middle
bar_deep = 40;
bar_high = 40;
off_button = 7.2;       // hole of the small off button, in the back wall between the first two slots
off_at_x = 36;
off_z = 36;
