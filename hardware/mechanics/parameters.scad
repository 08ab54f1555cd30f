// Every size of the printed parts, in millimetres. Change sizes here and nowhere else, then run
// `make hardware`. One name a line: tests/hardware reads this file too.

// The printer and the walls
bed = 220;              // side of the printer's bed: no part is longer
wall = 3;               // walls of box and hood: 7 lines of a 0.42 mm bead
floor_wall = 3;         // floors and lids
play = 0.3;             // gap between parts that go into each other

// Screws
m3 = 3.4;               // hole an M3 screw goes through
m3_core = 2.6;          // hole an M3 screw cuts its thread into
m4 = 4.4;               // hole an M4 screw goes through
m4_nut = 7.3;           // M4 nut, across flats
m4_nut_deep = 3.4;      // M4 nut, height
wood_screw = 4.5;       // hole a wood screw goes through
m25_core = 2.2;         // hole an M2.5 screw cuts its thread into

// The arm: two aluminium tubes
tube = 20;              // outside
tube_ring = 6;          // wall of the clamps
clamp_slit = 3;         // gap the screws close
clamp_ear = 7;          // thickness of an ear
clamp_ear_long = 13;    // how far an ear stands out
clamp_high = 40;        // length of tube a clamp holds
foot_x = 150;           // plate on the table
foot_y = 90;
foot_plate = 8;
foot_in = 50;           // middle of the upright from the table's rim
foot_socket = 80;       // how deep the upright stands in the foot

// Camera and hood
plate = 62;             // side of the camera plate and of the hood
plate_thick = 4;
head_rise = 26;         // room for plug or ribbon between plate and bridge
head_bridge = 8;
csi_holes_x = 21;       // Raspberry Pi Camera Module 3: holes across
csi_holes_y = 12.5;     // and along; the lens lies on the upper pair's line
csi_hole = 2.2;
uvc_holes = 34;         // 38 mm USB camera board: holes, both ways
uvc_hole = 2.4;
tripod = 6.6;           // a webcam's 1/4 inch screw
lens_hole = 16;         // for lens and plug, through the plate
hood_deep = 46;         // plate to lower edge
lens_drop = 8;          // front of the lens below the plate
mask_field = 600;       // side of the square on the table that may be seen at most
mask_height = 750;      // lens above the table, for that square
lens_pupil = 6;         // front lens
hood_led = 5.2;         // the camera light, 5 mm
shutter_thick = 2;      // slide that covers the lens

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
tie = 4;                // cable tie, width
lip = 5;                // the lid stands out this far: the drip edge
lip_drop = 7;           // and hangs down this far
vent = 3;               // width of a vent slot
ear = 15;               // flanges to screw the box down

off_button = 7.2;       // hole of the small off button, in the back wall between the first two slots
off_at_x = 36;
off_z = 36;

// The tray for an ESP32 with WLED and its level shifter, on three posts above the Nano's cradle
tray_x = 35;
tray_y = 85;
tray_thick = 3;
tray_at_x = 142.5;      // where it lies in the box
tray_at_y = 36;
tray_post = 10;         // height of its posts: above the cradle
tray_rim = 2;           // walls round the boards
tray_lift = 3;          // air and solder below the boards
esp_x = 28.5;           // ESP32 board with 30 pins
esp_y = 51.5;
perf_x = 30;            // perforated board 30 x 70 mm, cut to 26 mm
perf_y = 26;

// The strip's channel
strip = 10;             // width of the strip
strip_cover = 12.6;     // inside width of the channel
channel = 200;          // length of a piece
channel_high = 12;
channel_wall = 2.4;
diffuser = 1.2;         // thickness, in white
