/* WS2812: one wire, a bit is a pulse whose length tells it; a long low makes the strip show it all.
 *
 * At 16 MHz a step is 62.5 ns. Chosen within both sheets, WS2812B (T0H 400, T1H 800, T0L 850, T1L 450,
 * each +-150 ns, reset > 50 us) and the newer parts (T0H 220-380, T1H 580-1000, lows 580-1000 ns, reset
 * > 280 us):
 *     T0H  6 steps  375 ns     T0L 15 steps  937.5 ns
 *     T1H 12 steps  750 ns     T1L  9 steps  562.5 ns
 * For T1L the sheets leave 580 to 600 ns, where no step lies: 562.5 misses the newer one by 17.5 ns.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "../core/port.h"
#include "clock.h"
#include "pins.h"
#include "strip.h"
#include "uart.h"

#define LATCH_US 300
#define LATCH_TICKS (LATCH_US / CLOCK_TICK_US + 1)

static uint16_t ended; /* ticks at the end of the last writing */

/* Without interrupts the serial port has to be looked after here: it holds two bytes and one in its shift
 * register, and hardly one arrives while a colour goes out. One at most is fetched, so that the pause
 * stays below 5 us: strips have been seen that take a pause of 9 us for the end. */
static inline void look_after_line(void)
{
#ifndef NAIVE
    if (uart_has_byte())
        uart_fetch();
#endif
}

static inline void write_colour(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits;
    __asm__ volatile(
        "     ldi  %[bits], 8       \n"
        "1:   out  %[port], %[high] \n" /* step 0: up */
        "     rjmp .+0              \n" /* 1, 2 */
        "     rjmp .+0              \n" /* 3, 4 */
        "     sbrs %[byte], 7       \n" /* 5; a 1 skips in two steps, so the next falls on 7 */
        "     out  %[port], %[low]  \n" /* 6: down for a 0 */
        "     lsl  %[byte]          \n" /* 7 */
        "     rjmp .+0              \n" /* 8, 9 */
        "     rjmp .+0              \n" /* 10, 11 */
        "     out  %[port], %[low]  \n" /* 12: down for a 1 */
        "     rjmp .+0              \n" /* 13, 14 */
        "     rjmp .+0              \n" /* 15, 16 */
        "     nop                   \n" /* 17 */
        "     dec  %[bits]          \n" /* 18 */
        "     brne 1b               \n" /* 19, 20 */
        : [bits] "=&d"(bits), [byte] "+r"(byte)
        : [port] "I"(_SFR_IO_ADDR(LED_PORT)), [high] "r"(high), [low] "r"(low));
}

void strip_start(void)
{
    LED_PORT &= (uint8_t)~_BV(LED_BIT);
    LED_DDR |= _BV(LED_BIT);
    ended = clock_ticks();
}

void port_light(const uint8_t *lights, uint8_t count)
{
    while ((uint16_t)(clock_ticks() - ended) < LATCH_TICKS)
        ;
    const uint8_t high = LED_PORT | _BV(LED_BIT);
    const uint8_t low = LED_PORT & (uint8_t)~_BV(LED_BIT);
    cli(); /* until the last light: an interrupt would stretch a pulse or a pause */
    while (count--) {
        const uint8_t red = *lights++, green = *lights++, blue = *lights++;
        write_colour(green, high, low);
        look_after_line();
        write_colour(red, high, low);
        look_after_line();
        write_colour(blue, high, low);
        look_after_line();
    }
    sei();
    ended = clock_ticks();
}
