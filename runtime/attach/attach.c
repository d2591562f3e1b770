/*
 * attach.c - attaches instrumented objects to the runtime, and detaches them: see include/instr_abi.h.
 *
 * The first object to attach starts the runtime, the last to detach makes it write the profile. By then the user's exit handlers and destructors
 * are done.
 */
#include "runtime/attach/attach.h"

#include "runtime/api/api.h"
#include "runtime/attach/loader_calls.h"
#include "runtime/attach/metered_calls.h"
#include "runtime/attach/personality.h"
#include "runtime/attach/process_calls.h"
#include "runtime/attach/team_calls.h"
#include "runtime/collect/collect.h"
#include "runtime/job/clocks.h"
#include "runtime/job/job.h"
#include "runtime/job/launch.h"
#include "runtime/job/mpi_join.h"
#include "runtime/job/mpi_load.h"
#include "runtime/job/roll.h"
#include "runtime/job/services.h"
#include "runtime/machine/big_stack.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/code.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/leaf.h"
#include "runtime/machine/memory.h"
#include "runtime/machine/message.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_trace.h"
#include "runtime/machine/settings_values.h"
#include "runtime/machine/signals_blocked.h"
#include "runtime/machine/tallies.h"
#include "runtime/machine/uncancelled.h"
#include "runtime/machine/vectors.h"
#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/beside/heap.h"
#include "runtime/measure/beside/io.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/beside/self_samples.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/flow/coroutine.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/piece.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/costs.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/groups_on.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/sites.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/wait_sums.h"
#include "runtime/measure/tree/adaptive.h"
#include "runtime/measure/tree/before_waits.h"
#include "runtime/measure/tree/tree.h"
#include "runtime/observe/observer.h"
#include "runtime/plugins/plugins.h"
#include "runtime/trace/trace.h"
#include "runtime/write/output.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static struct lock lock = LOCK(LOCK_ATTACH, NULL), starting = LOCK(LOCK_START, NULL);
static _Atomic enum { IDLE, RUNNING, REFUSED } state; /* it changes once, under `starting` */
static struct probes probes;

static void (*resolve(const char *name, void (*original)(void)))(void);

/* The entry points of an attached object. */
struct attached {
    struct __instr_link *link;
    const struct __instr_region *start;
    struct attached *next;
};
static struct attached *objects, *spare;
static struct memory object_memory;

