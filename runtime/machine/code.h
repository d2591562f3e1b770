/*
 * code.h - finds the code of loaded objects, and changes it while it runs.
 *
 * It is written through /proc/self/mem, so that no page is ever writable to the program. What is written to is a copy of the
 * process's own from then on.
 */
#ifndef INSTR_CODE_H
#define INSTR_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code {
    const uint8_t *start, *end; /* null: there is none, or nobody may read it */
};

/* Of the object that has `inside`. */
struct code code_around(const void *inside);

/* For code_write; -1: it can't be written to, as where there is no /proc, or in a sandbox. */
int code_open(void);

/* False: could not be done. One byte is written at once, so other threads may be running there meanwhile. */
bool code_write(int file, const uint8_t *at, const void *bytes, size_t size);

void code_close(int file);

/* Words of the object that has that function, as those of its tables of functions, name another one from now on. False: there are
 * none, or it can't be done. Asks the loader (objects.h). */
bool code_replace_words(uintptr_t was, uintptr_t now);

#endif
