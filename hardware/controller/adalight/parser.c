#include "parser.h"

#include "../core/picture.h"
#include "../core/port.h"

/* "Ada", then the number of lights less one in two bytes, then a check, then red green blue each.
 * Nothing checks the colours themselves: that is this protocol's weakness, not this program's. */
enum place { A, D, A_AGAIN, COUNT_HIGH, COUNT_LOW, CHECK, COLOURS };

#define CHECK_XOR 0x55

static enum place place;
static uint8_t high, low;
static uint8_t light[BYTES_PER_LED], part;
static uint32_t number, following; /* of the light being read, and of the first one that is not sent */

void adalight_start(void)
{
    place = A;
    picture_reset();
    port_light(picture_lit(), picture_leds());
}

static void send_text(const char *text)
{
    while (*text)
        port_send((uint8_t)*text++);
}

/* The lights as they were asked for, as WLED's 'L' tells them: TPM2. */
static void send_lights(void)
{
    const uint16_t bytes = (uint16_t)picture_leds() * BYTES_PER_LED;
    port_send(0xC9);
    port_send(0xDA);
    port_send((uint8_t)(bytes >> 8));
    port_send((uint8_t)bytes);
    for (uint16_t i = 0; i < bytes; i++)
        port_send(picture_asked()[i]);
    port_send(0x36);
    port_send('\n');
}

static enum place outside(uint8_t byte)
{
    if (byte == 'v')
        send_text("WLED mehrkopf-adalight\r\n");
    else if (byte == 'L')
        send_lights();
    return byte == 'A' ? D : A;
}

static enum place colour(uint8_t byte)
{
    light[part++] = byte;
    if (part < BYTES_PER_LED)
        return COLOURS;
    part = 0;
    if (number < picture_leds())
        picture_put((uint8_t)number, light, 1);
    if (++number < following)
        return COLOURS;
    picture_take();
    port_light(picture_lit(), picture_leds());
    return A;
}

void adalight_byte(uint8_t byte)
{
    switch (place) {
    case A:
        place = outside(byte);
        break;
    case D:
        place = byte == 'd' ? A_AGAIN : outside(byte);
        break;
    case A_AGAIN:
        place = byte == 'a' ? COUNT_HIGH : outside(byte);
        break;
    case COUNT_HIGH:
        high = byte;
        place = COUNT_LOW;
        break;
    case COUNT_LOW:
        low = byte;
        place = CHECK;
        break;
    case CHECK:
        number = part = 0;
        following = ((uint32_t)high << 8 | low) + 1;
        place = byte == (high ^ low ^ CHECK_XOR) ? COLOURS : outside(byte);
        break;
    case COLOURS:
        place = colour(byte);
        break;
    }
}
