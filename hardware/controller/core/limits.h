/* The protocol's numbers (hardware/PROTOCOL.md); nothing here knows a chip. */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0

#define MAX_LEDS 144
#define PIECE_LEDS 64
#define BYTES_PER_LED 3
#define PICTURE_BYTES (MAX_LEDS * BYTES_PER_LED)

/* type, seq, first light, a full piece, CRC; COBS adds one byte to anything shorter than 254. */
#define RAW_MAX (2 + 2 + PIECE_LEDS * BYTES_PER_LED + 2)
#define BLOCK_MAX (RAW_MAX + 1)
#define RAW_MIN 4

#ifndef CAP_MA
#define CAP_MA 2000
#endif
#define CHANNEL_MA 20
#define IDLE_MA_PER_LED 1

#define SILENCE_MS 3000
#define REFRESH_MS 1000

#define BUTTONS 4
#define LOOK_EVERY_MS 5
#define HELD_MS 1000
#define EVENTS_WAITING 8
#define EVENT_AGAIN_MS 50

#endif
