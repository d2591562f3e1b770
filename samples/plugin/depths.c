/*
 * depths.c - a plug-in: prints how deep the stack of each thread got.
 *
 *     cc -shared -fPIC $(pkg-config --cflags instr) depths.c -o depths.so
 *     INSTR_PLUGINS=./depths.so ./program
 *
 * The table is asked for once. What thread_begin and region_defined return comes back with each event, so no lock and no table of the
 * plug-in's own is needed.
 */
#include <instr_plugin.h>
#include <stdio.h>
#include <stdlib.h>

struct depth { unsigned now, most; };

static struct depth of_main; /* whose end is that of the process, and is not told */

static void *thread_begin(void *user, unsigned thread, long system_id)
{
    return thread ? calloc(1, sizeof(struct depth)) : &of_main;
}

static void region_begin(void *user, const struct instr_plugin_event *event)
{
    struct depth *depth = event->thread_data;
    if (depth && ++depth->now > depth->most)
        depth->most = depth->now;
}

static void region_end(void *user, const struct instr_plugin_event *event)
{
    struct depth *depth = event->thread_data;
    if (depth)
        depth->now--;
}

static void thread_end(void *user, unsigned thread, void *data)
{
    struct depth *depth = data;
    if (depth)
        fprintf(stderr, "thread %u: %u deep\n", thread, depth->most);
    free(depth);
}

static void tell_of_main(void)
{
    fprintf(stderr, "main thread: %u deep\n", of_main.most);
}

static const struct instr_plugin depths = {INSTR_PLUGIN_HEAD("depths"), .thread_begin = thread_begin,
    .region_begin = region_begin, .region_end = region_end, .thread_end = thread_end};

const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *host)
{
    atexit(tell_of_main);
    return &depths;
}
