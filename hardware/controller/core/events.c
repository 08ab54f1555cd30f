#include "events.h"

#include "counters.h"
#include "frame.h"
#include "types.h"

struct event {
    uint32_t at_ms;
    uint8_t button, what;
};

static struct event waiting[EVENTS_WAITING]; /* the oldest first */
static uint8_t held_back;                    /* how many wait */
static uint8_t seq;                          /* of the oldest, 1..255 */
static bool sent;
static uint32_t sent_ms;

void events_reset(void)
{
    held_back = 0;
    seq = 1;
    sent = false;
}

void events_add(uint8_t button, enum what what, uint32_t now_ms)
{
    if (held_back == EVENTS_WAITING) {
        count(COUNT_EVENTS_LOST, 1);
        return;
    }
    waiting[held_back++] = (struct event){now_ms, button, (uint8_t)what};
    count(COUNT_EVENTS, 1);
}

void events_seen(uint8_t which)
{
    if (!sent || which != seq)
        return;
    held_back--;
    for (uint8_t i = 0; i < held_back; i++)
        waiting[i] = waiting[i + 1];
    seq = seq == 255 ? 1 : seq + 1;
    sent = false;
}

void events_tick(uint32_t now_ms)
{
    if (held_back == 0 || (sent && now_ms - sent_ms < EVENT_AGAIN_MS))
        return;
    const struct event *oldest = &waiting[0];
    const uint32_t age = now_ms - oldest->at_ms;
    uint8_t payload[4] = {oldest->button, oldest->what};
    write16(payload + 2, age < UINT16_MAX ? (uint16_t)age : UINT16_MAX);
    if (sent)
        count(COUNT_EVENTS_RESENT, 1);
    frame_send(TYPE_BUTTON, seq, payload, sizeof payload);
    sent = true;
    sent_ms = now_ms;
}
