/* What the core needs of the chip. The tests bring their own. */
#ifndef PORT_H
#define PORT_H

#include "limits.h"

/* Bytes the line has lost since the last call. */
struct line_faults {
    uint8_t overruns;  /* the serial port was not read in time */
    uint8_t overflows; /* the memory behind it was full */
    uint8_t framing;   /* no stop bit */
};

void port_send(uint8_t byte);
struct line_faults port_line_faults(void);

/* Writes these lights, red green blue each, and returns when the strip has them. */
void port_light(const uint8_t *lights, uint8_t count);

/* Never returns: the watchdog is to end it. */
void port_hang(void);

/* Bits as in PROTOCOL.md, section 5. */
uint8_t port_reset_cause(void);

#endif
