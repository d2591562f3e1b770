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

/* Returns the code of the object that contains `inside`. */
struct code code_around(const void *inside);

/* Opens the code for code_write; -1 if it can't be written, for example without /proc, or in a sandbox. */
int code_open(void);

/* Writes to code. Returns false if that fails. A single byte is written atomically, so other threads may be running there. */
bool code_write(int file, const uint8_t *at, const void *bytes, size_t size);

void code_close(int file);

/* Redirects the words of that function's object that point to it, such as those of function tables, to another function. Returns false if
 * there are none, or it fails. Asks the loader (objects.h). */
bool code_replace_words(uintptr_t was, uintptr_t now);

#endif
