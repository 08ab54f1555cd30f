#include "cobs.h"

bool cobs_decode(uint8_t *block, uint8_t *count)
{
    uint8_t from = 0, to = 0;
    const uint8_t end = *count;
    while (from < end) {
        uint8_t run = block[from++];
        if (run == 0 || run - 1 > end - from)
            return false;
        const bool zero_follows = run < 0xFF;
        while (--run)
            block[to++] = block[from++];
        if (zero_follows && from < end)
            block[to++] = 0;
    }
    *count = to;
    return true;
}

void cobs_encode(const uint8_t *bytes, uint8_t count, void (*put)(uint8_t))
{
    uint8_t from = 0;
    for (;;) {
        uint8_t zero = from;
        while (zero < count && bytes[zero])
            zero++;
        put((uint8_t)(zero - from + 1));
        while (from < zero)
            put(bytes[from++]);
        if (from == count)
            return;
        from++;
    }
}
