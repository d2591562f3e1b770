/*
 * Timers behind functions of the program's own, as most codes have them: a label ends when it is stopped, whoever
 * calls that, it hangs under who called what started it, and each start counts once. wrappers.sh compares with what
 * stands here; where a path has no calls of its own (`0`) a call was going on when its label began or ended.
 *
 * path: main 1
 * path: main/start_only 2
 * path: main/start_only/timer_on 2
 * path: main/start_only/A 2
 * path: main/start_only/A/work 2
 * path: main/start_only/work 2
 * path: main/stop_only 2
 * path: main/stop_only/A 2
 * path: main/stop_only/A/work 2
 * path: main/stop_only/A/timer_off 2
 * path: main/stop_only/work 2
 * path: main/both 2
 * path: main/both/timer_on 2
 * path: main/both/A 2
 * path: main/both/A/work 2
 * path: main/both/A/timer_off 2
 * path: main/both/work 2
 * path: main/nested 2
 * path: main/nested/timer_on 2
 * path: main/nested/A 2
 * path: main/nested/A/timer_on 2
 * path: main/nested/A/B 2
 * path: main/nested/A/B/work 2
 * path: main/nested/A/B/timer_off 2
 * path: main/nested/A/work 2
 * path: main/nested/A/timer_off 2
 * path: main/nested/work 2
 * path: main/deep 2
 * path: main/deep/deep_on 2
 * path: main/deep/deep_on/timer_on 2
 * path: main/deep/A 2
 * path: main/deep/A/work 2
 * path: main/deep/A/deep_off 2
 * path: main/deep/A/deep_off/timer_off 2
 * path: main/deep/work 2
 * path: main/two_at_once 2
 * path: main/two_at_once/two_on 2
 * path: main/two_at_once/A 2
 * path: main/two_at_once/A/B 2
 * path: main/two_at_once/A/B/work 2
 * path: main/two_at_once/A/B/two_off 2
 * path: main/two_at_once/work 2
 * path: main/other_unit 2
 * path: main/other_unit/A 2
 * path: main/other_unit/A/work 2
 * path: main/other_unit/work 2
 * path: main/macros 2
 * path: main/macros/A 2
 * path: main/macros/A/work 2
 * path: main/macros/work 2
 * path: main/inlined 2
 * path: main/inlined/inline_on 2
 * path: main/inlined/A 2
 * path: main/inlined/A/work 2
 * path: main/inlined/A/inline_off 2
 * path: main/inlined/work 2
 * path: main/turns 2
 * path: main/turns/turn_on 6
 * path: main/turns/T 6
 * path: main/turns/T/work 6
 * path: main/turns/T/turn_off 6
 * path: main/pauses 2
 * path: main/pauses/timer_on 2
 * path: main/pauses/A 2
 * path: main/pauses/A/work 4
 * path: main/pauses/A/timer_pause 2
 * path: main/pauses/work 4
 * path: main/pauses/timer_resume 2
 * path: main/pauses/A/timer_off 2
 * path: main/works_after 2
 * path: main/works_after/A 2
 * path: main/works_after/A/work 2
 * path: main/works_after/A/late_off 2
 * path: main/works_after/late_off 0
 * path: main/works_after/late_off/work 2
 * path: main/works_before 2
 * path: main/works_before/early_on 2
 * path: main/works_before/early_on/work 2
 * path: main/works_before/early_on/A 0
 * path: main/works_before/early_on/A/work 2
 * path: main/works_before/A 2
 * path: main/works_before/A/work 2
 * path: main/works_before/work 2
 * path: main/solver 2
 * path: main/solver/A 2
 * path: main/solver/A/inner 2
 * path: main/solver/A/inner/work 2
 * path: main/solver/A/inner/timer_off 2
 * path: main/solver/inner 0
 * path: main/solver/inner/work 2
 * path: main/often 2
 * path: main/often/timer_on 4000
 * path: main/often/A 4000
 * path: main/often/A/timer_off 4000
 * path: main/by_label 2
 * path: main/by_label/label_on 2
 * path: main/by_label/A 2
 * path: main/by_label/A/work 2
 * path: main/by_label/A/label_off 2
 * path: main/by_label/work 2
 */
#include "instr.h"

#include <stdio.h>
#include <time.h>

void plain_on(const char *name), plain_off(const char *name);

static int bad;

#pragma instr skip
static double cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void work(int parts)
{
    for (double end = cpu() + parts * 2e-3; cpu() < end;)
        continue;
}

