/*
 * change_lines.h - one line of text for each change between two sets of counts: each cause, with the number of functions that follow from
 * it; and each function that was moved or renamed.
 */
#ifndef INSTR_CHANGE_LINES_H
#define INSTR_CHANGE_LINES_H

#include "report/compare/show.h"
#include "report/compare/time_history.h"

struct news {
    const char *kind; /* more, less, new, gone, split, inlined, moved, renamed, slower, faster */
    const char *text; /* a sentence */
    const char *name, *file, *name_before, *file_before, *caller; /* each "" where there is none */
    const char *metric; /* "calls", its key, or "time", of which all numbers are in ps */
    struct counts_range before, now;
    double difference; /* in the calls by `caller` */
    bool estimated;    /* that it is this caller */
    uint32_t follows;  /* so many other functions are called more or less often for the same cause */
};

struct change_lines_list {
    struct news *of;
    uint32_t count;
};

/* Makes the lines: changes in the order of change_origins.h, then moved functions. All texts are in the arena. */
void change_lines_make(struct change_lines_list *list, const struct gate *gate, struct arena *arena);

/* Adds changes of times at the same commit. */
void change_lines_add_times(struct change_lines_list *list, const struct time_history_change *changes, uint32_t count,
                            struct arena *arena);

/* Writes the changes as Markdown, in at most five lines. */
void change_lines_markdown(FILE *stream, const struct gate *gate, struct arena *arena);

#endif
