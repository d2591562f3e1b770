/*
 * sites.h - where probes by assembly stand in the code of an object, and how those are taken out that are off for good.
 *
 * A probe that is off tests its region, jumps over its calls, and is inlined in many places: in programs of small functions
 * these jumps are most of what it costs. Its code is known byte by byte (include/instr_abi.h) and names addresses of the
 * object's own, so it is found by reading the code, and nothing need be kept for it in objects. A probe that is taken out becomes
 * instructions that do nothing. One that is not found, or where the code can't be written to, is off all the same.
 */
#ifndef INSTR_SITES_H
#define INSTR_SITES_H

#include "include/instr_abi.h"

#include "runtime/machine/code.h"
#include "runtime/measure/store/site_table.h"

/* Of an object, with its table. */
struct sites {
    struct __instr_region *start, *stop;
    const struct __instr_link *link; /* null: it has no probes */
    struct code code;                /* none: there is nothing to find, or nothing is to be changed */
};

/* Asks the loader: see objects.h. */
struct sites sites_of(struct __instr_region *start, struct __instr_region *stop, const struct __instr_link *link);

/* All of an object's probes, both ends. Only before any of the object's code runs in another thread. */
void sites_remove(const struct sites *sites);

/* Writes all of an object's probes where they begin and end, by address, and what they call in between; as far as there is room. How
 * many there are is the result. */
uint32_t sites_list(const struct sites *sites, struct site_entry *entries, uint32_t room);

/* The beginnings of the probes of the regions for which `is_off` holds. Their __state is null and stays so. At any time:
 * a byte is changed at once, and no instruction begins where none did before. */
void sites_silence(const struct sites *sites, bool (*is_off)(const struct __instr_region *));

#endif
