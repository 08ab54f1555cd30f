/* Frames on the line: delimiter, COBS, type, seq, payload, CRC (PROTOCOL.md, section 2). */
#ifndef FRAME_H
#define FRAME_H

#include "limits.h"

enum arrival { ARRIVED_NOTHING, ARRIVED_FRAME, ARRIVED_BROKEN };

struct frame {
    uint8_t type, seq, length;
    const uint8_t *payload; /* holds until the next byte is taken */
};

#define SENT_PAYLOAD_MAX 48

void frames_reset(void);

/* Takes the next byte of the line. */
enum arrival frame_take(uint8_t byte, struct frame *frame);

void frame_send(uint8_t type, uint8_t seq, const uint8_t *payload, uint8_t length);

#endif
