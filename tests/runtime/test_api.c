/*
 * test_api.c - labels by hand: names, nesting, mistakes, iterations, pauses, groups, questions.
 *
 * The runtime is linked in and called through the public header, as a program does. The tree only
 * grows, so each test works under a label or function of its own.
 */
#include "include/instr.h"

#include "hand.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/flow/labels.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/stack.h"
#include "taken.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/common/unit.h"

static double sum(const char *path)
{
    const struct profile_node *node = path_find(&profile, path);
    assert_non_null(node);
    return u128_double(node->calls.sum) * 1e-12;
}

static double ask(instr_label *label, const char *field, int scope)
{
    double value = -12345;
    assert_int_equal(instr_query(label, field, scope, &value), INSTR_OK);
    return value;
}

static void sleep_ms(long ms)
{
    struct timespec time = {0, ms * 1000000};
    nanosleep(&time, NULL);
}

static void function_with_label(void)
{
    HAND_PROBE("function");
    instr_start("inside");
    INSTR_START("once");
    INSTR_STOP("once");
    instr_stop("inside");
}

TEST(test_labels_nest_with_functions)
{
    assert_int_equal(instr_initialize(), INSTR_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(instr_start("outer"), INSTR_OK);
        function_with_label();
        assert_int_equal(instr_stop("outer"), INSTR_OK);
    }
    take();
    assert_int_equal(calls("outer"), 3);
    assert_int_equal(calls("outer/function"), 3);
    assert_int_equal(calls("outer/function/inside"), 3);
    assert_int_equal(calls("outer/function/inside/once"), 3);
    const struct profile_node *node = path_find(&profile, "outer");
    assert_int_equal(profile.regions[node->region].kind, REGION_LABEL);
}

TEST(test_null_is_an_error)
{
    double value;
    assert_int_equal(instr_start(NULL), INSTR_EARGUMENT);
    assert_int_equal(instr_stop(NULL), INSTR_EARGUMENT);
    assert_int_equal(instr_start_label(NULL), INSTR_OK);
    assert_int_equal(instr_stop_label(NULL), INSTR_OK);
    assert_null(instr_label_get(NULL));
    assert_null(instr_label_make("level five", 5, INSTR_NO_GROUP, NULL, 0));
    assert_int_equal(instr_query(NULL, "calls", INSTR_PROCESS, &value), INSTR_EARGUMENT);
    assert_int_equal(instr_visit(INSTR_PROCESS, NULL, NULL), INSTR_EARGUMENT);
    assert_int_equal(instr_visit(7, (instr_visitor)1, NULL), INSTR_EARGUMENT);
    assert_int_equal(instr_dump(INSTR_ALL_GROUPS, NULL, NULL, NULL), INSTR_EARGUMENT);
    assert_string_equal(instr_label_name(NULL), "");
    assert_string_equal(instr_error(INSTR_OK), "no error");
    assert_string_equal(instr_error(-99), "unknown error");
    assert_string_equal(instr_error(1), "unknown error");
}

TEST(test_stop_of_what_is_not_open)
{
    assert_int_equal(instr_stop("never started"), INSTR_ENOTOPEN);
    int line = __LINE__ - 1;
    take();
    char text[200];
    snprintf(text, sizeof text, "stop of \"never started\" while nothing was open (test_api.c:%d)", line);
    assert_int_equal(path_tally(&profile, text), 1);
    assert_int_equal(path_tally(&profile, "stops of a label that was not open"), 1);
}

TEST(test_stop_closes_what_was_started_later)
{
    take();
    uint64_t before = path_tally(&profile, "stops of a label that was not opened last");
    instr_start("first");
    instr_start("second");
    instr_start("third");
    assert_int_equal(instr_stop("first"), INSTR_EORDER);
    int line = __LINE__ - 1;
    assert_int_equal(instr_stop("second"), INSTR_ENOTOPEN);
    instr_start("after first");
    assert_int_equal(instr_stop("after first"), INSTR_OK);
    take();
    char text[200];
    snprintf(text, sizeof text, "stop of \"first\" while \"third\" was open (test_api.c:%d)", line);
    assert_int_equal(path_tally(&profile, text), 1);
    assert_int_equal(path_tally(&profile, "stops of a label that was not opened last"), before + 1);
    assert_int_equal(calls("first/second/third"), 1);
    assert_int_equal(path_find(&profile, "first")->flags & NODE_OPEN, 0);
    assert_int_equal(calls("after first"), 1);
}

