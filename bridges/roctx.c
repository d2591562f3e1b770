/*
 * roctx.c - INSTR_PLUGINS=roctx: each call is a range of ROCTX, for rocprof and whatever else takes it. The library is ROCm's
 * own, which a tool puts in the process or the loader finds.
 */
#include "include/instr_plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int (*push)(const char *);
static int (*pop)(void);

static void begin(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    push(event->region->name);
}

static void end(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    (void)event;
    pop();
}

static int take(void *object)
{
    void *symbols[] = {dlsym(object, "roctxRangePushA"), dlsym(object, "roctxRangePop")};
    memcpy(&push, &symbols[0], sizeof push);
    memcpy(&pop, &symbols[1], sizeof pop);
    return push && pop;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const char *const names[] = {"librocprofiler-sdk-roctx.so.1", "librocprofiler-sdk-roctx.so",
                                        "libroctx64.so.4", "libroctx64.so"};
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("roctx"), .region_begin = begin, .region_end = end};
    void *object;
    if (take(RTLD_DEFAULT))
        return &table;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((object = dlopen(names[i], RTLD_LAZY)) && take(object))
            return &table;
    host->say(&table, "there is no ROCTX: LD_LIBRARY_PATH must lead to libroctx64.so of ROCm");
    return NULL;
}
