/* What hangs where on an Arduino Nano or Uno (ATmega328P, 16 MHz, 5 V). A test reads this file. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* LED data: board pin D6 */
#define LED_PORT PORTD
#define LED_DDR DDRD
#define LED_BIT PD6

/* Buttons to ground: board pins D8 to D11, button 0 to 3 */
#define BUTTON_PORT PORTB
#define BUTTON_PIN PINB
#define BUTTON_DDR DDRB
#define BUTTON_FIRST PB0
#define BUTTON_MASK 0x0F

/* The board's own lamp: D13 */
#define LAMP_PORT PORTB
#define LAMP_DDR DDRB
#define LAMP_BIT PB5

#define BAUD_RATE 500000UL

#endif
