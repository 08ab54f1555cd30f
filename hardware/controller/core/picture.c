#include "picture.h"

#include <string.h>

#include "crc16.h"

static uint8_t asked[PICTURE_BYTES], lit[PICTURE_BYTES];
static uint8_t leds = MAX_LEDS;
static uint16_t cap_ma = CAP_MA;

static const uint8_t fail_safe_light[BYTES_PER_LED] = {24, 8, 0};

void picture_reset(void)
{
    cap_ma = CAP_MA;
    picture_set_leds(MAX_LEDS);
}

uint8_t picture_leds(void)
{
    return leds;
}

uint16_t picture_cap_ma(void)
{
    return cap_ma;
}

void picture_set_leds(uint8_t wanted)
{
    leds = wanted;
    picture_clear(false);
}

void picture_set_cap(uint16_t wanted_ma)
{
    cap_ma = wanted_ma == 0 || wanted_ma > CAP_MA ? CAP_MA : wanted_ma;
}

void picture_put(uint8_t first, const uint8_t *lights, uint8_t count)
{
    memcpy(asked + first * BYTES_PER_LED, lights, (size_t)count * BYTES_PER_LED);
}

static uint16_t bytes(void)
{
    return (uint16_t)leds * BYTES_PER_LED;
}

uint16_t picture_crc(void)
{
    return crc16_of(asked, bytes());
}

#define WHOLE 256

/* 256ths of each value that may be shown. Rounded against the light: need up, share down. */
static uint16_t share(void)
{
    const uint8_t *end = asked + bytes();
    uint32_t sum = 0;
    for (const uint8_t *value = asked; value < end; value++)
        sum += *value;
    const uint32_t need = (sum * CHANNEL_MA + 254) / 255;
    const uint16_t idle = (uint16_t)leds * IDLE_MA_PER_LED;
    const uint16_t room = cap_ma > idle ? cap_ma - idle : 0;
    return need <= room ? WHOLE : (uint16_t)((uint32_t)room * WHOLE / need);
}

bool picture_take(void)
{
    const uint16_t part = share();
    if (part == WHOLE) {
        memcpy(lit, asked, sizeof lit);
        return false;
    }
    const uint16_t count = bytes();
    for (uint16_t i = 0; i < count; i++)
        lit[i] = (uint8_t)((uint16_t)asked[i] * part >> 8);
    return true;
}

void picture_clear(bool fail_safe)
{
    memset(asked, 0, sizeof asked);
    if (fail_safe)
        memcpy(asked, fail_safe_light, sizeof fail_safe_light);
    memcpy(lit, asked, sizeof lit);
}

const uint8_t *picture_lit(void)
{
    return lit;
}

const uint8_t *picture_asked(void)
{
    return asked;
}
