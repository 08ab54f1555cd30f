#include "frame.h"

#include "cobs.h"
#include "crc16.h"
#include "port.h"

static uint8_t block[BLOCK_MAX];
static uint8_t taken;
static bool too_long;

void frames_reset(void)
{
    taken = 0;
    too_long = false;
}

static bool decode(uint8_t length, struct frame *frame)
{
    if (!cobs_decode(block, &length) || length < RAW_MIN || crc16_of(block, length) != 0)
        return false;
    frame->type = block[0];
    frame->seq = block[1];
    frame->payload = block + 2;
    frame->length = length - RAW_MIN;
    return true;
}

enum arrival frame_take(uint8_t byte, struct frame *frame)
{
    if (byte != 0) {
        if (taken < BLOCK_MAX)
            block[taken++] = byte;
        else
            too_long = true;
        return ARRIVED_NOTHING;
    }
    const uint8_t length = taken;
    const bool cut = too_long;
    frames_reset();
    if (length == 0)
        return ARRIVED_NOTHING;
    return !cut && decode(length, frame) ? ARRIVED_FRAME : ARRIVED_BROKEN;
}

void frame_send(uint8_t type, uint8_t seq, const uint8_t *payload, uint8_t length)
{
    uint8_t raw[SENT_PAYLOAD_MAX + RAW_MIN];
    uint8_t end = 0;
    raw[end++] = type;
    raw[end++] = seq;
    while (length--)
        raw[end++] = *payload++;
    const uint16_t crc = crc16_of(raw, end);
    raw[end++] = (uint8_t)(crc >> 8);
    raw[end++] = (uint8_t)crc;
    port_send(0);
    cobs_encode(raw, end, port_send);
    port_send(0);
}
