/* board ELF [--link PATH] [--trace PATH] [--reset-on-open MS]: prints "ready PTY", then runs in real time. */
#include "board.h"

#include <signal.h>
#include <simavr/sim_elf.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLICE (CYCLES_PER_MS / 2)
#define SLICE_NS 500000
#define BEHIND_NS 200000000ll /* later than this, the past is given up */

struct board board = {.boot_ms = -1};
static void (*chip_reset)(avr_t *);

static void on_reset(avr_t *avr)
{
    if (chip_reset)
        chip_reset(avr);
    board.resets++;
    line_reset();
}

static void pull_up(void)
{
    for (int which = 0; which < BUTTONS; which++)
        button(which, board.down >> which & 1);
}

void board_reset(int boot_ms)
{
    avr_reset(board.avr);
    avr_regbit_set(board.avr, board.avr->reset_flags.extrf);
    pull_up();
    board.deaf_until = boot_ms > 0 ? board.avr->cycle + (avr_cycle_count_t)boot_ms * CYCLES_PER_MS : 0;
}

#define PAINT 0xA5

/* Nothing but variables and stack writes to RAM: what keeps its paint between them was never needed. */
static void paint(void)
{
    memset(board.avr->data + board.avr->ioend + 1, PAINT, board.avr->ramend - board.avr->ioend);
}

int board_spare(void)
{
    int run = 0, longest = 0;
    for (int at = board.avr->ioend + 1; at <= board.avr->ramend; at++) {
        run = board.avr->data[at] == PAINT ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static avr_cycle_count_t slice_over(avr_t *avr, avr_cycle_count_t when, void *nothing)
{
    (void)avr, (void)when, (void)nothing;
    return 0;
}

static void boot_loader(avr_cycle_count_t until)
{
    board.avr->cycle = until < board.deaf_until ? until : board.deaf_until;
    if (board.avr->cycle >= board.deaf_until)
        board.deaf_until = 0;
}

static bool reached(void)
{
    return board.until && line_counts.received >= board.until;
}

void board_run(avr_cycle_count_t cycles)
{
    const avr_cycle_count_t end = board.avr->cycle + cycles;
    if (board.deaf_until)
        boot_loader(end);
    const uint64_t resets = board.resets;
    uint64_t timed = resets + 1;
    while (board.avr->cycle < end && !board.stop && !board.deaf_until && !reached()) {
        if (timed != board.resets) { /* a reset forgets all timers */
            avr_cycle_timer_register(board.avr, end - board.avr->cycle, slice_over, NULL);
            timed = board.resets;
        }
        const int state = avr_run(board.avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the chip stopped (%d)\n", state);
            exit(3);
        }
    }
    if (board.resets != resets)
        pull_up(); /* the watchdog */
    strip_settle();
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

/* Waits until the wall has caught up with the chip. */
static void pace(void)
{
    static uint64_t wall;
    static avr_cycle_count_t chip;
    const uint64_t chip_ns = (board.avr->cycle - chip) * 1000 / CYCLES_PER_US;
    const uint64_t passed = now_ns() - wall;
    const int64_t ahead = (int64_t)(chip_ns - passed);
    const bool far_off = ahead > BEHIND_NS || ahead < -BEHIND_NS; /* after a reset */
    const bool anew = board.frozen || board.skipped || far_off;
    if (anew) {
        wall = now_ns();
        chip = board.avr->cycle;
        board.skipped = false;
    }
    const struct timespec rest = {0, board.frozen ? SLICE_NS : ahead};
    if (board.frozen || (ahead > 0 && !anew))
        nanosleep(&rest, NULL);
}

static void quit(int signal)
{
    (void)signal;
    board.stop = true;
}

static void load(const char *path)
{
    elf_firmware_t program = {0};
    if (!path || elf_read_firmware(path, &program)) {
        fprintf(stderr, "cannot read %s\n", path ? path : "(no program)");
        exit(2);
    }
    program.frequency = 16000000;
    board.avr = avr_make_mcu_by_name("atmega328p");
    avr_init(board.avr);
    board.avr->log = LOG_NONE;
    avr_load_firmware(board.avr, &program);
    paint();
    chip_reset = board.avr->reset;
    board.avr->reset = on_reset;
}

int main(int argc, char **argv)
{
    const char *program = NULL, *link = NULL, *trace = NULL;
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && !strcmp(argv[i], "--link"))
            link = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--trace"))
            trace = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--reset-on-open"))
            board.boot_ms = atoi(argv[++i]);
        else
            program = argv[i];
    }
    signal(SIGTERM, quit);
    signal(SIGINT, quit);
    signal(SIGPIPE, SIG_IGN);
    load(program);
    orders_start();
    strip_start(trace);
    line_start(link);
    pull_up();
    while (!board.stop) {
        line_poll();
        orders_poll();
        if (!board.frozen)
            board_run(SLICE);
        if (reached())
            orders_reached();
        pace();
    }
    strip_flush();
    line_stop();
    return 0;
}
