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

/* Reads the filter named by INSTR_FILTER; regions that it excludes are not measured. Once, before the first table. */
void regions_filter(void);

/* Returns the value of a setting that the build put into the table, from *from on, which moves behind it; NULL if there is none. */
const char *regions_setting(const struct __instr_region **from, const struct __instr_region *stop, unsigned kind);

/* Returns whether a table has a region with this flag. */
bool regions_have(struct __instr_region *start, const struct __instr_region *stop, unsigned flag);

struct sites;

/* Attaches an object's table: each descriptor gets its region, except those above settings.level and excluded ones, whose probes do nothing.
 * Returns false if there is no memory. */
bool regions_attach(const struct sites *sites);

/* Detaches the table that begins there. Returns true if it was the last one. */
bool regions_detach(const struct __instr_region *start);

/* Returns whether any table is attached. */
bool regions_attached(void);

/* Marks regions of units with an older ABI, which share the table with others, as not measured, whether they were attached before or not. */
void regions_of_older(struct __instr_region *start, struct __instr_region *stop);

/* Makes all probes of a refused table do nothing. */
void regions_refuse(struct __instr_region *start, struct __instr_region *stop);

/* Applies a changed settings.level to all tables. */
void regions_apply_level(void);

/* Demotes a region. DEMOTED_BEGINS: no frame is opened for its calls any more; they are only counted. DEMOTED_WHOLE, later: no frame is open,
 * so none is looked for at the ends. region->demoted tells when it is done. Nothing happens while another thread, or this one below a signal
 * handler, holds the tables. */
void regions_demote(struct region *region, uint8_t to);

/* Lists the probes of all attached objects for the observer, and from now on those of each that comes. Returns false while tables are held. */
bool regions_list_sites(void);

/* Returns the region with this identity, made if it is missing. `name` and `file` may be temporary. NULL if there is no memory. */
struct region *regions_find(const struct __instr_region *descriptor);

/* Does the same for a region of the runtime. */
struct region *regions_own(const char *name, unsigned kind);

#endif
