/*
 * time_history.h - finds the commit at which a function's exclusive time changed, in a history with times (gate --times).
 *
 * The times along the commits that lead to the newest one are a series, in which change_points.h finds steps. If the times are only noise, one
 * history in twenty has a step.
 */
#ifndef INSTR_TIME_HISTORY_H
#define INSTR_TIME_HISTORY_H

#include "report/compare/change_points.h"
#include "report/compare/history.h"

/* A function's time in a baseline. */
struct time_history_time {
    const char *function; /* its file, a tab, its name */
    uint32_t version;     /* in the history */
    double ps;
};

struct time_history_change {
    uint32_t version; /* the first that takes so long */
    const char *function;
    struct step step;
    uint32_t
        together; /* of so many functions the time steps here in the same direction: then it is most of them; else 1 */
};

struct pace {
    struct time_history_time *times;
    size_t room;
    uint32_t time_count;
    struct time_history_change *changes; /* by version */
    uint32_t change_count;
};

/* Reads the times from a baseline's text. */
void time_history_take(struct pace *pace, uint32_t version, const char *text, struct arena *arena);

/* Finds the changes, after all baselines are read. */
void time_history_find(struct pace *pace, const struct history *history, struct arena *arena);

#endif
