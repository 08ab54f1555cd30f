/* The buttons' pins and the board's lamp. */
#ifndef PANEL_H
#define PANEL_H

#include <stdbool.h>

#include "pins.h"

static inline void panel_start(void)
{
    BUTTON_DDR &= (uint8_t)~BUTTON_MASK;
    BUTTON_PORT |= BUTTON_MASK;
    LAMP_DDR |= _BV(LAMP_BIT);
}

static inline uint8_t panel_levels(void)
{
    return (uint8_t)((BUTTON_PIN & BUTTON_MASK) >> BUTTON_FIRST);
}

static inline void panel_lamp(bool lit)
{
    if (lit)
        LAMP_PORT |= _BV(LAMP_BIT);
    else
        LAMP_PORT &= (uint8_t)~_BV(LAMP_BIT);
}

#endif
