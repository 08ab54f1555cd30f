/* The core's chip for the tests: it keeps what was sent and shown, and says what it is told to say. */
#include "../../../hardware/controller/core/port.h"

#include <string.h>

#include "../../../hardware/controller/core/ring.h"

#define SENT_MAX 65536
#define WRITINGS_MAX 256

uint8_t sent[SENT_MAX];
uint32_t sent_count;
uint8_t writings[WRITINGS_MAX][1 + PICTURE_BYTES]; /* number of lights, then red green blue each */
uint32_t writing_count;
uint32_t hangs;
uint8_t reset_cause;
struct line_faults faults;

void port_send(uint8_t byte)
{
    if (sent_count < SENT_MAX)
        sent[sent_count++] = byte;
}

struct line_faults port_line_faults(void)
{
    const struct line_faults taken = faults;
    faults = (struct line_faults){0, 0, 0};
    return taken;
}

void port_light(const uint8_t *lights, uint8_t count)
{
    if (writing_count == WRITINGS_MAX)
        return;
    writings[writing_count][0] = count;
    memcpy(writings[writing_count] + 1, lights, (size_t)count * BYTES_PER_LED);
    writing_count++;
}

void port_hang(void)
{
    hangs++;
}

uint8_t port_reset_cause(void)
{
    return reset_cause;
}

static struct ring ring;

bool the_ring_put(uint8_t byte)
{
    return ring_put(&ring, byte);
}

bool the_ring_take(uint8_t *byte)
{
    return ring_take(&ring, byte);
}
