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

/* Returns a region's status: "called", "early" (called only before anything could be measured), "never-called" or "not-instrumented". */
const char *coverage_status(const struct view *view, uint32_t region);

/* Returns true if some calls came before measuring could begin, and others were measured. */
bool coverage_partly_early(const struct view *view, uint32_t region);

/* Returns true for a second record of a function. A header's function is in many units and may be left alone in some; its records are one
 * entry of the coverage. */
bool coverage_repeats(const struct view *view, uint32_t region);

/* Returns true for a function that a library or the compiler added, which is counted apart from the program's functions. */
bool coverage_of_library(const struct view *view, uint32_t region);

/* Returns true for such a function that a system header defines. */
bool coverage_of_header(const struct view *view, uint32_t region);

/* Returns why a function was not instrumented, in some units at least; "" if it was instrumented everywhere. */
const char *coverage_reason(const struct view *view, uint32_t region);

/* Returns false for a binary's own tables, which tell nothing about calls. */
bool coverage_has_run(const struct view *view);

/* Returns true if calls are counted by function in at least one unit. */
bool coverage_by_function(const struct profile_region *region);

/* Returns true if the compiler's hooks measure it in at least one unit. */
bool coverage_by_hooks(const struct profile_region *region);

void coverage_add(struct coverage *coverage, const struct view *view, uint32_t region);
/* Returns 100 if there are no functions, because nothing was missed. */
double coverage_percent(const struct coverage *coverage);

/* Returns the headline: "heat: 4 ranks, 1.23 s each (100% = 4.92 s)"; and its rest, ", 12,345 calls, 31 paths, exact timing". */
const char *summary_duration(const struct view *view, struct arena *arena);
const char *summary_run(const struct view *view, struct arena *arena);

/* Prints the headline with the profile's name. */
void summary_heading(struct screen *screen, const struct view *view, const char *name, struct arena *arena);

/* Describes how well the program is covered, in words and numbers. Returns NULL where that is unknown, as for a part of a profile. */
const char *summary_covered(const struct view *view, struct coverage *coverage, struct arena *arena);
/* Prints the number of functions of system headers; nothing for 0. */
void summary_headers(struct screen *screen, uint32_t count, struct arena *arena);
void summary_coverage(struct screen *screen, const struct view *view, struct arena *arena);

/* Returns for how many ms ranks waited while the MPI part was compiled, which happens once. No measured time includes it. */
double summary_compiled(const struct profile *profile);

/* Marks used on a screen: ~ before times, ~ before calls, and ?. */
struct summary_marks {
    bool estimated, calls, doubtful;
};

/* Lists notes on the figures: what marks mean, the probe overhead, and what to do about it. Returns their number. With `shown` only the marks
 * of this screen are explained, and the screen itself reports the rest. */
enum { SUMMARY_NOTES = 14 };
struct summary_note {
    enum style style;
    const char *text;
};
unsigned summary_notes(struct summary_note notes[SUMMARY_NOTES], const struct view *view,
                       const struct summary_marks *shown, struct arena *arena);

/* Prints the note about what is excluded from the 100%, after an empty line. */
void summary_outside(struct screen *screen, const struct view *view, struct arena *arena);

/* Prints the notes, and counters that are not zero. */
void summary_events(struct screen *screen, const struct view *view, const struct summary_marks *shown,
                    struct arena *arena);

#endif