static void object_connect(struct __instr_link *link)
{
    __atomic_store_n(&link->__none->__slots, (struct __instr_slot *)(void *)counts_none, __ATOMIC_RELEASE);
    __atomic_store_n(link->__self, thread_self_offset(), __ATOMIC_RELAXED);
    if (link->__stubs) {
        __atomic_store_n(&link->__stubs->__exit, probes.stub_end, __ATOMIC_RELAXED);
        __atomic_store_n(&link->__stubs->__count, probes.stub_count, __ATOMIC_RELAXED);
        __atomic_store_n(&link->__stubs->__enter, probes.stub_begin, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&link->__exit, probes.leave, __ATOMIC_RELAXED);
    __atomic_store_n(&link->__begin, probes.begin, __ATOMIC_RELAXED);
    __atomic_store_n(&link->__end, probes.end, __ATOMIC_RELAXED);
    __atomic_store_n(&link->__resync, probes.resync, __ATOMIC_RELAXED);
    __atomic_store_n(&link->__resolve, resolve, __ATOMIC_RELAXED);
    __atomic_store_n(&link->__enter, probes.enter, __ATOMIC_RELEASE);
}

static bool object_add(struct __instr_link *link, const struct __instr_region *start)
{
    struct attached *object = spare;
    if (object)
        spare = object->next;
    else
        object = memory_take(&object_memory, sizeof *object);
    if (object) {
        *object = (struct attached){link, start, objects};
        objects = object;
        object_connect(link);
    }
    return object;
}

static void object_remove(const struct __instr_region *start)
{
    lock_take(&lock);
    struct attached **at = &objects;
    while (*at && (*at)->start != start)
        at = &(*at)->next;
    struct attached *object = *at;
    if (object) {
        thread_count_no_more(object->link);
        *at = object->next;
        object->next = spare;
        spare = object;
    }
    lock_give(&lock);
}

static void stop_tsc(void)
{
    lock_take(&lock);
    probes = probe_of_labels = probe_pick(false);
    for (struct attached *object = objects; object; object = object->next)
        object_connect(object->link);
    lock_give(&lock);
}

static void fill_steps(void)
{
    steps = (struct steps){
        .settle = fork_settle,
        .start_observer = observer_start,
        .renew_observer = observer_renew,
        .stop_tsc = stop_tsc,
    };
}

/*
 * Makes the runtime stay loaded, because it has thread-local storage and exit handlers. Returns false, so that nothing is measured, in a
 * namespace of dlmopen: the C library there reports neither a fork nor the end of the process, and a namespace with objects that can't be
 * unloaded stays for ever. Call it before taking any lock of ours, because it takes the loader's; all threads that come before the answer ask the
 * loader.
 */
static bool stay(void)
{
    static enum { UNKNOWN, STAYS, GOES } answer;
    if (__atomic_load_n(&answer, __ATOMIC_ACQUIRE) == UNKNOWN) {
        int saved = errno;
        Lmid_t namespace = LM_ID_BASE;
#ifndef INSTR_STATIC_RUNTIME
        Dl_info self;
        struct link_map *map = NULL;
        bool found = dladdr1(&lock, &self, (void **)&map, RTLD_DL_LINKMAP) && map;
        if (found)
            dlinfo(map, RTLD_DI_LMID, &namespace);
        if (found && namespace == LM_ID_BASE)
            dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#endif
        leaf_start();
        clock_find();
        if (getenv("INSTR_METRICS"))
            metered_calls_find();
        errno = saved;
        __atomic_store_n(&answer, namespace == LM_ID_BASE ? STAYS : GOES, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&answer, __ATOMIC_RELAXED) == STAYS;
}

static bool start_store(void)
{
    if (!store_open())
        return false;
    store->sizes = store_sizes;
    store->clock = clock_start(settings.clock);
    if (store->clock != settings.clock && getenv("INSTR_CLOCK")) {
        tally_add_named("the clock of INSTR_CLOCK is not available: monotonic was used", 1);
        settings_remark("INSTR_CLOCK", clock_name(settings.clock), " is not available here: monotonic is used");
    }
    store->start = store->last[0] = clock_pair_now();
    output_start(roll_end);
    regions_filter();
    return true;
}

static bool start_thread(void)
{
    if (!thread_start() || !thread_begin(NULL) || !process_end_calls_start()) {
        store_remove(thread_is_alone);
        return false;
    }
    vectors_start();
    probes = probe_of_labels = probe_pick(store->clock == CLOCK_TSC);
    costs_calibrate(&probes);
    store->costs = costs;
    return true;
}

/* Runs a step with signals blocked once. Otherwise each lock taken inside would block them with two system calls. */
static bool run_quietly(bool (*step)(void))
{
    signals_blocked_begin();
    bool done = step();
    signals_blocked_end();
    if (!done)
        message_say("not enough memory: the program is not measured");
    return done;
}

/* Starts the runtime. It asks the loader only for plug-ins and PAPI (tests/rules/reach.py). `coroutines`: the program has coroutines that
 * report when they continue. */
static __attribute__((__noinline__)) bool start_runtime(bool coroutines)
{
    fill_steps();
    settings_read();
    settings_read_trace();
    if (settings.level == 0)
        return false;
    message_start();
    pages_start();
    arena_pages = (struct arena_pages){pages_map, pages_keep};
    plugins_load();
    if (!run_quietly(start_store))
        return false;
    groups_on_start();
    meter_start(coroutines);
    self_samples_start();
    if (!run_quietly(start_thread))
        return false;
    trace_start();
    print_start();
    plugins_start(&probes);
    adaptive_start();
    periodic_start(trace_flush);
    heap_start();
    io_start();
    if (*settings_complaint() && launch_first_rank())
        message_say("%s", settings_complaint());
    return true;
}

/*
 * Takes `starting`, with no other lock held. Returns false if another thread has it and loads plug-ins or PAPI, for which it may wait for the
 * loader. Constructors of libraries run under the loader's lock and can't wait; those of the program can.
 */
static bool start_begin(const void *object)
{
    const char *metrics = getenv("INSTR_METRICS");
    bool loads = getenv("INSTR_PLUGINS") || (metrics && (strstr(metrics, "PAPI_") || strstr(metrics, "::")));
    if (!loads || code_around(object).start == code_around((const void *)getauxval(AT_ENTRY)).start)
        return lock_take(&starting);
    bool taken = lock_try(&starting);
    tally_add(TALLY_LATE, !taken);
    return taken;
}

static void start_once(const void *object, const char *output, bool coroutines)
{
    if (state != IDLE || !start_begin(object))
        return;
    if (state == IDLE) {
        if (output)
            settings_offer_output(output);
        state = start_runtime(coroutines) ? RUNNING : REFUSED;
    }
    lock_give(&starting);
}

/* Looks at loaded objects, or at the runtime's own start. It asks the loader, so no lock may be held. */
static void look_at_objects(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&begun)) {
        loader_calls_begin();
        metered_calls_begin();
    }
    loader_calls_look();
}

