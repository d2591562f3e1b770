/*
 * error.h - errors of the tools: a function that fails returns false and has filled a struct error.
 *
 * Only main.c prints the message and sets the exit status. A caller may put context in front of the text, but not replace it. An
 * empty text means out of memory.
 */
#ifndef INSTR_BASE_ERROR_H
#define INSTR_BASE_ERROR_H

#include <stdbool.h>

/* Our own exit statuses; those of compilers are passed on unchanged. */
enum error_code {
    ERROR_NONE = 0,
    ERROR_USAGE = 71,    /* the command line, or another input that a person writes */
    ERROR_INTERNAL = 72, /* no memory, full disk, a system call that failed */
    ERROR_PROFILE = 73,  /* a profile that can't be read */
    ERROR_COVERAGE = 1,  /* fewer functions are instrumented than were asked for */
    ERROR_SLOWER = 1,    /* a run is slower than was asked for */
    ERROR_CHANGED = 1    /* a run does other calls than its baseline allows */
};

struct error {
    enum error_code code;
    char text[512]; /* one line without its newline: what is wrong, then what to do */
};

/* Fills `error` (which may be null) unless it already holds a failure. Returns false, so that a
 * failing function can end with `return error_set(...)`. */
bool error_set(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the text of a failure, for reporting it. */
const char *error_said(struct error *error);

/* Puts "PREFIX: " in front of the text. Returns false. */
bool error_prefix(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
