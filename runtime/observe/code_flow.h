/*
 * code_flow.h - in calls of which regions a function's code is: those that the ways through it have entered and not left.
 *
 * Compilers inline calls into one another, copy them, and put their code in any order, so the order of sites says little. Each way from the
 * function's beginning passes sites; code that several ways lead to is in the same calls on all of them.
 *
 *     code                     calls
 *     enter f                  1  f
 *     L: enter g               2  g in f
 *        enter h               3  h in g in f
 *        leave h; leave g      2; 1
 *        branch to L           1
 *     leave f
 *
 * A choice by a table of addresses leads to code that no other way does: it is in the calls of the last choice before it. Code that comes
 * behind a call belongs to another way if there is one, as the call may never return.
 */
#ifndef INSTR_OBSERVE_CODE_FLOW_H
#define INSTR_OBSERVE_CODE_FLOW_H

#include "runtime/measure/store/site_table.h"

#include <stdint.h>

/* From this place of the code on to the next one, it is in this call. */
struct flow_span {
    uint32_t from, call;
};

/* The first stands for none. */
struct flow_call {
    uint64_t region;
    uint32_t outer;
};

/* Of a function. */
struct code_flow {
    uint64_t from, to; /* addresses */
    struct code_flow *next;
    const struct flow_call *calls;
    const struct flow_span *spans; /* by place */
    uint32_t span_count;
    uint64_t size; /* bytes, with what it points to */
};

/* Of code with these sites, one of which is the function's own, if it has one: all of its code is in that call. Null: there is no memory, or the
 * sites are not those of this code. */
struct code_flow *code_flow_make(const uint8_t *code, uint64_t from, uint64_t to, const struct site_entry *sites,
                                 uint32_t site_count, const struct site_entry *own);

/* The regions of the calls that code at an address is in, the innermost first. How many they are is the result. */
uint32_t code_flow_at(const struct code_flow *flow, uint64_t address, uint64_t *regions, uint32_t room);

void code_flow_drop(struct code_flow *flow);

#endif
