/* 255 bytes between the serial port and the core; one side puts, the other takes. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

struct ring {
    volatile uint8_t bytes[256]; /* indices wrap by themselves */
    volatile uint8_t put_at, take_at;
};

/* Returns false, and drops the byte, where it is full. */
static inline bool ring_put(struct ring *ring, uint8_t byte)
{
    const uint8_t at = ring->put_at;
    const uint8_t next = (uint8_t)(at + 1);
    if (next == ring->take_at)
        return false;
    ring->bytes[at] = byte;
    ring->put_at = next;
    return true;
}

static inline bool ring_take(struct ring *ring, uint8_t *byte)
{
    const uint8_t at = ring->take_at;
    if (at == ring->put_at)
        return false;
    *byte = ring->bytes[at];
    ring->take_at = (uint8_t)(at + 1);
    return true;
}

#endif
