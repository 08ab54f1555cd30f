/* Orders on standard input, one a line; each is answered with one line "ok ...".
 *
 *   press N | release N      button 0 to 3
 *   bounce N EDGES US        that many edges, so far apart; up at the end
 *   noise CHIP HOST          bits flipped on the way to the chip and to the host, in ppm
 *   seed N                   of the noise
 *   skip MS                  let so much of the chip's time pass at once
 *   reset                    as the button on the board does
 *   freeze                   stop the clock; the line waits too
 *   until N                  let it go until N bytes have been received in all; answered then
 *   go                       let it go
 *   sync                     nothing but the answer
 *
 * The answer waits for the picture that is being written, so that it is told before.
 * The end of standard input ends the board, so that it outlives nobody.
 */
#include "board.h"

#include <fcntl.h>
#include <simavr/avr_ioport.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LAMP_BIT 5
#define PORTB 0x25
#define LONGEST_WRITING_MS 20

static char line[256];
static size_t length;

void button(int which, bool pressed)
{
    if (which < 0 || which >= BUTTONS)
        return;
    board.down = (uint8_t)((board.down & ~(1 << which)) | pressed << which);
    /* Told twice: the pin as it is, and what stands when the program writes the port's other pins. */
    avr_ioport_external_t pulled = {'B', (1 << BUTTONS) - 1, (uint8_t)~board.down & ((1 << BUTTONS) - 1)};
    avr_ioctl(board.avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B'), &pulled);
    avr_irq_t *pin = avr_io_getirq(board.avr, AVR_IOCTL_IOPORT_GETIRQ('B'), which);
    avr_raise_irq(pin, pressed); /* only a change is passed on, and a reset has forgotten the level */
    avr_raise_irq(pin, !pressed);
}

static void bounce(int which, int edges, int us)
{
    for (int edge = 0; edge < edges; edge++) {
        button(which, !(edge & 1));
        board_run((avr_cycle_count_t)us * CYCLES_PER_US);
    }
    button(which, false);
}

static bool obey(void)
{
    int a = 0, b = 0, c = 0;
    if (sscanf(line, "press %d", &a) == 1)
        button(a, true);
    else if (sscanf(line, "release %d", &a) == 1)
        button(a, false);
    else if (sscanf(line, "bounce %d %d %d", &a, &b, &c) == 3)
        bounce(a, b, c);
    else if (sscanf(line, "noise %d %d", &a, &b) == 2)
        line_noise(a, b);
    else if (sscanf(line, "seed %d", &a) == 1)
        srandom((unsigned)a);
    else if (sscanf(line, "skip %d", &a) == 1)
        board_run((avr_cycle_count_t)a * CYCLES_PER_MS), board.skipped = true;
    else if (sscanf(line, "until %d", &a) == 1)
        board.until = (uint64_t)a, board.frozen = false;
    else if (!strcmp(line, "freeze") || !strcmp(line, "go"))
        board.frozen = line[0] == 'f';
    else if (!strcmp(line, "reset"))
        board_reset(0);
    else if (strcmp(line, "sync"))
        return false;
    return true;
}

static void answer(bool known)
{
    for (int slice = 0; slice < LONGEST_WRITING_MS && strip_busy() && !board.frozen; slice++)
        board_run(CYCLES_PER_MS);
    strip_flush();
    printf("%s cycle=%llu edges=%llu received=%llu sent=%llu lost=%llu flipped=%llu resets=%llu open=%d lamp=%d spare=%d\n",
           known ? "ok" : "unknown", (unsigned long long)board.avr->cycle, (unsigned long long)strip_edges,
           (unsigned long long)line_counts.received, (unsigned long long)line_counts.sent,
           (unsigned long long)line_counts.lost, (unsigned long long)line_counts.flipped,
           (unsigned long long)board.resets, line_is_open(), board.avr->data[PORTB] >> LAMP_BIT & 1, board_spare());
    fflush(stdout);
}

void orders_reached(void)
{
    board.until = 0;
    board.frozen = true;
    answer(true);
}

void orders_start(void)
{
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
}

void orders_poll(void)
{
    char character;
    ssize_t count;
    while ((count = read(STDIN_FILENO, &character, 1)) == 1) {
        if (character != '\n') {
            if (length < sizeof line - 1)
                line[length++] = character;
            continue;
        }
        line[length] = 0;
        length = 0;
        const bool known = obey();
        if (!board.until)
            answer(known);
    }
    if (count == 0)
        board.stop = true;
}
