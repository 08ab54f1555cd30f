/* Four buttons to ground: debounced, and timed while they are held. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include "limits.h"

enum what { RELEASED = 0, PRESSED = 1, HELD = 2 };

typedef void (*button_listener)(uint8_t button, enum what what, uint32_t now_ms);

void buttons_reset(void);

/* To be called every LOOK_EVERY_MS with the pins' levels, bit 0 is button 0, 1 is up. */
void buttons_look(uint8_t levels, uint32_t now_ms, button_listener listener);

/* Which are down, bit 0 is button 0. */
uint8_t buttons_down(void);

/* Those down now will not count as held: nobody was there when they were pressed. */
void buttons_forget_held(void);

#endif
