/* The wire to the strip: every edge with its cycle, and the pictures they make.
 *
 * A "lit" line tells each complete picture as the strip takes it over; a "cut" line one that ended
 * inside a light. Where a trace is asked for, each edge is 4 bytes, little-endian: cycles since the edge
 * before (at most 2^31 - 1) times two, plus the new level.
 */
#include "board.h"

#include <simavr/avr_ioport.h>
#include <stdlib.h>

#define LED_BIT 6
#define ONE_CYCLES 9      /* a pulse longer than 562.5 ns is a 1 */
#define LATCH_CYCLES 4480 /* 280 us of low: also the newer parts take over */
#define LIGHTS_MAX 512

uint64_t strip_edges;
static FILE *trace;
static avr_cycle_count_t last_edge, last_fall, rose;
static uint8_t level;
static uint8_t wire[LIGHTS_MAX * 3];
static uint32_t bits;

static void tell(void)
{
    const uint32_t lights = bits / 24;
    if (bits % 24) {
        printf("cut %llu %u\n", (unsigned long long)last_fall, bits);
    } else {
        printf("lit %llu ", (unsigned long long)last_fall);
        for (uint32_t i = 0; i < lights; i++) /* green red blue on the wire */
            printf("%02x%02x%02x", wire[3 * i + 1], wire[3 * i], wire[3 * i + 2]);
        putchar('\n');
    }
    fflush(stdout);
    bits = 0;
}

static void settle_before(avr_cycle_count_t now)
{
    if (bits && now - last_fall >= LATCH_CYCLES)
        tell();
}

bool strip_busy(void)
{
    return bits || level;
}

void strip_settle(void)
{
    if (!level)
        settle_before(board.avr->cycle);
}

static void fell(avr_cycle_count_t now)
{
    const uint32_t at = bits / 8;
    if (at < sizeof wire)
        wire[at] = (uint8_t)(wire[at] << 1 | (now - rose > ONE_CYCLES));
    bits++;
    last_fall = now;
}

static void on_edge(avr_irq_t *irq, uint32_t value, void *nothing)
{
    (void)irq, (void)nothing;
    const avr_cycle_count_t now = board.avr->cycle;
    const uint8_t new_level = value & 1;
    if (new_level == level)
        return;
    level = new_level;
    strip_edges++;
    if (trace) {
        avr_cycle_count_t since = now - last_edge;
        const uint32_t record = (uint32_t)(since > INT32_MAX ? INT32_MAX : since) << 1 | level;
        fwrite(&record, sizeof record, 1, trace);
    }
    last_edge = now;
    if (level) {
        settle_before(now);
        rose = now;
    } else {
        fell(now);
    }
}

void strip_start(const char *path)
{
    if (path && !(trace = fopen(path, "wb"))) {
        perror(path);
        exit(2);
    }
    avr_irq_register_notify(avr_io_getirq(board.avr, AVR_IOCTL_IOPORT_GETIRQ('D'), LED_BIT), on_edge, NULL);
}

void strip_flush(void)
{
    if (trace)
        fflush(trace);
}
