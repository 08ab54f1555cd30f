#include "uart.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#include "../core/port.h"
#include "../core/ring.h"
#include "pins.h"

/* With U2X; 500 000 baud comes out exactly at 16 MHz, 115 200 would be 2.1 % off. */
#define UBRR_VALUE ((F_CPU + 4UL * BAUD_RATE) / (8UL * BAUD_RATE) - 1)

static struct ring ring;
static volatile struct line_faults faults;

static void add(volatile uint8_t *counter)
{
    if (*counter < UINT8_MAX)
        ++*counter;
}

inline void uart_fetch(void)
{
    const uint8_t status = UCSR0A; /* belongs to the byte read next */
    const uint8_t byte = UDR0;
    if (status & _BV(DOR0))
        add(&faults.overruns);
    if (status & _BV(FE0))
        add(&faults.framing);
    else if (!ring_put(&ring, byte))
        add(&faults.overflows);
}

ISR(USART_RX_vect)
{
    uart_fetch();
}

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = UBRR_VALUE;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_take(uint8_t *byte)
{
    return ring_take(&ring, byte);
}

void port_send(uint8_t byte)
{
    while (!(UCSR0A & _BV(UDRE0)))
        ;
    UDR0 = byte;
}

struct line_faults port_line_faults(void)
{
    struct line_faults taken;
    ATOMIC_BLOCK(ATOMIC_FORCEON)
    {
        taken.overruns = faults.overruns;
        taken.overflows = faults.overflows;
        taken.framing = faults.framing;
        faults.overruns = faults.overflows = faults.framing = 0;
    }
    return taken;
}
