#include "buttons.h"

#define ALL_UP ((1 << BUTTONS) - 1)

static uint8_t looks[3]; /* the levels of the three looks before this one */
static uint8_t down;
static uint8_t timed; /* down, and not yet told as held */
static uint32_t pressed_at[BUTTONS];

void buttons_reset(void)
{
    looks[0] = looks[1] = looks[2] = ALL_UP;
    down = timed = 0;
}

uint8_t buttons_down(void)
{
    return down;
}

void buttons_forget_held(void)
{
    timed = 0;
}

static void turned(uint8_t button, uint32_t now_ms, button_listener listener)
{
    const uint8_t bit = (uint8_t)(1 << button);
    down ^= bit;
    if (down & bit) {
        timed |= bit;
        pressed_at[button] = now_ms;
        listener(button, PRESSED, now_ms);
    } else {
        timed &= (uint8_t)~bit;
        listener(button, RELEASED, now_ms);
    }
}

void buttons_look(uint8_t levels, uint32_t now_ms, button_listener listener)
{
    levels &= ALL_UP;
    const uint8_t always_up = levels & looks[0] & looks[1] & looks[2];
    const uint8_t ever_up = levels | looks[0] | looks[1] | looks[2];
    looks[2] = looks[1];
    looks[1] = looks[0];
    looks[0] = levels;
    for (uint8_t button = 0; button < BUTTONS; button++) {
        const uint8_t bit = (uint8_t)(1 << button);
        const bool turns = (down & bit) ? (always_up & bit) != 0 : (ever_up & bit) == 0;
        if (turns) {
            turned(button, now_ms, listener);
        } else if ((timed & bit) && now_ms - pressed_at[button] >= HELD_MS) {
            timed &= (uint8_t)~bit;
            listener(button, HELD, now_ms);
        }
    }
}
