/* The same chip and strip, speaking Adalight: for the tests of the WLED driver. */
#include <avr/interrupt.h>
#include <avr/wdt.h>

#include "../chip/clock.h"
#include "../chip/strip.h"
#include "../chip/uart.h"
#include "parser.h"

int main(void)
{
    clock_start();
    strip_start();
    uart_start();
    wdt_enable(WDTO_500MS);
    sei();
    adalight_start();
    for (;;) {
        uint8_t byte;
        wdt_reset();
        if (uart_take(&byte))
            adalight_byte(byte);
    }
}
