/*
 * taken.h - the profile of the test's own process, as it is at some moment.
 */
#ifndef TAKEN_H
#define TAKEN_H

#include "paths.h"

extern struct profile profile;

/* Takes it anew, and checks what every profile must keep. */
void take(void);

/* Of the node at "main/work/leaf"; 0 where there is none. */
uint64_t calls(const char *path);

#endif
