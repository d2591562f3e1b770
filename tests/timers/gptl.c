/*
 * gptl.c - a program with GPTL's timers as they come: nested, recursive, with several parents, by handle, with a time from
 * elsewhere, switched off, reset, asked for, and wrong. Says what was not as GPTL's documents have it.
 */
#include <gptl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, int is)
{
    if (!is) {
        printf("not so: %s\n", what);
        failures++;
    }
}

static void fib(int n)
{
    GPTLstart("fib");
    if (n > 1) {
        fib(n - 1);
        fib(n - 2);
    }
    GPTLstop("fib");
}

static void halo(void)
{
    static int handle;
    GPTLstart_handle("halo", &handle);
    GPTLstop_handle("halo", &handle);
}

static void steps(void)
{
    GPTLstart("steps");
    for (int i = 0; i < 3; i++) {
        GPTLstart("step");
        halo();
        halo();
        GPTLstop("step");
    }
    halo();
    fib(4);
    GPTLstartstop_val("device", 0.25);
    GPTLstartstop_val("device", 0.75);
    GPTLstop("steps");
}

static void ask(void)
{
    int count = -1, on = -1, regions = 0;
    double wall = -1, user, system, latest;
    long long counters;
    char name[64];
    expect("query of fib", GPTLquery("fib", 0, &count, &on, &wall, &user, &system, &counters, 0) == 0);
    expect("9 calls of fib, which is off", count == 9 && on == 0 && wall > 0);
    expect("steps took longer", GPTLget_wallclock("steps", -1, &user) == 0 && user > wall);
    expect("the sum of device", GPTLget_wallclock("device", 0, &wall) == 0 && wall == 1.0);
    expect("the last of device", GPTLget_wallclock_latest("device", 0, &latest) == 0 && latest == 0.75);
    expect("calls of halo", GPTLget_count("halo", 0, &count) == 0 && count == 7);
    expect("six timers", GPTLget_nregions(0, &regions) == 0 && regions == 6);
    expect("the second is steps", GPTLget_regionname(0, 1, name, sizeof name) == 0 && strcmp(name, "steps") == 0);
    expect("no seventh", GPTLget_regionname(0, 6, name, sizeof name) == -1);
    expect("work of threads", GPTLget_threadwork("device", &wall, &user) == 0 && wall == 1.0 && user == 0);
    expect("a stamp", GPTLstamp(&wall, &user, &system) == 0 && wall > 0);
}

static void be_wrong(void)
{
    int handle, other;
    double wall;
    int errors = GPTLnum_errors();
    char longest[65] = "";
    memset(longest, 'x', 64);
    expect("an option is set too late", GPTLsetoption(GPTLwall, 0) == -1);
    expect("initialized twice", GPTLinitialize() == -1);
    expect("stop of what never ran", GPTLstop("never") == -1);
    expect("stop of what is off", GPTLstop("step") == -1);
    expect("a name of 64 characters", GPTLstart(longest) == -1);
    expect("query of what never ran", GPTLget_wallclock("never", 0, &wall) == -1);
    GPTLinit_handle("halo", &handle);
    GPTLinit_handle("other", &other);
    expect("another's handle", GPTLstart_handle("other", &handle) == -1);
    expect("a handle of what never ran", GPTLstop_handle("other", &other) == -1);
    expect("negative time", GPTLstartstop_val("device", -1.0) == -1);
    expect("9 errors", GPTLnum_errors() - errors == 9);
}

int main(int argc, char **argv)
{
    int count;
    (void)argv;
    expect("a call too early", GPTLstop("total") == -1);
    expect("no such option", GPTLsetoption(77, 1) == -1);
    expect("options", GPTLsetoption(GPTLoverhead, 0) == 0 && GPTLsetoption(GPTLdopr_preamble, 0) == 0);
    expect("a clock", GPTLsetutr(GPTLgettimeofday) == 0 && GPTLsetutr(99) == -1 && GPTLsetutr(GPTLnanotime) == 0);
    expect("initialized", GPTLinitialize() == 0);

    GPTLstart("total");
    steps();
    GPTLdisable();
    expect("off", GPTLstart("unseen") == 0 && GPTLstop("unseen") == 0);
    GPTLenable();
    GPTLstop("total");
    ask();
    GPTLpr_file("first.timing");

    if (argc > 1)
        be_wrong();
    GPTLreset_timer("halo");
    halo();
    expect("one call since it was reset", GPTLget_count("halo", 0, &count) == 0 && count == 1);
    expect("the others as they were", GPTLget_count("fib", 0, &count) == 0 && count == 9);
    if (argc > 1) {
        GPTLstart("a");
        GPTLstart("b");
        GPTLstop("a");
        GPTLstop("b");
        expect("overlapping timers", GPTLget_count("b", 0, &count) == 0 && count == 1);
    }
    GPTLpr(7);
    GPTLfinalize();
    expect("finished", GPTLstart("total") == -1);
    return failures != 0;
}
