#include "session.h"

#include <string.h>

#include "buttons.h"
#include "counters.h"
#include "events.h"
#include "frame.h"
#include "picture.h"
#include "port.h"
#include "types.h"

#define HELLO_BYTES 5
#define WELCOME_BYTES (13 + COUNTERS_BYTES)

static bool greeted;
static uint16_t greetings;
static uint32_t heard_ms, lit_ms;

static void light(uint32_t now_ms)
{
    port_light(picture_lit(), picture_leds());
    lit_ms = now_ms;
}

static void fail_safe(uint32_t now_ms)
{
    greeted = false;
    events_reset();
    picture_clear(true);
    light(now_ms);
}

static void welcome(uint8_t seq, uint32_t now_ms)
{
    uint8_t payload[WELCOME_BYTES];
    uint8_t *to = payload;
    *to++ = PROTOCOL_VERSION;
    *to++ = FIRMWARE_MAJOR;
    *to++ = FIRMWARE_MINOR;
    to = write16(to, MAX_LEDS);
    to = write16(to, picture_leds());
    to = write16(to, picture_cap_ma());
    *to++ = port_reset_cause();
    to = write16(to, greetings);
    *to++ = buttons_down();
    counters_write(to, now_ms);
    frame_send(TYPE_WELCOME, seq, payload, sizeof payload);
}

static void ack(const struct frame *request)
{
    frame_send(TYPE_ACK, request->seq, &request->type, 1);
}

static void nak(uint8_t seq, uint8_t type, enum reason reason)
{
    const uint8_t payload[2] = {type, (uint8_t)reason};
    frame_send(TYPE_NAK, seq, payload, sizeof payload);
}

static uint16_t read16(const uint8_t *from)
{
    return (uint16_t)((uint16_t)from[0] << 8 | from[1]);
}

static enum reason hello(const struct frame *request, uint32_t now_ms)
{
    if (request->length > 0 && request->payload[0] != PROTOCOL_VERSION)
        return REASON_VERSION;
    if (request->length < HELLO_BYTES)
        return REASON_LENGTH;
    const uint16_t leds = read16(request->payload + 1);
    if (leds > MAX_LEDS)
        return REASON_RANGE;
    picture_set_cap(read16(request->payload + 3));
    if (leds != 0 && leds != picture_leds()) {
        picture_clear(false);
        light(now_ms); /* lights beyond the new end would stay lit for ever */
        picture_set_leds((uint8_t)leds);
    }
    greeted = true;
    events_reset();
    buttons_forget_held();
    welcome(request->seq, now_ms);
    if (greetings < UINT16_MAX)
        greetings++;
    return REASON_NONE;
}

static enum reason pixels(const struct frame *request)
{
    const uint8_t bytes = request->length - 2;
    if (request->length < 2 + BYTES_PER_LED || bytes % BYTES_PER_LED != 0)
        return REASON_LENGTH;
    const uint16_t first = read16(request->payload);
    const uint8_t lights = bytes / BYTES_PER_LED;
    if ((uint32_t)first + lights > picture_leds())
        return REASON_RANGE;
    picture_put((uint8_t)first, request->payload + 2, lights);
    ack(request);
    return REASON_NONE;
}

static enum reason show(const struct frame *request, uint32_t now_ms)
{
    if (request->length != 2)
        return REASON_LENGTH;
    if (read16(request->payload) != picture_crc())
        return REASON_PICTURE;
    if (picture_take())
        count(COUNT_DIMMED, 1);
    light(now_ms);
    count_picture();
    ack(request);
    return REASON_NONE;
}

static enum reason stats(const struct frame *request, uint32_t now_ms)
{
    uint8_t payload[COUNTERS_BYTES];
    if (request->length != 0)
        return REASON_LENGTH;
    counters_write(payload, now_ms);
    frame_send(TYPE_COUNTERS, request->seq, payload, sizeof payload);
    return REASON_NONE;
}

static enum reason answer(const struct frame *request, uint32_t now_ms)
{
    if (request->type == TYPE_HELLO)
        return hello(request, now_ms);
    if (!greeted)
        return REASON_NOT_GREETED;
    switch (request->type) {
    case TYPE_PING:
        if (request->length != 0)
            return REASON_LENGTH;
        ack(request);
        return REASON_NONE;
    case TYPE_STATS:
        return stats(request, now_ms);
    case TYPE_PIXELS:
        return pixels(request);
    case TYPE_SHOW:
        return show(request, now_ms);
    case TYPE_HANG:
        if (request->length != 4 || memcmp(request->payload, "HANG", 4) != 0)
            return REASON_LENGTH;
        port_hang();
        return REASON_NONE;
    default:
        return REASON_TYPE;
    }
}

static void take(const struct frame *frame, uint32_t now_ms)
{
    count_frame();
    if (frame->type >= TYPE_OF_CHIP) {
        count(COUNT_REFUSED, 1); /* an echo: answering it would never end */
        return;
    }
    heard_ms = now_ms;
    if (frame->type == TYPE_SEEN) {
        if (greeted)
            events_seen(frame->seq);
        return;
    }
    const enum reason reason = answer(frame, now_ms);
    if (reason == REASON_NONE)
        return;
    count(COUNT_REFUSED, 1);
    nak(frame->seq, frame->type, reason);
    if (reason == REASON_VERSION)
        welcome(0, now_ms);
}

static void on_button(uint8_t button, enum what what, uint32_t now_ms)
{
    if (greeted)
        events_add(button, what, now_ms);
}

void session_start(uint32_t now_ms)
{
    greetings = 0;
    heard_ms = now_ms;
    counters_reset();
    frames_reset();
    buttons_reset();
    picture_reset();
    fail_safe(now_ms);
    welcome(0, now_ms);
}

void session_byte(uint8_t byte, uint32_t now_ms)
{
    struct frame frame;
    switch (frame_take(byte, &frame)) {
    case ARRIVED_NOTHING:
        return;
    case ARRIVED_BROKEN:
        count(COUNT_BROKEN, 1);
        nak(0, 0, REASON_FRAME);
        return;
    case ARRIVED_FRAME:
        take(&frame, now_ms);
        return;
    }
}

void session_look(uint8_t levels, uint32_t now_ms)
{
    buttons_look(levels, now_ms, on_button);
}

static void count_faults(void)
{
    const struct line_faults faults = port_line_faults();
    count(COUNT_OVERRUNS, faults.overruns);
    count(COUNT_OVERFLOWS, faults.overflows);
    count(COUNT_FRAMING, faults.framing);
}

void session_tick(uint32_t now_ms)
{
    count_faults();
    if (greeted && now_ms - heard_ms >= SILENCE_MS) {
        count(COUNT_SILENCES, 1);
        fail_safe(now_ms);
    }
    if (now_ms - lit_ms >= REFRESH_MS)
        light(now_ms);
    if (greeted)
        events_tick(now_ms);
}

bool session_greeted(void)
{
    return greeted;
}
