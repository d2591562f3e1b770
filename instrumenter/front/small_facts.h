/*
 * small_facts.h - finds trivial functions, whose calls are counted by function (runtime/measure/store/counts.h).
 *
 * A *trivial* function has few words, with its loops written out (small_words.h), may be inlined, and can run from its beginning to
 * its end with calls of trivial functions alone (and of harmless ones, see harmless.h: C reads an unaligned number by copying bytes):
 *
 *     int  half(int x)           calls nothing
 *     int  quarter(int x)        calls half
 *     void drop(struct s *p)     calls free_all, if (--p->count == 0)
 *
 * Its time is its caller's, as for an inlined function. So are its calls of other functions.
 */
#ifndef INSTR_SMALL_FACTS_H
#define INSTR_SMALL_FACTS_H

#include "instrumenter/front/small_words.h"
#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

struct small_call {
    size_t start;  /* of its first token */
    size_t callee; /* index of the function of the unit; SIZE_MAX: another one */
};

/* Facts read from a function. */
struct small_facts {
    struct small_call *calls; /* but those that matter to nobody */
    size_t count, room;
    const struct small_bound *bounds; /* of its loops */
    size_t bound_count;
    bool trivial; /* as far as is known without its callees */
    bool settled; /* it is, with all that it has to call */
};

/* Returns whether a function may be trivial: no pragma requests its paths, it is called in the usual way and not before measuring can begin,
 * does not end by a jump, may be inlined, and has few words. */
bool small_may_be_trivial(const struct small_facts *facts, const struct unit *unit,
                          const struct unit_function *function);

/* Settles the functions that call only settled functions, repeatedly, so that recursion is never settled. `facts` are those of all functions.
 * `avoids`: NULL, or returns whether a function that makes other calls can run without them. A function with a timed part calls the runtime,
 * and is not trivial. */
void small_settle(struct small_facts *facts, const struct unit *unit, bool (*avoids)(void *, size_t), void *context);

/* Sets the functions' flags. */
void small_flag(const struct small_facts *facts, struct unit *unit);

#endif
