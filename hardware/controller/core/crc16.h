/* CRC-16/CCITT-FALSE: polynomial 0x1021, not reflected, no final xor. */
#ifndef CRC16_H
#define CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFF

uint16_t crc16_add(uint16_t crc, uint8_t byte);
uint16_t crc16_of(const uint8_t *bytes, uint16_t count);

#endif
