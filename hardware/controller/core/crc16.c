#include "crc16.h"

/* Without a table, and in bytes: an 8-bit chip shifts words bit by bit. */
uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
    uint8_t mix = (uint8_t)(crc >> 8) ^ byte;
    mix ^= mix >> 4;
    const uint8_t high = (uint8_t)crc ^ (uint8_t)(mix << 4) ^ (mix >> 3);
    const uint8_t low = (uint8_t)(mix << 5) ^ mix;
    return (uint16_t)((uint16_t)high << 8 | low);
}

uint16_t crc16_of(const uint8_t *bytes, uint16_t count)
{
    uint16_t crc = CRC16_START;
    while (count--)
        crc = crc16_add(crc, *bytes++);
    return crc;
}
