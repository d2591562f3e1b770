/*
 * regions.h - the process's table of regions.
 *
 * Every program and shared object brings descriptors of its own, and a function from a header has one
 * in each unit that uses it. All descriptors of one identity (see profile/region.h) become one region.
 * Names are copied: a shared object may be unloaded.
 */
#ifndef INSTR_REGIONS_H
#define INSTR_REGIONS_H

#include "include/instr_abi.h"

#include "runtime/measure/tree.h"

/* Reads the filter that INSTR_FILTER names: what it excludes is a region that is left alone. Once,
 * before the first table. */
void regions_filter(void);

/* Gives each descriptor of the table its region; those above settings.level or left alone get none, so
 * that their probes do nothing. False when there is no memory. */
bool regions_attach(struct __instr_region *start, struct __instr_region *stop);

/* From now on the probes of `region`, or of all where it is null, do nothing. Safe at any time. */
void regions_switch_off(struct __instr_region *start, struct __instr_region *stop, const struct region *region);

/* The region for these, made if need be. `name` and `file` may be temporary. Null: no memory. */
struct region *regions_find(const struct __instr_region *descriptor);

/* The same for a region of the runtime's own. */
struct region *regions_own(const char *name, unsigned kind);

/* Keeps all other threads out, or lets them in again: around fork. */
void regions_hold(bool hold);

#endif