static void detach(struct __instr_region *start, struct __instr_region *stop)
{
    (void)stop;
    object_remove(start);
    wait_sums_forget_sites();
    if (!regions_detach(start)) {
        thread_part_all();
        return;
    }
    process_end_calls_write();
}

static void number(int rank, int size)
{
    PUT(store->rank, rank);
    PUT(store->ranks, size);
    if (!clocks_are_compared())
        trace_join(&(struct trace_job){.rank = rank, .ranks = size});
    plugins_rank(rank, size);
}

static void set_rank(int rank, int size)
{
    number(rank, size);
    roll_sign(rank, size);
}

static void count(const char *name, unsigned long long times)
{
    tally_add_named(name, times);
}

static void write_now(void)
{
    roll_leave();
    operations_leave();
    output_write(trace_write(), false);
}

static bool write_job(struct transport *transport);

static bool begin_job(struct transport *transport)
{
    FLOATS_OF_OUR_OWN;
    return clocks_compare(transport, false);
}

static bool snapshot(struct profile *out, struct arena *arena, struct error *error)
{
    return snapshot_take(clock_pair_now(), out, arena, error);
}

static const struct instr_services services = {
    .size = sizeof services,
    .set_rank = set_rank,
    .snapshot = snapshot,
    .output_path = output_path,
    .written = output_written,
    .count = count,
    .write_now = write_now,
    .write_job = write_job,
    .offer_mpi = mpi_load_offer,
    .wants_job = job_wanted,
    .communicator = communicators_find,
    .place = communicators_place,
    .used = traffic_used,
    .roll = roll_call,
    .begins = roll_announce,
    .is_wrapper = mpi_load_is_wrapper,
    .has_come = roll_has_come,
    .number = number,
    .wait_on = roll_wait_on,
    .give_up = roll_give_up,
    .leading = mpi_load_leading,
    .catch_calls = mpi_calls_catch,
    .withdraw_mpi = mpi_load_withdraw,
    .meets = before_waits_begin,
    .met = operations_end,
    .entered = operations_enter,
    .waited = operations_waited,
    .all_begin = roll_all_begin,
    .begin_job = begin_job,
};

static bool write_job(struct transport *transport)
{
    FLOATS_OF_OUR_OWN;
    return job_write(&services, transport);
}

static const struct instr_services *ask(void)
{
    return &services;
}

/* Closes the frame of a loop's iteration and records the shortest and longest one. */
static void leave_turn(struct __instr_frame *frame, unsigned long number)
{
    if (!frame || thread_self->top != frame) {
        probes.leave(frame);
        return;
    }
    struct node *node = frame->node;
    uint64_t min = node->min, max = node->max;
    probes.leave(frame);
    if (node->min != min || node->max != max)
        tree_iteration(node, node->min != min, node->max != max,
                       number < UINT32_MAX ? (uint32_t)number + 1 : UINT32_MAX);
}

/* Stands for a program that only uses include/instr.h, and so has no table of its own. */
static struct __instr_region program;
static bool program_attached;

const struct instr_api *attach_program(unsigned long size)
{
    if (size > sizeof api_table || load_goes_on() || !stay())
        return NULL;
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    signals_blocked_begin(); /* a handler may leave the function that starts its first label */
    start_once(NULL, NULL, false);
    lock_take(&lock);
    if (state == RUNNING && !program_attached)
        program_attached = regions_attach(&(struct sites){.start = &program, .stop = &program});
    lock_give(&lock);
    if (program_attached)
        look_at_objects();
    signals_blocked_end();
    errno = saved;
    return program_attached ? &api_table : NULL;
}

