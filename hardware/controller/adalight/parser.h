/* Adalight, and the two letters WLED answers on its serial line: the other language of the same chip. */
#ifndef PARSER_H
#define PARSER_H

#include "../core/limits.h"

void adalight_start(void);
void adalight_byte(uint8_t byte);

#endif
