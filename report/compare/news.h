/*
 * news.h - what changed between two sets of counts, one line a change: each cause, with how many functions follow from it; and each
 * function that moved to another file, or has another name.
 */
#ifndef INSTR_REPORT_NEWS_H
#define INSTR_REPORT_NEWS_H

#include "report/compare/pace.h"
#include "report/compare/show.h"

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

struct news_list {
    struct news *of;
    uint32_t count;
};

/* In the order of causes.h, and then what moved. All texts are the arena's. */
void news_make(struct news_list *list, const struct gate *gate, struct arena *arena);

/* Adds changes of times at the same commit. */
void news_add_times(struct news_list *list, const struct pace_change *changes, uint32_t count, struct arena *arena);

/* As Markdown, in five lines at most. */
void news_markdown(FILE *stream, const struct gate *gate, struct arena *arena);

#endif