TEST(test_stop_alone_leaves_what_was_started_later)
{
    instr_start("alone");
    instr_start("goes on");
    assert_int_equal(instr_stop_alone(instr_label_get("alone")), INSTR_OK);
    instr_start("after alone");
    assert_int_equal(instr_stop("after alone"), INSTR_OK);
    assert_int_equal(instr_stop("goes on"), INSTR_OK);
    assert_int_equal(instr_stop_alone(instr_label_get("goes on")), INSTR_ENOTOPEN);
    take();
    assert_int_equal(calls("alone"), 1);
    assert_int_equal(calls("alone/goes on"), 1);
    assert_int_equal(calls("goes on"), 0);
    assert_int_equal(calls("goes on/after alone"), 1);
}

static void starts_and_returns(void)
{
    HAND_PROBE("starts and returns");
    instr_start("longer");
    instr_start("longer too");
    sleep_ms(2);
}

static void goes_on(void)
{
    HAND_PROBE("goes on");
    starts_and_returns();
    sleep_ms(2);
    assert_int_equal(instr_stop("longer too"), INSTR_OK);
    assert_int_equal(instr_stop("longer"), INSTR_OK);
}

TEST(test_a_label_outlives_its_function)
{
    take();
    uint64_t jumped = path_tally(&profile, "frames left by a jump");
    goes_on();
    take();
    assert_null(path_find(&profile, "goes on/starts and returns/longer"));
    assert_int_equal(calls("goes on/longer"), 1);
    assert_int_equal(calls("goes on/longer/longer too"), 1);
    assert_int_equal(path_tally(&profile, "frames left by a jump"), jumped);
    assert_true(sum("goes on/longer/longer too") >= 0.004);
    assert_true(sum("goes on/starts and returns") + sum("goes on/longer") <= sum("goes on"));
}

/* The observer may begin while a function ends that started a label, before the label goes on in its caller. */
TEST(test_what_the_observer_takes_is_in_no_label)
{
    HAND_PROBE("begins an observer");
    struct __instr_frame *frame = thread_self->top;
    assert_int_equal(instr_start("lifted"), INSTR_OK);
    const struct open_label *open = labels_last(thread_self);
    uint64_t start = open->start, now = clock_now();
    labels_lift(thread_self, frame, now);
    postpone(1000);
    labels_reopen(thread_self, now);
    assert_int_equal(open->start, start + 1000);
    assert_int_equal(thread_self->top->start, start + 1000);
    assert_int_equal(instr_stop("lifted"), INSTR_OK);
}

static void outlive_deep(int depth)
{
    HAND_PROBE("deep");
    if (depth)
        outlive_deep(depth - 1);
    instr_start("from the deep");
}

TEST(test_labels_outlive_across_segments)
{
    instr_start("before the deep");
    outlive_deep(3 * STACK_FRAMES);
    for (int i = 0; i <= 3 * STACK_FRAMES; i++)
        assert_int_equal(instr_stop("from the deep"), INSTR_OK);
    assert_int_equal(instr_stop("before the deep"), INSTR_OK);
    take();
}

static void stops_the_caller(void)
{
    HAND_PROBE("stops the caller");
    assert_int_equal(instr_stop("of the caller"), INSTR_OK);
    assert_int_equal(instr_stop("of the caller"), INSTR_ENOTOPEN);
    sleep_ms(20);
}

TEST(test_stop_inside_a_callee)
{
    instr_start("around");
    instr_start("of the caller");
    stops_the_caller();
    sleep_ms(20);
    instr_start("sibling");
    instr_stop("sibling");
    assert_int_equal(instr_stop("around"), INSTR_OK);
    take();
    assert_int_equal(calls("around/of the caller"), 1);
    assert_int_equal(calls("around/of the caller/stops the caller"), 1);
    assert_int_equal(calls("around/sibling"), 1);
    assert_true(sum("around") - sum("around/of the caller") >= 0.02);
}

static jmp_buf jump;

static void starts_and_jumps(void)
{
    HAND_PROBE("starts and jumps");
    instr_start("passed by a jump");
    longjmp(jump, 1);
}

