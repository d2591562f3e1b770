/*
 * pragma.h - parses our pragmas in a flat text, and finds those of others that restrict probes.
 *
 *     #pragma instr region("name") [level(N)] [group("a,b")]   the next statement is a region
 *     #pragma instr begin("name") ... end("name")              a stretch of statements inside one block
 *     #pragma instr iterate("name")                            each iteration of the next loop is a call
 *     #pragma instr context("name", comm)                      the next statement runs in that communicator
 *     #pragma instr level(N)       #pragma instr skip          for the next function; with a level it is never counted by function
 *     #pragma instr off            #pragma instr on            for all functions between
 */
#ifndef INSTR_PRAGMA_H
#define INSTR_PRAGMA_H

#include "common/arena.h"
#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

enum pragma_kind {
    PRAGMA_REGION,
    PRAGMA_BEGIN,
    PRAGMA_END,
    PRAGMA_ITERATE,
    PRAGMA_CONTEXT,
    PRAGMA_LEVEL,
    PRAGMA_SKIP,
    PRAGMA_OFF,
    PRAGMA_ON,
    PRAGMA_BAD,     /* ours, but not to be understood: a message was given */
    PRAGMA_GOVERNS, /* of others: belongs to the statement behind it; nothing may come between */
    PRAGMA_FENCE,   /* of others: stands for itself, or binds what is behind it to its own block */
    PRAGMA_NEUTRAL  /* of others */
};

struct pragma {
    enum pragma_kind kind;
    size_t at;                /* offset of its `#` */
    size_t end;               /* of the end of its line */
    const char *name;         /* null where the kind has none */
    const char *groups;       /* null, or names separated by commas */
    const char *communicator; /* expression, for CONTEXT */
    int level;                /* 1 to 4 (0 to 4 for LEVEL); 0 = not said */
    bool no_nest;             /* GOVERNS: nothing may come between the loops of a perfect nest */
    bool no_inside;           /* GOVERNS: no probe inside: vectorized, or on a device */
    bool first;               /* FENCE: clang wants it before everything else in its block */
    bool atomic;              /* GOVERNS: the statement's form is fixed */
    bool no_count; /* GOVERNS: it says that a loop's turns do not depend on each other, or how they are compiled */
    bool nested;   /* belongs to a function inside the one being read */
    bool used;     /* has found what it is for */
};

struct pragma_list {
    struct pragma *pragmas; /* in order of `at` */
    size_t count, capacity;
    struct unit *unit; /* messages go there */
    const struct unit_lines *lines;
    struct arena *arena;
};

/* Reads the pragmas of the unit's text. `blank` is a copy in which directives are blank. */
void pragma_list_read(struct pragma_list *list, struct unit *unit, const struct unit_lines *lines, const char *blank,
                      struct arena *arena);

/* Returns the index of the first pragma at `offset` or behind. */
size_t pragma_list_find(const struct pragma_list *list, size_t offset);

/* Adds a message at `offset`: "TEXT [WORD]". */
void pragma_complain(struct pragma_list *list, size_t offset, const char *word, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns the spelling of the kind for messages; NULL for other pragmas. */
const char *pragma_word(enum pragma_kind kind);

#endif
