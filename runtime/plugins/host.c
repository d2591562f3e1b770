/* host.c - see plugins.h. */
#include "runtime/plugins/plugins.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/memory.h"
#include "runtime/machine/message.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/flow/call.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/team_tool.h"
#include "runtime/measure/probe/team_wait.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

#include <stdio.h>

static const struct probes *probes; /* null: not yet */
static int32_t process;             /* in which launches are known */

/* Returns false if nothing can be done for a plug-in now. */
static bool can_enter(void)
{
    return probes && !thread_busy && !sandbox_is_entered();
}

static void say(const struct instr_plugin *plugin, const char *text)
{
    message_say("%s: %s", plugin && plugin->name ? plugin->name : "a plug-in", text);
}

static void *call_define(const char *name)
{
    static struct memory memory;
    struct __instr_region *descriptor = NULL;
    if (!can_enter())
        return NULL;
    struct stay stay = stay_begin();
    struct region *region = regions_own(name, REGION_CALL);
    lock_take(&thread_lock);
    if (region && !*region->reason)
        descriptor = memory_take(&memory, sizeof *descriptor);
    lock_give(&thread_lock);
    if (descriptor)
        descriptor->__state = region;
    stay_end(stay);
    return descriptor;
}

static void *call_begin(void *call)
{
    return call ? probes->enter(call) : NULL;
}

static void call_end(void *begun)
{
    if (begun)
        probes->leave(begun);
}

/* Returns the node of a device's work below the caller's node; below the process if the caller is unknown. */
static struct node *row_of(struct region *device, struct region *what)
{
    struct thread *thread = thread_settled();
    struct node *place = thread_process.root;
    if (thread != &thread_none)
        place = thread_place(thread, stack_node(thread));
    if (place)
        place = tree_plain_child(&thread_process, place, device);
    return place ? tree_plain_child(&thread_process, place, what) : NULL;
}

static void *device_launch(const char *device, const char *what)
{
    struct node *node = NULL;
    char name[256];
    if (!device || !what || !can_enter() || store->pid != process || !store_is_own())
        return NULL;
    struct stay stay = stay_begin();
    snprintf(name, sizeof name, "device %s", device);
    const struct __instr_region lane_of = {
        .__kind = REGION_THREAD, .__level = 1, .__name = name, .__file = "", .__groups = "device"};
    struct region *lane = regions_find(&lane_of), *region = regions_own(what, REGION_DEVICE);
    lock_take(&thread_lock);
    if (lane && region && (node = row_of(lane, region))) {
        PUT(node->calls, node->calls + 1);
        PUT(node->parent->calls, node->parent->calls + 1);
    }
    lock_give(&thread_lock);
    stay_end(stay);
    return node;
}

static void device_done(void *launch, unsigned long long ns)
{
    FLOATS_OF_OUR_OWN;
    struct node *node = launch;
    /* Another process has a tree of its own. */
    if (!node || !can_enter() || store->pid != process || !store_is_own())
        return;
    struct stay stay = stay_begin();
    double ticks = (double)ns * 1000 / clock_ps(store_scale(store, clock_pair_now()));
    lock_take(&thread_lock);
    call_book(node, node->parent, (uint64_t)(ticks + 0.5));
    call_book(node->parent, NULL, (uint64_t)(ticks + 0.5));
    lock_give(&thread_lock);
    stay_end(stay);
}

static int openmp_begins(team_tool_function *(*lookup)(const char *name))
{
    return team_wait_start() && team_tool_begin(lookup);
}

const struct instr_plugin_host plugin_host = {
    .version = INSTR_PLUGIN_VERSION,
    .size = sizeof plugin_host,
    .say = say,
    .call_define = call_define,
    .call_begin = call_begin,
    .call_end = call_end,
    .device_launch = device_launch,
    .device_done = device_done,
    .openmp_begins = openmp_begins,
};

void host_start(const struct probes *in_use)
{
    process = store->pid;
    probes = in_use;
}
