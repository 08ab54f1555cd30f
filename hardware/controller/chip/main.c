/* The strip controller: sets the chip up and lets the core do the rest, one byte a turn. */
#include <avr/interrupt.h>
#include <avr/wdt.h>

#include "../core/session.h"
#include "clock.h"
#include "panel.h"
#include "strip.h"
#include "uart.h"

#define BLINK_MS 512

int main(void)
{
    uint32_t looked_ms = 0;
    clock_start();
    panel_start();
    strip_start();
    uart_start();
    wdt_enable(WDTO_500MS);
    sei();
    session_start(clock_ms());
    for (;;) {
        uint8_t byte;
        const uint32_t now = clock_ms();
        wdt_reset();
        if (uart_take(&byte))
            session_byte(byte, now);
        if (now - looked_ms >= LOOK_EVERY_MS) {
            looked_ms = now;
            session_look(panel_levels(), now);
            panel_lamp(session_greeted() || (now & BLINK_MS) != 0);
        }
        session_tick(now);
    }
}
