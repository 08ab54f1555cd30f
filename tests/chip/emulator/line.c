/* The serial line between a pseudo terminal and the chip.
 *
 * libsimavr is too kind: it keeps 64 received bytes and loses none. Here a byte takes ten bits at the
 * chip's own rate, two bytes wait in the port and one in its shift register, and whatever comes then is
 * lost, as the data sheet (ATmega328P, 19.8) says. The receiving half of libsimavr's UART is therefore
 * replaced: this file answers the reads of UCSR0A and UDR0.
 */
#include "board.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define UCSR0A 0xC0
#define UCSR0B 0xC1
#define UBRR0L 0xC4
#define UBRR0H 0xC5
#define UDR0 0xC6
#define RXC 0x80
#define FE 0x10
#define DOR 0x08
#define U2X 0x02
#define RXEN 0x10

#define PORT_HOLDS 3 /* two bytes and the shift register */
#define QUEUE 65536

struct byte {
    uint8_t value, status;
};

struct line_counts line_counts;
static int master = -1;
static const char *link_path;
static avr_uart_t *uart;
static bool is_open;
static long noise_to_chip, noise_to_host;

static uint8_t queue[QUEUE]; /* what the host wrote and the line has not carried yet */
static uint32_t queue_from, queue_to;
static bool carrying;
static struct byte on_the_way;
static bool on_the_way_lost;
static struct byte waiting[PORT_HOLDS];
static int waiting_count;
static uint8_t overrun; /* to be told with the next byte */

static int byte_cycles(void)
{
    const uint8_t *data = board.avr->data;
    const int divisor = (data[UBRR0L] | (data[UBRR0H] & 0x0F) << 8) + 1;
    return 10 * divisor * (data[UCSR0A] & U2X ? 8 : 16);
}

static double host_baud(void)
{
    static const struct {
        speed_t code;
        int baud;
    } known[] = {{B9600, 9600},     {B19200, 19200},   {B38400, 38400},   {B57600, 57600},
                 {B115200, 115200}, {B230400, 230400}, {B460800, 460800}, {B500000, 500000},
                 {B576000, 576000}, {B921600, 921600}, {B1000000, 1000000}, {B1500000, 1500000}};
    struct termios settings;
    if (tcgetattr(master, &settings))
        return 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == cfgetospeed(&settings))
            return known[i].baud;
    return 0;
}

/* A receiver samples the middle of the tenth bit: 4 % and more off and it reads the neighbour. */
static bool rates_agree(void)
{
    const double ratio = host_baud() * byte_cycles() / 10.0 / board.avr->frequency;
    return ratio > 0.96 && ratio < 1.04;
}

static bool flips(long ppm)
{
    const bool flipped = ppm && random() % 1000000 < ppm;
    line_counts.flipped += flipped;
    return flipped;
}

/* What arrives of ten bits: false where the start bit drowned. */
static bool disturb(struct byte *byte, long ppm)
{
    const bool started = !flips(ppm);
    for (int bit = 0; bit < 8; bit++)
        if (flips(ppm))
            byte->value ^= (uint8_t)(1 << bit);
    if (flips(ppm))
        byte->status |= FE;
    if (!rates_agree()) {
        byte->value = (uint8_t)(byte->value * 167u ^ 0x5A);
        byte->status |= byte->value & 1 ? FE : 0;
    }
    return started;
}

static avr_cycle_count_t next_byte(avr_t *avr, avr_cycle_count_t when, void *nothing);

static void port_takes(struct byte byte)
{
    byte.status |= overrun;
    overrun = 0;
    waiting[waiting_count++] = byte;
    avr_raise_interrupt(board.avr, &uart->rxc);
}

/* The last bit of a byte is over: the port has it, and the next may start. */
static avr_cycle_count_t next_byte(avr_t *avr, avr_cycle_count_t when, void *nothing)
{
    (void)nothing;
    if (carrying) {
        carrying = false;
        if (!(avr->data[UCSR0B] & RXEN) || board.deaf_until) {
            on_the_way_lost = true;
        } else if (on_the_way_lost) {
            line_counts.lost++;
            overrun = DOR;
        } else {
            line_counts.received++;
            port_takes(on_the_way);
        }
    }
    while (queue_from != queue_to) {
        on_the_way = (struct byte){queue[queue_from++ % QUEUE], 0};
        on_the_way_lost = waiting_count == PORT_HOLDS;
        if (!disturb(&on_the_way, noise_to_chip))
            continue;
        carrying = true;
        return when + byte_cycles();
    }
    return 0;
}

