/*
 * waiting_sites.h - which lines of the program make the calls that waited, or that others waited for.
 */
#ifndef INSTR_REPORT_WAITING_SITES_H
#define INSTR_REPORT_WAITING_SITES_H

#include "report/derive/waiting.h"

/* "solver.c:88", or in words that it is not known. Null: no memory. */
const char *waiting_site(const struct view *view, const struct profile_call_site *site, struct arena *arena);

/* The line whose calls of a node waited longest, or with `delays` were waited for longest; `count`: how many lines there are. Null: the
 * profile knows of none. */
const struct profile_call_site *waiting_dearest(const struct profile *profile, uint32_t node, bool delays,
                                                uint32_t *count);

/* The same as a text: "solver.c:88", "solver.c:88 and 2 more"; "" where there is none. Null: no memory. */
const char *waiting_sites_text(const struct view *view, uint32_t node, bool delays, struct arena *arena);

/* All, those with the longest waiting or delay first; call_site_count of them. Null: no memory. */
const struct profile_call_site **waiting_sites(const struct profile *profile, struct arena *arena);

#endif