__attribute__((noinline)) static void timer_on(const char *name)
{
    bad |= instr_start(name);
}

__attribute__((noinline)) static void timer_off(const char *name)
{
    bad |= instr_stop(name);
}

__attribute__((noinline)) static void timer_pause(const char *name)
{
    bad |= instr_pause(name);
}

__attribute__((noinline)) static void timer_resume(const char *name)
{
    bad |= instr_resume(name);
}

__attribute__((noinline)) static void deep_on(const char *name)
{
    timer_on(name);
}

__attribute__((noinline)) static void deep_off(const char *name)
{
    timer_off(name);
}

static inline void inline_on(const char *name)
{
    bad |= instr_start(name);
}

static inline void inline_off(const char *name)
{
    bad |= instr_stop(name);
}

__attribute__((noinline)) static void two_on(void)
{
    bad |= instr_start("A");
    bad |= instr_start("B");
}

__attribute__((noinline)) static void two_off(void)
{
    bad |= instr_stop("B");
    bad |= instr_stop("A");
}

__attribute__((noinline)) static void turn_on(const char *name, long turn)
{
    bad |= instr_start_iteration(instr_label_get(name), turn);
}

__attribute__((noinline)) static void turn_off(const char *name)
{
    bad |= instr_stop(name);
}

__attribute__((noinline)) static void label_on(instr_label *label)
{
    bad |= instr_start_label(label);
}

__attribute__((noinline)) static double label_off(instr_label *label)
{
    double seconds;
    bad |= instr_stop_label_at(label, &seconds, __FILE__, __LINE__);
    return seconds;
}

__attribute__((noinline)) static void late_off(const char *name)
{
    bad |= instr_stop(name);
    work(4);
}

__attribute__((noinline)) static void early_on(const char *name)
{
    work(1);
    bad |= instr_start(name);
    work(1);
}

#define TIMER_ON(name) (bad |= instr_start(name))
#define TIMER_OFF(name) (bad |= instr_stop(name))

static void start_only(void)
{
    timer_on("A");
    work(2);
    bad |= instr_stop("A");
    work(4);
}

static void stop_only(void)
{
    bad |= instr_start("A");
    work(2);
    timer_off("A");
    work(4);
}

static void both(void)
{
    timer_on("A");
    work(2);
    timer_off("A");
    work(4);
}

static void nested(void)
{
    timer_on("A");
    timer_on("B");
    work(2);
    timer_off("B");
    work(2);
    timer_off("A");
    work(4);
}

static void deep(void)
{
    deep_on("A");
    work(2);
    deep_off("A");
    work(4);
}

static void two_at_once(void)
{
    two_on();
    work(2);
    two_off();
    work(4);
}

static void other_unit(void)
{
    plain_on("A");
    work(2);
    plain_off("A");
    work(4);
}

static void macros(void)
{
    TIMER_ON("A");
    work(2);
    TIMER_OFF("A");
    work(4);
}

static void inlined(void)
{
    inline_on("A");
    work(2);
    inline_off("A");
    work(4);
}

static void turns(void)
{
    for (int i = 0; i < 3; i++) {
        turn_on("T", i);
        work(i == 1 ? 4 : 1);
        turn_off("T");
    }
}

static void pauses(void)
{
    timer_on("A");
    work(1);
    timer_pause("A");
    work(2);
    timer_resume("A");
    work(1);
    timer_off("A");
    work(2);
}

static void works_after(void)
{
    bad |= instr_start("A");
    work(2);
    late_off("A");
}

static void works_before(void)
{
    early_on("A");
    work(1);
    bad |= instr_stop("A");
    work(3);
}

__attribute__((noinline)) static void inner(void)
{
    work(2);
    timer_off("A");
    work(4);
}

static void solver(void)
{
    bad |= instr_start("A");
    inner();
}

static void often(void)
{
    for (int i = 0; i < 2000; i++) {
        timer_on("A");
        timer_off("A");
    }
}

static void by_label(void)
{
    instr_label *label = instr_label_get("A");
    label_on(label);
    work(2);
    double seconds = label_off(label);
    work(4);
    if (!(seconds > 3.6e-3 && seconds < 10e-3))
        printf("not about four milliseconds: %g\n", seconds);
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        start_only();
        stop_only();
        both();
        nested();
        deep();
        two_at_once();
        other_unit();
        macros();
        inlined();
        turns();
        pauses();
        works_after();
        works_before();
        solver();
        often();
        by_label();
    }
    if (bad)
        printf("a stop did not fit\n");
    return bad != 0;
}