static uint8_t read_status(avr_t *avr, avr_io_addr_t address, void *nothing)
{
    (void)nothing;
    uint8_t status = avr->data[address] & (uint8_t)~(RXC | FE | DOR);
    if (waiting_count)
        status |= RXC | waiting[0].status;
    return avr->data[address] = status;
}

static uint8_t read_data(avr_t *avr, avr_io_addr_t address, void *nothing)
{
    (void)nothing;
    avr_clear_interrupt(avr, &uart->rxc);
    if (!waiting_count)
        return avr->data[address] = 0;
    const uint8_t value = waiting[0].value;
    memmove(waiting, waiting + 1, sizeof *waiting * --waiting_count);
    if (waiting_count)
        avr_raise_interrupt(avr, &uart->rxc);
    return avr->data[address] = value;
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *nothing)
{
    (void)irq, (void)nothing;
    struct byte byte = {(uint8_t)value, 0};
    line_counts.sent++;
    uart->cycles_per_byte = byte_cycles(); /* libsimavr counts eleven bits */
    if (is_open && disturb(&byte, noise_to_host) && write(master, &byte.value, 1) != 1)
        line_counts.lost++; /* the host does not read */
}

void line_noise(long to_chip_ppm, long to_host_ppm)
{
    noise_to_chip = to_chip_ppm;
    noise_to_host = to_host_ppm;
}

bool line_is_open(void)
{
    return is_open;
}

void line_reset(void)
{
    avr_cycle_timer_cancel(board.avr, next_byte, NULL);
    queue_from = queue_to;
    carrying = false;
    waiting_count = 0;
    overrun = 0;
}

static void take_written(void)
{
    uint8_t chunk[512];
    const uint32_t room = QUEUE - (queue_to - queue_from);
    const ssize_t count = read(master, chunk, room < sizeof chunk ? room : sizeof chunk);
    for (ssize_t i = 0; i < count; i++)
        queue[queue_to++ % QUEUE] = chunk[i];
    if (board.deaf_until)
        queue_from = queue_to;
    else if (!carrying && queue_from != queue_to && !avr_cycle_timer_status(board.avr, next_byte, NULL))
        avr_cycle_timer_register(board.avr, 1, next_byte, NULL);
}

void line_poll(void)
{
    struct pollfd host = {master, POLLIN, 0};
    poll(&host, 1, 0);
    const bool now_open = !(host.revents & POLLHUP);
    if (now_open && !is_open && board.boot_ms >= 0)
        board_reset(board.boot_ms);
    is_open = now_open;
    if (host.revents & POLLIN)
        take_written();
}

void line_start(const char *link)
{
    char name[128];
    int slave;
    struct termios raw = {.c_cflag = CS8 | CREAD | CLOCAL};
    cfmakeraw(&raw);
    cfsetspeed(&raw, B500000);
    if (openpty(&master, &slave, name, &raw, NULL)) {
        perror("openpty");
        exit(2);
    }
    fcntl(master, F_SETFL, O_NONBLOCK);
    close(slave);
    link_path = link;
    if (link) {
        unlink(link);
        if (symlink(name, link)) {
            perror(link);
            exit(2);
        }
    }
    for (avr_io_t *io = board.avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart"))
            uart = (avr_uart_t *)io;
    uint32_t no_flags = 0;
    avr_ioctl(board.avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    avr_irq_register_notify(avr_io_getirq(board.avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent,
                            NULL);
    board.avr->io[AVR_DATA_TO_IO(UCSR0A)].r.c = read_status;
    board.avr->io[AVR_DATA_TO_IO(UDR0)].r.c = read_data;
    printf("ready %s\n", name);
    fflush(stdout);
}

void line_stop(void)
{
    if (link_path)
        unlink(link_path);
}
