/* An Arduino with our program on it, emulated: what the files beside this one share.
 *
 * The chip itself is libsimavr's. Around it: an honest serial line (line.c), the wire to the strip
 * (strip.c), the orders from standard input (orders.c) and the clock (main.c).
 */
#ifndef BOARD_H
#define BOARD_H

#define _GNU_SOURCE
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CYCLES_PER_US 16
#define CYCLES_PER_MS 16000
#define BUTTONS 4

struct board {
    avr_t *avr;
    avr_cycle_count_t deaf_until; /* the boot loader runs until then */
    int boot_ms;                  /* opening the port resets, and the boot loader takes this long; <0: no reset */
    uint64_t resets;
    uint8_t down; /* buttons */
    bool stop;
    bool frozen;    /* the clock stands */
    bool skipped;   /* its time has just been let pass at once: the wall need not catch up */
    uint64_t until; /* bytes received after which it is to stand; 0: never */
};

extern struct board board;

void board_run(avr_cycle_count_t cycles);
void board_reset(int boot_ms);
int board_spare(void); /* bytes of RAM that neither variables nor stack have touched */

/* line.c */
struct line_counts {
    uint64_t received, sent, lost, flipped;
};
extern struct line_counts line_counts;
void line_start(const char *link);
void line_stop(void);
void line_poll(void); /* takes what the host wrote, notices that it opened or closed the port */
void line_reset(void);
bool line_is_open(void);
void line_noise(long to_chip_ppm, long to_host_ppm); /* of all bits on the line */

/* strip.c */
extern uint64_t strip_edges;
void strip_start(const char *trace);
void strip_settle(void); /* tells a picture whose last bit is long past */
bool strip_busy(void); /* inside a picture that the strip has not taken over yet */
void strip_flush(void);

/* orders.c */
void orders_start(void);
void orders_poll(void);
void orders_reached(void); /* the bytes waited for have come */
void button(int which, bool pressed);

#endif
