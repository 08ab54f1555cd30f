/* The serial line: bytes in through a ring, bytes out as they come. */
#ifndef UART_H
#define UART_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
bool uart_take(uint8_t *byte);

/* Moves one byte from the port to the ring; also for whoever keeps interrupts off. */
void uart_fetch(void);

static inline bool uart_has_byte(void)
{
    return (UCSR0A & _BV(RXC0)) != 0;
}

#endif