TEST(test_a_jump_drops_labels)
{
    HAND_PROBE("jump target");
    if (setjmp(jump) == 0)
        starts_and_jumps();
    __instr_link11.__resync(hand_frame);
    assert_int_equal(instr_stop("passed by a jump"), INSTR_ENOTOPEN);
    instr_start("after the jump");
    assert_int_equal(instr_stop("after the jump"), INSTR_OK);
    take();
    assert_int_equal(calls("jump target/starts and jumps/passed by a jump"), 1);
    assert_int_equal(calls("jump target/after the jump"), 1);
}

TEST(test_iterations)
{
    instr_label *turn = instr_label_get("turn");
    double seconds[6];
    int least = 0, most = 0;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(instr_start_iteration(turn, INSTR_AUTO), INSTR_OK);
        sleep_ms(i == 4 ? 12 : i == 2 ? 1 : 6);
        assert_int_equal(instr_stop_label_at(turn, &seconds[i], __FILE__, __LINE__), INSTR_OK);
        least = seconds[i] < seconds[least] ? i : least;
        most = seconds[i] > seconds[most] ? i : most;
    }
    assert_true(seconds[least] > 0);
    assert_true(ask(turn, "max_iter", INSTR_THREAD) == most);
    assert_true(ask(turn, "min_iter", INSTR_PROCESS) == least);
    assert_true(ask(turn, "iter_num", INSTR_THREAD) == 5);
    assert_true(ask(turn, "iter_count", INSTR_THREAD) == 6);
    instr_start_iteration(turn, 100);
    sleep_ms((long)(seconds[most] * 1000) + 5);
    instr_stop_label(turn);
    assert_true(ask(turn, "max_iter", INSTR_THREAD) == 100);
    assert_true(ask(turn, "start_time", INSTR_THREAD) <= instr_now());
    assert_true(ask(turn, "start_time", INSTR_THREAD) > instr_now() - ask(turn, "max_time", INSTR_THREAD) - 5);
    assert_int_equal(instr_start_iteration(turn, -3), INSTR_EARGUMENT);
    take();
    assert_int_equal(path_find(&profile, "turn")->calls.max_iteration, 101);
    assert_int_equal(path_find(&profile, "turn")->calls.min_iteration, least + 1);

    instr_label *plain = instr_label_get("no turns");
    instr_start_label(plain);
    instr_stop_label(plain);
    assert_true(ask(plain, "min_iter", INSTR_THREAD) == -1);
    assert_true(ask(plain, "iter_num", INSTR_THREAD) == -1);
}

TEST(test_pause)
{
    instr_label *label = instr_label_get("with a pause");
    double seconds;
    instr_start("around a pause");
    instr_start_label(label);
    instr_start("before it");
    assert_int_equal(instr_pause_label(label), INSTR_EORDER);
    instr_stop("before it");
    assert_int_equal(instr_pause("with a pause"), INSTR_OK);
    assert_int_equal(instr_pause_label(label), INSTR_OK);
    instr_start("meanwhile");
    sleep_ms(30);
    assert_int_equal(instr_resume_label(label), INSTR_EORDER);
    instr_stop("meanwhile");
    assert_int_equal(instr_resume("with a pause"), INSTR_OK);
    assert_int_equal(instr_resume_label(label), INSTR_OK);
    instr_start("after it");
    instr_stop("after it");
    assert_int_equal(instr_stop_label_at(label, &seconds, __FILE__, __LINE__), INSTR_OK);
    assert_true(seconds > 0);

    instr_start_label(label);
    assert_int_equal(instr_pause_label(label), INSTR_OK);
    assert_int_equal(instr_stop_label(label), INSTR_OK);
    assert_int_equal(instr_stop("around a pause"), INSTR_OK);
    assert_int_equal(instr_resume_label(label), INSTR_ENOTOPEN);
    take();
    assert_int_equal(calls("around a pause/with a pause"), 2);
    assert_int_equal(path_find(&profile, "around a pause/with a pause")->calls.timed, 2);
    assert_int_equal(calls("around a pause/meanwhile"), 1);
    assert_int_equal(calls("around a pause/with a pause/before it"), 1);
    assert_int_equal(calls("around a pause/with a pause/after it"), 1);
    assert_true(sum("around a pause/with a pause") + sum("around a pause/meanwhile") <= sum("around a pause"));
}