static void (*resolve(const char *name, void (*original)(void)))(void)
{
    static const struct {
        const char *name;
        void (*replacement)(void);
    } table[] = {
        {"instr_team", (void (*)(void))team_calls_begin},  {"__instr_detach", (void (*)(void))detach},
        {"instr_services", (void (*)(void))ask},           {"instr_get_api", (void (*)(void))attach_program},
        {"instr_piece", (void (*)(void))piece_turn},       {"instr_leave_turn", (void (*)(void))leave_turn},
        {"pthread_create", (void (*)(void))thread_create}, {"thrd_create", (void (*)(void))thread_create_c11},
    };
    /* First, for a program calls these far more often than all others. */
    if (strncmp(name, "MPI_", 4) == 0)
        return mpi_load_find(name, name[4] == 'I' ? mpi_join_original(original) : original);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0)
            return table[i].replacement;
    void (*replacement)(void) = process_end_calls_find(name);
    if (!replacement)
        replacement = coroutine_find(name);
    if (!replacement)
        replacement = sandbox_calls_find(name, original);
    if (!replacement)
        replacement = clone_calls_find(name, original);
    if (!replacement)
        replacement = wait_calls_find(name, original);
    if (!replacement)
        replacement = personality_find(name, original);
    if (replacement)
        return replacement;
    return strncmp(name, "instr_context", 13) == 0 ? mpi_load_own(name) : original;
}

/* Starts counting the object's calls. */
static void count_in(const struct __instr_link *link)
{
    if (!link->__object->__number)
        return;
    if (!thread_count_in(link))
        tally_add(TALLY_NO_MEMORY, 1);
    for (struct attached *object = objects; object; object = object->next)
        object_connect(object->link);
}

struct attaching {
    struct __instr_link *link;
    struct __instr_region *start, *stop;
    bool done;
};

/* Attaches tables under the lock: nothing here asks the loader (tests/rules/reach.py). From then on signals are blocked. */
static __attribute__((__noinline__)) bool attach_sites(struct sites *sites, struct __instr_link *link,
                                                       const char *output)
{
    const struct __instr_region *from = sites->start;
    const char *build;
    if (output && state != IDLE && settings_offer_output(output) && state == RUNNING)
        output_rename();
    while (state != IDLE && (build = regions_setting(&from, sites->stop, __INSTR_SETTING_BUILD)))
        settings_note_build(build);
    if (state == RUNNING)
        memcpy(store->settings.build, settings.build, sizeof settings.build);
    /* All that was attached is gone, and the profile written: the store begins a second life. */
    if (state == RUNNING && !regions_attached() && store->written && store_is_own())
        store_again(store->used);
    signals_blocked_begin();
    if (state == RUNNING && regions_attach(sites) && object_add(link, sites->start)) {
        count_in(link);
        return true;
    }
    regions_refuse(sites->start, sites->stop);
    sites_remove(sites);
    if (state != RUNNING) /* a library adds where nobody reads, in place of asking each time where to */
        PUT(link->__none->__slots->__ahead, (char *)offsetof(struct __instr_counted, __region));
    return false;
}

static void attach_here(void *argument)
{
    struct attaching *object = argument;
    struct __instr_region *start = object->start, *stop = object->stop;
    if (!stay() || load_goes_on()) /* which would wait for itself */
        return;
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    struct uncancelled before = uncancelled_begin();
    const struct __instr_region *from = start;
    const char *output = regions_setting(&from, stop, __INSTR_SETTING_OUTPUT);
    struct sites sites = sites_of(start, stop, object->link);
    start_once(object->link, output, regions_have(start, stop, __INSTR_PIECES));
    lock_take(&lock);
    object->done = attach_sites(&sites, object->link, output);
    lock_give(&lock);
    if (object->done)
        look_at_objects();
    signals_blocked_end();
    uncancelled_end(before);
    errno = saved;
}

int attach_object(struct __instr_link *link, struct __instr_region *start, struct __instr_region *stop)
{
    struct attaching object = {link, start, stop, false};
    big_stack_run(attach_here, &object);
    return object.done;
}

/* Lets objects of an older version believe that they are attached; otherwise their boot code would switch off the table that they share. Their
 * probes go on calling what they called before. */
int attach_older(struct __instr_link *link, struct __instr_region *start, struct __instr_region *stop)
{
    static bool said;
    if (!stay() || !start_begin(link))
        return false;
    FLOATS_OF_OUR_OWN;
    int saved = errno;
    struct uncancelled before = uncancelled_begin();
    lock_take(&lock);
    if (state == IDLE) {
        settings_read();
        message_start();
    }
    if (!said && settings.level > 0)
        message_say("%s has objects that an older instr-cc made: they are not measured, compile them again",
                    program_invocation_short_name);
    said = true;
    regions_of_older(start, stop);
    lock_give(&lock);
    lock_give(&starting);
    uncancelled_end(before);
    errno = saved;
    return true;
}

/* Runs after the program's own destructors. */
__attribute__((destructor(101))) static void detach_program(void)
{
    if (program_attached)
        detach(&program, &program);
}
