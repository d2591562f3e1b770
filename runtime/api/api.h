/*
 * api.h - what the files behind include/instr.h know of each other.
 *
 *     api.c          the table of entry points, start and end, enable, level
 *     api_label.c    the labels of the process, by name; a stop that does not fit what is open
 *     api_open.c     start, stop, pause and resume of labels, and of those that say in which ranks they run
 *     api_results.c  query, visit, dump, clear
 *     api_reduce.c   the profile of many ranks, and what the program itself has on them
 *     api_groups.c   the names of groups, as bits
 *     api_configure.c  settings
 */
#ifndef INSTR_RUNTIME_API_H
#define INSTR_RUNTIME_API_H

/* The functions of instr.h as the runtime has them. */
#define INSTR_RUNTIME_ITSELF
#include "include/instr.h"

#include "include/instr_abi.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stdint.h>

/* Other symbols than the names say: under those attach/exports.c has what starts the runtime first. */
#define INSTR_OWN_SYMBOL(type, none, name, parameters, arguments) type name parameters __asm__("own_" #name);
__INSTR_TABLE(INSTR_OWN_SYMBOL)
#undef INSTR_OWN_SYMBOL

/* A label is a probe's descriptor that was made while the program runs. */
struct instr_label {
    struct __instr_region descriptor; /* __state: the region while it is to be measured, else null */
    struct region *region;
    instr_groups groups;
    uint64_t last_start; /* ticks; of the last start with a number */
    uint32_t iteration;  /* 1 + the number of that start; 0 = none yet */
    uint32_t hash;       /* of its name and line */
    struct instr_label *next;
    struct instr_label *bucket;
};

/* The entry points, for attach/entry.c to hand out. */
extern const struct instr_api api_table;

/* The context `name`, which is a label of that kind; null when there is no memory. */
struct instr_label *label_context(const char *name);

/* The frame of `label` if it is the one that the calling thread started last, and measured; else null. */
struct __instr_frame *label_frame(const struct instr_label *label);

/* Applies the level in use to all labels. */
void label_apply_level(void);

/* Counts a stop, pause or resume (`what`) of `label` that does not fit, with what was open instead, and
 * under INSTR_STRICT reports it. Returns `code`. */
int label_mismatch(int code, const char *what, const struct instr_label *label, const char *open, const char *file,
                   int line);

/* --- api_results.c: the profile that answers a question of the program. --- */

/* Of INSTR_THREAD or INSTR_PROCESS. Returns an INSTR_E*. */
int results_collect(int scope, struct profile *profile, struct arena *arena);

/* The call tree as text to "stdout" (or null), "stderr" or a file. Returns an INSTR_E*. */
int results_print(const struct profile *profile, const char *where, struct arena *arena);

/* --- api_groups.c: the named groups that regions belong to, as bits of a mask: up to 64 in a process. --- */

/* Measures these from now on, or does so no more, once the level is applied anew. False: they are too many. */
bool groups_switch(instr_groups groups, bool on);

/* The same of those that a text as INSTR_GROUPS names. False: it is wrong. */
bool groups_read(const char *text);

/* The set of the groups in `text`, names separated by commas; unknown ones are left out. */
instr_groups groups_of(const char *text);

/* The names of a set, separated by commas, in the store; "" for none. */
const char *groups_text(instr_groups groups);

#endif