TEST(test_a_pause_ends_with_its_function)
{
    {
        HAND_PROBE("leaves a pause");
        instr_start("left in a pause");
        sleep_ms(2);
        instr_pause("left in a pause");
    }
    instr_start("next one");
    instr_stop("next one");
    take();
    assert_int_equal(path_find(&profile, "leaves a pause/left in a pause")->calls.timed, 1);
    assert_true(sum("leaves a pause/left in a pause") >= 0.002);
}

TEST(test_recursion_counts_once)
{
    instr_label *label = instr_label_get("recursive");
    instr_start_label(label);
    instr_start_label(label);
    sleep_ms(10);
    instr_stop_label(label);
    instr_stop_label(label);
    double total = ask(label, "total_time", INSTR_THREAD);
    assert_true(ask(label, "calls", INSTR_THREAD) == 2);
    assert_true(total >= 0.01 && total < 1.5 * ask(label, "max_time", INSTR_THREAD));
}

TEST(test_add)
{
    instr_label *label = instr_label_get("on a device");
    assert_int_equal(instr_add(label, -1), INSTR_EARGUMENT);
    assert_int_equal(instr_add(label, NAN), INSTR_EARGUMENT);
    assert_int_equal(instr_add(label, 1e-6), INSTR_OK);
    assert_int_equal(instr_add(label, 3e-6), INSTR_OK);
    assert_true(ask(label, "calls", INSTR_THREAD) == 2);
    assert_true(fabs(ask(label, "total_time", INSTR_THREAD) / 4e-6 - 1) < 0.05);
    assert_true(fabs(ask(label, "running_mean", INSTR_THREAD) / 2e-6 - 1) < 0.05);
    assert_true(fabs(ask(label, "running_var", INSTR_THREAD) / 1e-12 - 1) < 0.1);
    double value = 7;
    assert_int_equal(instr_query(label, "no such field", INSTR_THREAD, &value), INSTR_EFIELD);
    assert_true(value == 7);
}

TEST(test_groups)
{
    assert_true(instr_group("") == 0);
    assert_true(instr_group("a,b") == 0);
    instr_groups io = instr_group("io"), solver = instr_group("solver");
    assert_true(io && solver && io != solver && instr_group("io") == io);
    assert_string_equal(instr_group_name(0), "io");
    assert_null(instr_group_name(64));
    assert_null(instr_group_name(-1));
    instr_label *read = instr_label_make("read", 1, io, NULL, 0);
    instr_label *both = instr_label_make("both", 1, io, NULL, 0);
    assert_ptr_equal(instr_label_make("both", 1, solver, NULL, 0), both);
    assert_true(instr_label_groups(both) == (io | solver));
    instr_start_label(read);
    instr_start_label(both);
    instr_stop_label(both);
    instr_stop_label(read);

    char **strings;
    int count, longest;
    assert_int_equal(instr_dump(io, &strings, &count, &longest), INSTR_OK);
    assert_int_equal(count, 2);
    assert_non_null(strstr(strings[0], "LAB=both"));
    assert_non_null(strstr(strings[1], "LAB=read"));
    assert_int_equal(strncmp(strings[0], "TOT=   0.0", 10), 0);
    assert_non_null(strstr(strings[0], ",CNT=0001,"));
    size_t most = strlen(strings[0]) > strlen(strings[1]) ? strlen(strings[0]) : strlen(strings[1]);
    assert_int_equal(longest, most);
    free(strings[0]);
    free(strings[1]);
    free(strings);

    assert_int_equal(instr_clear(solver), INSTR_OK);
    assert_int_equal(instr_dump(io, &strings, &count, NULL), INSTR_OK);
    assert_int_equal(count, 1);
    free(strings[0]);
    free(strings);
    assert_int_equal(instr_dump(solver, &strings, &count, &longest), INSTR_OK);
    assert_null(strings);
    assert_int_equal(longest, 0);
    take();
    assert_null(path_find(&profile, "read/both")); /* it has no call any more */
    bool found = false;
    for (uint32_t i = 0; i < profile.region_count; i++)
        found |= strcmp(profile.regions[i].name, "both") == 0 && strcmp(profile.regions[i].groups, "io,solver") == 0;
    assert_true(found);

    char name[] = "group ?";
    for (int i = 2; i < 64; i++) {
        name[6] = (char)('0' + i);
        assert_true(instr_group(name) != 0);
    }
    assert_true(instr_group("one too many") == 0);
    assert_true(instr_group("io") == io);
}

