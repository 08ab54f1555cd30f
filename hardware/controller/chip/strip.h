/* The lights; port_light() of core/port.h writes them. */
#ifndef STRIP_H
#define STRIP_H

void strip_start(void);

#endif
