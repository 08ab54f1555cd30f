#include "counters.h"

static uint32_t frames, pictures;
static uint16_t counts[COUNT16S];

void counters_reset(void)
{
    frames = pictures = 0;
    for (uint8_t which = 0; which < COUNT16S; which++)
        counts[which] = 0;
}

void count(enum count16 which, uint8_t more)
{
    const uint16_t room = UINT16_MAX - counts[which];
    counts[which] += more < room ? more : room;
}

void count_frame(void)
{
    frames++;
}

void count_picture(void)
{
    pictures++;
}

uint8_t *write16(uint8_t *to, uint16_t value)
{
    *to++ = (uint8_t)(value >> 8);
    *to++ = (uint8_t)value;
    return to;
}

static uint8_t *write32(uint8_t *to, uint32_t value)
{
    return write16(write16(to, (uint16_t)(value >> 16)), (uint16_t)value);
}

uint8_t *counters_write(uint8_t *to, uint32_t now_ms)
{
    to = write32(write32(write32(to, now_ms), frames), pictures);
    for (uint8_t which = 0; which < COUNT16S; which++)
        to = write16(to, counts[which]);
    return to;
}
