/* team_wait.c - see team_wait.h. */
#include "runtime/measure/probe/team_wait.h"

#include "profile/region.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/tree/tree.h"

static struct __instr_region waits[TEAM_REGIONS];

bool team_wait_start(void)
{
    static const char *const names[TEAM_REGIONS] = {
        [TEAM_START] = "OpenMP start of team",
        [TEAM_END] = "OpenMP wait: end of region",
        [TEAM_BARRIER] = "OpenMP wait: barrier",
        [TEAM_LOOP] = "OpenMP wait: end of loop",
        [TEAM_SECTIONS] = "OpenMP wait: sections",
        [TEAM_SINGLE] = "OpenMP wait: single",
        [TEAM_ORDERED] = "OpenMP wait: ordered",
        [TEAM_CRITICAL] = "OpenMP wait: critical",
        [TEAM_ATOMIC] = "OpenMP wait: atomic",
        [TEAM_LOCK] = "OpenMP wait: lock",
        [TEAM_TASKWAIT] = "OpenMP wait: taskwait",
        [TEAM_TASKGROUP] = "OpenMP wait: taskgroup",
        [TEAM_TASKLOOP] = "OpenMP wait: taskloop",
        [TEAM_OWN] = "OpenMP region: first thread",
        [TEAM_PART] = "(parts)",
    };
    bool done = true;
    for (unsigned i = 0; i < TEAM_REGIONS; i++) {
        const struct __instr_region descriptor = {.__kind = i < TEAM_WAITS ? REGION_WAIT : REGION_PART,
                                                  .__level = 1,
                                                  .__name = names[i],
                                                  .__file = "",
                                                  .__groups = i == TEAM_PART ? TEAM_OTHERS : ""};
        struct region *region = regions_find(&descriptor);
        done &= region && !*region->reason;
        __atomic_store_n(&waits[i].__state, region && !*region->reason ? region : NULL, __ATOMIC_RELEASE);
    }
    return done;
}

struct team_waiting team_wait_begin(enum team_wait what)
{
    struct thread *thread = thread_self;
    if (thread == &thread_none || (thread_busy && thread_is_busy()))
        return (struct team_waiting){NULL, NULL, NULL};
    struct team_waiting waiting = {thread, thread->teams.wait, NULL};
    PUT(thread->teams.wait, probe_of_labels.enter(&waits[what]));
    return waiting;
}

/* Ends a wait. In a child of fork the wait may be of another thread, or of none. */
void team_wait_end(struct team_waiting waiting)
{
    struct thread *thread = waiting.thread;
    if (!thread || thread != thread_self)
        return;
    struct __instr_frame *frame = thread->teams.wait;
    PUT(thread->teams.wait, waiting.outer);
    probe_of_labels.leave(frame);
}

/* Interrupts a wait for a task. The same call continues after the task, and was not timed yet. */
struct team_waiting team_wait_task(void)
{
    struct thread *thread = thread_self;
    struct __instr_frame *frame = thread->teams.wait;
    if (!frame || (thread_busy && thread_is_busy()) || thread->top != frame || !frame_is_timed(frame))
        return (struct team_waiting){NULL, NULL, NULL};
    struct team_waiting waiting = {thread, NULL, frame->node};
    PUT(thread->teams.wait, NULL);
    probe_of_labels.leave(frame);
    PUT(waiting.node->timed, waiting.node->timed - 1);
    return waiting;
}

void team_wait_again(struct team_waiting waiting)
{
    struct thread *thread = waiting.thread;
    if (!thread || thread != thread_self)
        return;
    uint64_t now = clock_now() | (settings.trace ? 1 : 0);
    PUT(thread->teams.wait, labels_push_frame(thread, waiting.node, now, now));
}

/* Adds a part, which is over when the waiting behind it begins. */
static void book_part(struct node *place, enum team_wait what, uint64_t begun, uint64_t end)
{
    struct thread *thread = thread_self;
    struct region *region = GET(waits[what].__state);
    if (!region || (thread_busy && thread_is_busy()))
        return;
    struct node *node = index_find(thread->tree.index, tree_key(place, region));
    if (!node)
        node = tree_plain_child(&thread->tree, place, region);
    if (node) {
        PUT(node->calls, node->calls + 1);
        call_book(node, place, end > begun ? end - begun : 0);
    }
}

static uint32_t level_of(const struct thread *owner, uint64_t number)
{
    uint32_t level = 0;
    while (level < THREAD_TEAMS - 1 && GET(owner->teams.open[level]) != number)
        level++;
    return level;
}

void team_wait_behind(struct __instr_frame *part, uint64_t number)
{
    struct thread *thread = thread_self;
    struct teams *teams = &thread->teams;
    if (!part || thread == &thread_none || !teams->owner || teams->number != number)
        return;
    teams->slot = team_slot(level_of(teams->owner, number), teams->size);
    team_wait_begin(TEAM_END);
    if (teams->wait)
        book_part(part->node, TEAM_PART, team_settle_start(part), team_settle_start(teams->wait));
    PUT(teams->part, part);
}

struct team_waiting team_wait_owner(struct node *place, uint64_t begun, bool alone)
{
    struct thread *thread = thread_self;
    struct team_waiting waiting = {NULL, NULL, NULL};
    if (!alone)
        waiting = team_wait_begin(TEAM_END);
    if (alone || (waiting.thread && thread->teams.wait))
        book_part(place, TEAM_OWN, begun, alone ? clock_now() : team_settle_start(thread->teams.wait));
    return waiting;
}
