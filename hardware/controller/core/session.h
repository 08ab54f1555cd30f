/* The talk with the host: greeting, requests, silence (PROTOCOL.md, sections 3 to 9). */
#ifndef SESSION_H
#define SESSION_H

#include "limits.h"

void session_start(uint32_t now_ms);            /* fail-safe picture and announcement */
void session_byte(uint8_t byte, uint32_t now_ms); /* the next byte of the line */
void session_look(uint8_t levels, uint32_t now_ms); /* the buttons' pins, every LOOK_EVERY_MS */
void session_tick(uint32_t now_ms);             /* whatever time brings; as often as can be */
bool session_greeted(void);

#endif
