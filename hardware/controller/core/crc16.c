#include "crc16.h"

/* Without a table: 512 bytes of flash buy nothing at 50 bytes a millisecond. */
uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)((crc << 8) | (crc >> 8));
    crc ^= byte;
    crc ^= (crc & 0xFF) >> 4;
    crc ^= (uint16_t)(crc << 12);
    crc ^= (uint16_t)((crc & 0xFF) << 5);
    return crc;
}

uint16_t crc16_of(const uint8_t *bytes, uint16_t count)
{
    uint16_t crc = CRC16_START;
    while (count--)
        crc = crc16_add(crc, *bytes++);
    return crc;
}
