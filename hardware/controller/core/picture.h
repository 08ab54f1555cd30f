/* The picture asked for, and what the lights show of it within the current cap. */
#ifndef PICTURE_H
#define PICTURE_H

#include "limits.h"

void picture_reset(void); /* MAX_LEDS lights, the built-in cap, all dark */
uint8_t picture_leds(void);
uint16_t picture_cap_ma(void);

void picture_set_leds(uint8_t leds); /* 1..MAX_LEDS; forgets the picture */
void picture_set_cap(uint16_t cap_ma); /* 0 or too much: the built-in cap */

/* Changes `count` lights of the memory; the caller has checked that they are there. */
void picture_put(uint8_t first, const uint8_t *lights, uint8_t count);

/* The CRC over all lights in memory. */
uint16_t picture_crc(void);

/* Makes memory what the lights are to show; returns true where the cap dimmed it. */
bool picture_take(void);

/* Memory and lights: dark, but for the first where `fail_safe`. */
void picture_clear(bool fail_safe);

/* What was asked for, and what the lights show of it, red green blue each. */
const uint8_t *picture_asked(void);
const uint8_t *picture_lit(void);

#endif
