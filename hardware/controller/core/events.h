/* Button events on their way to the host: in order, one at a time, until each is acknowledged. */
#ifndef EVENTS_H
#define EVENTS_H

#include "buttons.h"

void events_reset(void); /* drops what waits and numbers from 1 again */
void events_add(uint8_t button, enum what what, uint32_t now_ms);
void events_seen(uint8_t seq);

/* Sends the oldest, for the first time or again, when it is due. */
void events_tick(uint32_t now_ms);

#endif
