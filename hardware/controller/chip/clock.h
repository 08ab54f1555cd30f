/* Time since the start, from timer 1 running free at 4 us: no tick interrupt that could be lost. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define CLOCK_TICK_US 4

void clock_start(void);
uint32_t clock_ms(void); /* to be called at least every 262 ms */
uint16_t clock_ticks(void);

#endif
