/*
 * regions.h - keeps the table of the process's regions.
 *
 * Every program and shared object brings descriptors of its own, and a function from a header has one
 * in each unit that uses it. All descriptors of one identity (see profile/region.h) become one region.
 * Names are copied: a shared object may be unloaded.
 */
#ifndef INSTR_REGIONS_H
#define INSTR_REGIONS_H

#include "include/instr_abi.h"
#include "runtime/measure/store/tree_data.h"

/* Reads the filter that INSTR_FILTER names: what it excludes is a region that is left alone. Once,
 * before the first table. */
void regions_filter(void);

/* The value of a setting that the build put into the table, from *from on, which goes behind it; null: none. */
const char *regions_setting(const struct __instr_region **from, const struct __instr_region *stop, unsigned kind);

/* Whether a table has a region with this flag. */
bool regions_have(struct __instr_region *start, const struct __instr_region *stop, unsigned flag);

struct site_table;
struct sites;

/* An object's table comes: each descriptor of it gets its region; those above settings.level or left alone get none, so
 * that their probes do nothing. False when there is no memory to remember it. */
bool regions_attach(const struct sites *sites);

/* The table that begins there goes. True when it was the last of all. */
bool regions_detach(const struct __instr_region *start);

/* Whether there is any table now. */
bool regions_attached(void);

/* Units of an older ABI share the table with others: their regions are left alone, with the reason, whether they were attached
 * already or will be. */
void regions_of_older(struct __instr_region *start, struct __instr_region *stop);

/* Of a table that is not taken: the probes of all its regions do nothing. */
void regions_refuse(struct __instr_region *start, struct __instr_region *stop);

/* Applies settings.level, which has changed, to all tables. */
void regions_apply_level(void);

/* DEMOTED_BEGINS: no frame is opened for its calls any more, which are only counted. DEMOTED_WHOLE, from there: none of them is open,
 * so none is looked for at their ends. region->demoted says it when done; it stays where tables are held just now, by another thread
 * or below this signal handler. */
void regions_demote(struct region *region, uint8_t to);

/* Where the probes are of all that is attached; not where that was listed before. False: tables are held just now. */
bool regions_list_sites(struct site_table *list);

/* The region for these, made if need be. `name` and `file` may be temporary. Null: no memory. */
struct region *regions_find(const struct __instr_region *descriptor);

/* The same for a region of the runtime's own. */
struct region *regions_own(const char *name, unsigned kind);

#endif