TEST(test_clear_keeps_what_is_open)
{
    instr_groups group = instr_group("io");
    instr_label *label = instr_label_make("cleared while open", 1, group, NULL, 0);
    instr_start_label(label);
    instr_stop_label(label);
    instr_start_label(label);
    instr_clear(group);
    assert_int_equal(instr_stop_label(label), INSTR_OK);
    assert_true(ask(label, "calls", INSTR_PROCESS) == 1);
    take();
}

TEST(test_clear_of_one_label)
{
    instr_label *cleared = instr_label_get("cleared alone"), *kept = instr_label_get("kept beside");
    instr_start_label(cleared);
    instr_start_label(kept);
    instr_stop_label(kept);
    instr_stop_label(cleared);
    assert_int_equal(instr_clear_label(cleared), INSTR_OK);
    assert_true(ask(cleared, "calls", INSTR_PROCESS) == 0);
    assert_true(ask(kept, "calls", INSTR_PROCESS) == 1);
    assert_int_equal(instr_clear_label(NULL), INSTR_EARGUMENT);
    take();
}

/* Without MPI there is one rank. */
static int receive(int rank, int ranks, const void *bytes, unsigned long size, void *context)
{
    assert_int_equal(rank, 0);
    assert_int_equal(ranks, 1);
    assert_int_equal(size, 3);
    assert_memory_equal(bytes, "abc", 3);
    ++*(int *)context;
    return 42;
}

TEST(test_gather_of_one_rank)
{
    int calls = 0, comm = 0;
    assert_int_equal(instr_gather(comm, 0, "abc", 3, receive, &calls), 42);
    assert_int_equal(calls, 1);
    assert_int_equal(instr_gather(comm, 1, "abc", 3, receive, &calls), INSTR_EARGUMENT);
    assert_int_equal(instr_gather(comm, 0, NULL, 3, receive, &calls), INSTR_EARGUMENT);
    assert_int_equal(instr_gather(comm, 0, "abc", 3, NULL, &calls), INSTR_EARGUMENT);
}

TEST(test_labels_at_a_place)
{
    instr_label *here = instr_label_make("placed", 1, 0, "a.c", 10);
    instr_label *there = instr_label_make("placed", 1, 0, "a.c", 20);
    assert_ptr_not_equal(here, there);
    assert_ptr_equal(instr_label_make("placed", 1, 0, "a.c", 10), here);
    instr_start_label(here);
    instr_stop_label(here);
    assert_true(ask(here, "calls", INSTR_THREAD) == 1);
    assert_true(ask(there, "calls", INSTR_THREAD) == 0);
    assert_true(ask(there, "total_time", INSTR_THREAD) == 0);
    assert_true(ask(there, "__line__", INSTR_THREAD) == 20);
    bool found = false;
    for (instr_label *label = instr_label_next(NULL); label; label = instr_label_next(label))
        found |= label == here && strcmp(instr_label_name(label), "placed") == 0;
    assert_true(found);
}

TEST(test_level)
{
    HAND_REGION(function, "level one");
    instr_label *fine = instr_label_make("level three", 3, 0, NULL, 0);
    assert_int_equal(instr_set_level(5), INSTR_EARGUMENT);
    assert_int_equal(instr_set_level(2), 4);
    assert_int_equal(instr_level(), 2);
    instr_start_label(fine);
    assert_int_equal(instr_stop_label(fine), INSTR_OK);
    assert_int_equal(instr_set_level(0), 2);
    assert_null(__instr_link11.__enter(&function));
    instr_start_label(fine);
    assert_int_equal(instr_set_level(4), 0);
    assert_int_equal(instr_stop_label(fine), INSTR_OK);
    assert_true(ask(fine, "calls", INSTR_THREAD) == 0);
    instr_start_label(fine);
    assert_int_equal(instr_stop_label(fine), INSTR_OK);
    assert_true(ask(fine, "calls", INSTR_THREAD) == 1);
    struct __instr_frame *frame = __instr_link11.__enter(&function);
    assert_non_null(frame);
    __instr_link11.__exit(frame);
}

