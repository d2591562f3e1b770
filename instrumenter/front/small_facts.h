/*
 * small_facts.h - what makes a function small, and what follows for those that call one another. See c/unit_small.h.
 */
#ifndef INSTR_SMALL_FACTS_H
#define INSTR_SMALL_FACTS_H

#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

/* A call, from its first token up to behind its `)`. */
struct small_call {
    size_t start, end;
    size_t callee; /* index of the function of the unit; SIZE_MAX: another one */
    bool framed;   /* where it is made the function gets a frame */
};

/* What is read of a function. */
struct small_facts {
    struct small_call *calls; /* but those that matter to nobody */
    size_t count, room;
    bool trivial; /* as far as is known without its callees */
    bool pure;    /* trivial, and so is all that it calls */
    int depth;    /* -1: not known to be trivial */
};

/* Whether no pragma asks for its paths, it is not called in other ways than others, before anything is measured, and has no jump for
 * an end. */
bool small_may_be_trivial(const struct unit *unit, const struct unit_function *function);

/* `facts` are those of all functions, whose depths are -1. Gives the pure ones their depth. A function with a part that is timed
 * calls the runtime, and is none. */
void small_settle(struct small_facts *facts, const struct unit *unit);

/* A call of a trivial function that has its mark while this one has another. */
bool small_is_below(const struct small_facts *facts, const struct small_call *call, int depth);

/* Gives the functions their flags. */
void small_flag(const struct small_facts *facts, struct unit *unit);

#endif
