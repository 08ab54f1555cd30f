/* What is counted since the reset, in the order of PROTOCOL.md, section 5. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

enum count16 {
    COUNT_BROKEN,
    COUNT_REFUSED,
    COUNT_OVERRUNS,
    COUNT_OVERFLOWS,
    COUNT_FRAMING,
    COUNT_DIMMED,
    COUNT_SILENCES,
    COUNT_EVENTS,
    COUNT_EVENTS_RESENT,
    COUNT_EVENTS_LOST,
    COUNT16S
};

#define COUNTERS_BYTES (3 * 4 + COUNT16S * 2)

void counters_reset(void);
void count(enum count16 which, uint8_t more); /* stops at 65535 */
void count_frame(void);
void count_picture(void);

/* Writes COUNTERS_BYTES big-endian and returns the place behind them. */
uint8_t *counters_write(uint8_t *to, uint32_t now_ms);

uint8_t *write16(uint8_t *to, uint16_t value);

#endif