TEST(test_disable)
{
    instr_label *label = instr_label_get("on and off");
    assert_int_equal(instr_enabled(), 1);
    instr_start_label(label);
    assert_int_equal(instr_disable(), 1);
    assert_int_equal(instr_enabled(), 0);
    assert_int_equal(instr_stop_label(label), INSTR_OK);
    instr_start_label(label);
    assert_int_equal(instr_enable(), 0);
    assert_int_equal(instr_stop_label(label), INSTR_OK);
    for (int i = 0; i < 200000; i++) { /* never stopped: must not eat the memory */
        if (i == 0)
            instr_disable();
        instr_start_label(label);
    }
    assert_int_equal(instr_enable(), 0);
    assert_true(ask(label, "calls", INSTR_THREAD) == 1);
    instr_start_label(label);
    assert_int_equal(instr_stop_label(label), INSTR_OK);
}

static void *work(void *argument)
{
    pthread_barrier_t *all = argument;
    for (int i = 0; i < 1000; i++) {
        char name[32];
        snprintf(name, sizeof name, "shared %d", i % 100);
        instr_start(name);
        instr_stop(name);
        if (i % 100 == 0) {
            instr_disable();
            instr_enable();
        }
    }
    pthread_barrier_wait(all); /* who disables does so for all threads */
    instr_start("never stopped by its thread");
    assert_true(ask(instr_label_get("shared 5"), "calls", INSTR_THREAD) <= 10);
    return NULL;
}

TEST(test_threads)
{
    pthread_t threads[8];
    pthread_barrier_t all;
    assert_int_equal(pthread_barrier_init(&all, NULL, 8), 0);
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &all), 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&all);
    assert_int_equal(instr_enabled(), 1);
    take();
    assert_int_equal(path_calls(&profile, "never stopped by its thread"), 8);
    assert_true(ask(instr_label_get("shared 5"), "calls", INSTR_THREAD) == 0);
    assert_true(path_calls(&profile, "shared 5") > 0);
}

struct seen {
    int paths, depth;
    bool parents_first, found;
};

static int see(const struct instr_path *path, void *context)
{
    struct seen *seen = context;
    if (seen->paths++ == 0)
        seen->parents_first = path->depth == 0;
    if (path->depth > seen->depth + 1)
        seen->parents_first = false;
    seen->depth = path->depth;
    if (strcmp(path->name, "visited") == 0 && strcmp(path->kind, "label") == 0)
        seen->found = path->calls == 2 && path->open && path->total > 0 && path->min_iteration == -1;
    return 0;
}

static int end_it(const struct instr_path *path, void *context)
{
    (void)path;
    ++*(int *)context;
    return 42;
}

TEST(test_visit)
{
    for (int scope = INSTR_THREAD; scope <= INSTR_PROCESS; scope++) {
        struct seen seen = {0};
        instr_clear(INSTR_ALL_GROUPS);
        instr_start("visited");
        instr_stop("visited");
        instr_start("visited");
        assert_int_equal(instr_visit(scope, see, &seen), INSTR_OK);
        instr_stop("visited");
        assert_true(seen.parents_first && seen.found && seen.paths > 10);
        int times = 0;
        assert_int_equal(instr_visit(scope, end_it, &times), 42);
        assert_int_equal(times, 1);
    }
}

TEST(test_print)
{
    char path[] = "instr-print-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    instr_start("printed");
    instr_stop("printed");
    close(file);
    assert_int_equal(instr_print(path), INSTR_OK);
    file = open(path, O_RDONLY);
    off_t length = lseek(file, 0, SEEK_END);
    char *text = calloc(1, (size_t)length + 1);
    assert_true(text && pread(file, text, (size_t)length, 0) == length);
    assert_int_equal(strncmp(text, "name", 4), 0);
    assert_non_null(strstr(text, "\n(process)"));
    char *line = strstr(text, "\n  printed ");
    assert_non_null(line);
    assert_int_equal(strtol(line + strlen("\n  printed "), NULL, 10), 1);
    free(text);
    close(file);
    unlink(path);
    assert_int_equal(instr_print("/no/such/folder/file"), INSTR_EFILE);
}

TEST(test_finalize)
{
    instr_label *label = instr_label_get("open at the end");
    instr_start_label(label);
    instr_start("inside it");
    assert_int_equal(instr_finalize(), INSTR_OK);
    assert_int_equal(instr_enabled(), 0);
    assert_int_equal(instr_stop_label(label), INSTR_ENOTOPEN);
    take();
    assert_int_equal(calls("open at the end/inside it"), 1);
    assert_int_equal(path_find(&profile, "open at the end")->flags & NODE_OPEN, 0);
    assert_int_equal(instr_enable(), 0);
}
