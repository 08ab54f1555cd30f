/* Why the chip started, and the one way to make it start again. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "../core/port.h"

#define CAUSES (_BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF))

static uint8_t cause __attribute__((section(".noinit")));

/* Before main: the watchdog stays on after it has bitten, at its shortest time. A boot loader clears
 * MCUSR; Optiboot leaves what it found in r2. */
void keep_reset_cause(void) __attribute__((naked, used, section(".init3")));
void keep_reset_cause(void)
{
    uint8_t handed_over;
    __asm__ volatile("mov %0, r2" : "=r"(handed_over));
    cause = MCUSR & CAUSES;
    if (cause == 0)
        cause = handed_over & CAUSES;
    MCUSR = 0;
    wdt_disable();
}

uint8_t port_reset_cause(void)
{
    return cause;
}

void port_hang(void)
{
    cli();
    for (;;)
        ;
}
