/* Consistent overhead byte stuffing (Cheshire and Baker, 1999) for blocks below 255 bytes. */
#ifndef COBS_H
#define COBS_H

#include <stdbool.h>
#include <stdint.h>

/* Decodes in place; the block holds no 0x00. Returns false where it does not come out. */
bool cobs_decode(uint8_t *block, uint8_t *count);

/* Hands each byte of the encoded block to `put`; `count` is at most 253. */
void cobs_encode(const uint8_t *bytes, uint8_t count, void (*put)(uint8_t));

#endif
