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

/* The functions of instr.h, as implemented by the runtime. */
#define INSTR_RUNTIME_ITSELF
#include "include/instr.h"

#include "include/instr_abi.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stdint.h>

/* Symbols other than the names: attach/exports.c defines the names with functions that start the runtime first. */
#define INSTR_OWN_SYMBOL(type, none, name, parameters, arguments) type name parameters __asm__("own_" #name);
__INSTR_TABLE(INSTR_OWN_SYMBOL)
#undef INSTR_OWN_SYMBOL

/* A label: a probe's descriptor made at run time. */
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

/* The entry points, which attach/entry.c hands out. */
extern const struct instr_api api_table;

/* Returns the context `name`, a label of that kind; NULL if there is no memory. */
struct instr_label *label_context(const char *name);

/* Returns the frame of `label` if it is measured, and the last one that the calling thread started; else NULL. */
struct __instr_frame *label_frame(const struct instr_label *label);

/* Applies the current level to all labels. */
void label_apply_level(void);

/* Counts a stop, pause or resume (`what`) of `label` that does not match the open labels, and reports it under INSTR_STRICT. Returns `code`. */
int label_mismatch(int code, const char *what, const struct instr_label *label, const char *open, const char *file,
                   int line);

/* --- api_results.c: the profile that answers a question of the program. --- */

/* Collects the profile of INSTR_THREAD or INSTR_PROCESS. Returns an INSTR_E*. */
int results_collect(int scope, struct profile *profile, struct arena *arena);

/* Prints the call tree as text to "stdout" (or NULL), "stderr" or a file. Returns an INSTR_E*. */
int results_print(const struct profile *profile, const char *where, struct arena *arena);

/* --- api_groups.c: the named groups that regions belong to, as bits of a mask: up to 64 in a process. --- */

/* Switches these groups on or off, effective when the level is applied again. Returns false if there are too many. */
bool groups_switch(instr_groups groups, bool on);

/* Measures the groups that `text` names, in the form of INSTR_GROUPS. Returns false if the text is wrong. */
bool groups_read(const char *text);

/* Returns the set of the groups in `text`, names separated by commas; unknown ones are ignored. */
instr_groups groups_of(const char *text);

/* Returns the names of a set, separated by commas, in the store; "" for none. */
const char *groups_text(instr_groups groups);

#endif
