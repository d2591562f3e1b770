/*
 * sites.h - where probes by assembly stand in the code of an object, and how they are changed while it runs.
 *
 * Both ends of a probe have one form (include/instr_abi.h), which names addresses of the object's own:
 *
 *     4c 8d 1d <region>    lea region(%rip), %r11
 *     e8 <stub>            call a stub that opens or closes a frame
 *     a9 <stub>            the same bytes as `test $..., %eax`, which changes nothing but flags
 *
 * So one byte makes the difference, instructions begin where they did, and a thread may stand anywhere among them. Ends are found by
 * reading the code, and objects need no list of them, which --gc-sections and old linkers would have to understand. One that is not
 * found, as without optimisation, or where the code can't be written to, goes on calling its stub: that is slower, and never wrong.
 */
#ifndef INSTR_SITES_H
#define INSTR_SITES_H

#include "include/instr_abi.h"

#include "runtime/machine/code.h"
#include "runtime/measure/store/site_table.h"

#include <stdint.h>

struct site {
    uint32_t call; /* from the beginning of the code */
    uint32_t next; /* of the region's sites, 1 + its place; 0: none */
};

/* Of an object, with its table. */
struct sites {
    struct __instr_region *start, *stop;
    const struct __instr_link *link; /* null: it has no probes */
    struct code code;                /* none: there is nothing to find, or nothing is to be changed */
    struct site *all;                /* null: not looked for yet */
    uint32_t *first;                 /* for each 8 bytes of the table: the first site that opens, and that closes */
};

/* Finds an object's probes by its loader's data: see objects.h. */
struct sites sites_of(struct __instr_region *start, struct __instr_region *stop, const struct __instr_link *link);

/* Forgets the probes that were found. */
void sites_close(struct sites *sites);

/* Turns all of an object's probes into instructions that do nothing. Only before any of its code runs in another thread. */
void sites_remove(const struct sites *sites);

enum site_end { SITE_OPENS, SITE_CLOSES };

/* Removes the call of the stub at this end of a region's probes, at any time. Returns false if that can't be done. */
bool sites_silence(struct sites *sites, const struct __instr_region *region, enum site_end end);

/* Lists the beginnings and ends of an object's probes by address, and the targets of their calls, as far as there is room. Returns their
 * number. */
uint32_t sites_list(const struct sites *sites, struct site_entry *entries, uint32_t room);

#endif
