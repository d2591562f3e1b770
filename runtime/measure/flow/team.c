/* team.c - see team.h. */
#include "runtime/measure/flow/team.h"
#include "common/check.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/team_settle.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/tree/tree.h"

#include <errno.h>

static void end(struct __instr_team *team)
{
    struct thread *owner = team->__owner;
    if (owner != thread_self)
        return; /* in the child of a fork, and before it measures anything */
    struct teams *teams = &owner->teams;
    CHECK(teams->depth);
    teams->depth--;
    if (teams->depth >= THREAD_TEAMS)
        return;
    struct team_end *ended = &teams->ended[team_slot(teams->depth, teams->told[teams->depth].size)];
    PUT(ended->ticks, owner->last);
    __atomic_store_n(&ended->number, (uint64_t)team->__number, __ATOMIC_RELEASE);
    __atomic_store_n(&teams->open[teams->depth], 0, __ATOMIC_RELEASE);
}

static bool is_open(const struct thread *owner, uint64_t number)
{
    for (size_t i = 0; i < THREAD_TEAMS; i++)
        if (__atomic_load_n(&owner->teams.open[i], __ATOMIC_ACQUIRE) == number)
            return true;
    return false;
}

/* Returns whether a member works at the same place as before, the usual case. */
static bool is_there(const struct teams *teams, const struct __instr_team *team)
{
    const struct thread *owner = team->__owner;
    return teams->owner == owner && teams->node == team->__node && teams->began == owner->begin;
}

static struct node *anchor_of(struct thread *thread, const struct __instr_team *team)
{
    struct teams *teams = &thread->teams;
    struct thread *owner = team->__owner;
    struct tree *tree = &thread->tree;
    struct node *place = tree_follow(tree, tree->root, thread_process.root, owner->place);
    place = tree_follow(tree, place, owner->tree.root, team->__node);
    struct node *anchor = place ? tree_plain_child(tree, place, thread_region) : NULL;
    /* Of a fold below the anchor the caller may be the root, see team_base. */
    if (!anchor || !tree_extra(tree->root))
        return NULL;
    CHECK(anchor != tree->root && owner != thread);
    teams->owner = owner;
    teams->node = team->__node;
    teams->began = owner->begin;
    teams->anchor = anchor;
    return anchor;
}

static struct __instr_frame *enter(struct __instr_team *team)
{
    struct thread *thread = thread_self, *owner = team->__owner;
    if (thread == owner || (thread_busy && thread_is_busy()))
        return NULL;
    int saved = errno;
    team_settle(thread);
    bool base = thread == &thread_none || thread->top == thread->segment->frames;
    if (base && thread != &thread_none && !thread->teams.member)
        thread_end(thread);
    thread = base ? thread_begin(thread_process.root) : NULL;
    struct node *anchor = thread && is_there(&thread->teams, team) ? thread->teams.anchor : NULL;
    if (thread && !anchor) {
        uintptr_t busy = thread_hold_begin();
        anchor = anchor_of(thread, team);
        thread_hold_end(busy);
        if (!anchor)
            tally_add(TALLY_NO_MEMORY, 1);
    }
    if (anchor) {
        thread->teams.number = team->__number;
        thread->teams.size = 0;
    }
    errno = saved;
    return anchor ? call_open(thread, anchor, NULL, NULL) : NULL;
}

void team_begin(struct __instr_team *team)
{
    struct thread *thread = thread_settled();
    if (thread == &thread_none)
        return;
    struct teams *teams = &thread->teams;
    *team = (struct __instr_team){thread, stack_node(thread), (unsigned long)++teams->last, enter, end};
    if (teams->depth < THREAD_TEAMS) {
        teams->told[teams->depth].size = 0;
        __atomic_store_n(&teams->open[teams->depth], teams->last, __ATOMIC_RELEASE);
    }
    teams->depth++;
}

struct node *team_base(struct thread **thread)
{
    const struct teams *teams = &(*thread)->teams;
    if (teams->owner && is_open(teams->owner, teams->number))
        return teams->anchor;
    thread_end(*thread);
    *thread = thread_begin(NULL);
    return *thread ? (*thread)->tree.root : NULL;
}
