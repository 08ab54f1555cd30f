#include "clock.h"

#include <avr/io.h>

#define TICKS_PER_MS (1000 / CLOCK_TICK_US)

static uint16_t counted; /* ticks already turned into milliseconds */
static uint32_t ms;

void clock_start(void)
{
    TCCR1B = _BV(CS11) | _BV(CS10); /* 16 MHz / 64 */
}

uint16_t clock_ticks(void)
{
    return TCNT1;
}

uint32_t clock_ms(void)
{
    const uint16_t now = clock_ticks();
    while ((uint16_t)(now - counted) >= TICKS_PER_MS) {
        counted += TICKS_PER_MS;
        ms++;
    }
    return ms;
}
