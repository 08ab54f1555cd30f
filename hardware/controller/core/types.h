/* Types and reasons of PROTOCOL.md, sections 4 and 5. */
#ifndef TYPES_H
#define TYPES_H

enum type {
    TYPE_HELLO = 0x01,
    TYPE_PING = 0x02,
    TYPE_STATS = 0x03,
    TYPE_PIXELS = 0x10,
    TYPE_SHOW = 0x11,
    TYPE_SEEN = 0x20,
    TYPE_HANG = 0x7E,
    TYPE_OF_CHIP = 0x80, /* and all above */
    TYPE_ACK = 0x80,
    TYPE_NAK = 0x81,
    TYPE_WELCOME = 0x82,
    TYPE_COUNTERS = 0x83,
    TYPE_BUTTON = 0xA0
};

enum reason {
    REASON_NONE = 0,
    REASON_FRAME = 1,
    REASON_LENGTH = 2,
    REASON_TYPE = 3,
    REASON_RANGE = 4,
    REASON_NOT_GREETED = 5,
    REASON_PICTURE = 6,
    REASON_VERSION = 7
};

#endif
