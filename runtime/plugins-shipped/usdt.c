/*
 * usdt.c - INSTR_PLUGINS=usdt: each call is a user-space probe, for bpftrace, perf, SystemTap and gdb:
 *
 *     instr:region_begin (name, file, line, thread)    instr:region_end (name, file, line, thread)
 *
 * Such a probe is an instruction that does nothing, and a note in the object file that says where it is. So they are in this
 * file, and what attaches to them names it: uprobe or usdt of libinstr_usdt.so.
 */
#include "include/instr_plugin.h"

#include <sys/sdt.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wgnu-zero-variadic-macro-arguments" /* sdt.h's own */
#endif

static void begin(void *user, const struct instr_plugin_event *event)
{
    const struct instr_plugin_region *region = event->region;
    (void)user;
    DTRACE_PROBE4(instr, region_begin, region->name, region->file, region->line, event->thread);
}

static void end(void *user, const struct instr_plugin_event *event)
{
    const struct instr_plugin_region *region = event->region;
    (void)user;
    DTRACE_PROBE4(instr, region_end, region->name, region->file, region->line, event->thread);
}

static void forked(void *user)
{
    (void)user;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("usdt"), .region_begin = begin, .region_end = end,
                                              .forked = forked};
    (void)host;
    return &table;
}
