/*
 * summary.h - the lines around the table of every text report: what was measured, its coverage, and notes on estimates and dropped data.
 */
#ifndef INSTR_REPORT_SUMMARY_H
#define INSTR_REPORT_SUMMARY_H

#include "report/derive/view.h"
#include "report/show/screen.h"

/* Functions of a profile, or of one file of it. */
struct coverage {
    uint32_t functions, instrumented, called;
    uint32_t by_function; /* of the instrumented ones: calls are counted by function */
    uint32_t by_hooks;    /* and by the compiler's hooks */
    uint32_t libraries;   /* beside these: functions of libraries, which nobody wanted to measure */
    uint32_t headers;     /* of these: functions of system headers */
};

/* What a region is in the coverage: "called", "early" (before anything could be measured), "never-called" or "not-instrumented". */
const char *coverage_status(const struct view *view, uint32_t region);

/* Whether some of its calls could be measured, and some came before that. */
bool coverage_partly_early(const struct view *view, uint32_t region);

/* A function of a header is in many units and may have been left alone in some of them: that is a record
 * of its own behind the first, and they are one entry of the coverage. */
bool coverage_repeats(const struct view *view, uint32_t region);

/* A function that a library or the compiler brought along: it is counted apart from the program's. */
bool coverage_of_library(const struct view *view, uint32_t region);

/* One of these: a function of a system header. */
bool coverage_of_header(const struct view *view, uint32_t region);

/* Why the function was left alone, or in some units; "" when it is instrumented wherever it is. */
const char *coverage_reason(const struct view *view, uint32_t region);

/* False for a binary's own tables, where nothing could have been called. */
bool coverage_has_run(const struct view *view);

/* Whether its calls are counted by function, in some unit at least. */
bool coverage_by_function(const struct profile_region *region);

/* Whether the compiler's hooks measure it, in some unit at least. */
bool coverage_by_hooks(const struct profile_region *region);

void coverage_add(struct coverage *coverage, const struct view *view, uint32_t region);
/* 100 for no functions at all: nothing was missed. */
double coverage_percent(const struct coverage *coverage);

/* "heat: 4 ranks, 1.23 s each (100% = 4.92 s)"; and ", 12,345 calls, 31 paths, exact timing". */
const char *summary_duration(const struct view *view, struct arena *arena);
const char *summary_run(const struct view *view, struct arena *arena);

/* That and the profile's name. */
void summary_heading(struct screen *screen, const struct view *view, const char *name, struct arena *arena);

/* How well the program is covered, in words and numbers. Null where nothing can be said of that, as of a part of a profile. */
const char *summary_covered(const struct view *view, struct coverage *coverage, struct arena *arena);
/* The same of functions of system headers alone; nothing for none. */
void summary_headers(struct screen *screen, uint32_t count, struct arena *arena);
void summary_coverage(struct screen *screen, const struct view *view, struct arena *arena);

/* ms in which ranks waited for the MPI part to be compiled, which is done once; it is in no time but the clock's. */
double summary_compiled(const struct profile *profile);

/* Marks that a screen has: ~ before times and before calls, and ?. */
struct summary_marks {
    bool estimated, calls, doubtful;
};

/* What a reader has to know of the figures: what marks mean, what the probes took, and what to do about that. Returns
 * how many there are. With `shown` the screen has only those marks, and says the rest itself where it matters. */
enum { SUMMARY_NOTES = 14 };
struct summary_note {
    enum style style;
    const char *text;
};
unsigned summary_notes(struct summary_note notes[SUMMARY_NOTES], const struct view *view,
                       const struct summary_marks *shown, struct arena *arena);

/* The one of them that says what is not in the 100%, behind an empty line. */
void summary_outside(struct screen *screen, const struct view *view, struct arena *arena);

/* The notes, and tallies that are not zero. */
void summary_events(struct screen *screen, const struct view *view, const struct summary_marks *shown,
                    struct arena *arena);

#endif
