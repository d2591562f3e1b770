/*
 * print.c - see trace.h.
 *
 * The line is that of E. Soman's profiler for Ruby ("DIY Ruby CPU profiling", part III): microseconds, event, function; behind these depth, place,
 * and the thread unless it is the first one. Events take the slow way of a trace (events.c), so that each is out before the program goes on; calls
 * missing in a trace are missing here, too.
 */
#include "runtime/trace/trace.h"

#include "common/character.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/message.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/uncancelled.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/store/store_header.h"

#include <stdio.h>
#include <time.h>

enum { LINE = 560, NAME = 201 };

static long long microseconds(void)
{
    struct timespec now;
    clock_gettime(settings.print == PRINT_CPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void print_line(const struct thread *thread, const struct region *region, uint32_t depth, enum event event)
{
    static const char *const kinds[] = {[EVENT_ENTER] = "call", [EVENT_LEAVE] = "return", [EVENT_AGAIN] = "again"};
    char line[LINE], name[NAME], file[NAME], place[NAME + 16] = "", number[32] = "";
    if (thread->number)
        snprintf(number, sizeof number, "  thread %u", (unsigned)thread->number);
    character_shown(region->name, name, sizeof name);
    character_shown(region->file, file, sizeof file);
    if (*file)
        snprintf(place, sizeof place, "  %s:%u", file, (unsigned)region->line);
    int length = snprintf(line, sizeof line - 1, "%-20lld:%-20s%-20s  %u%s%s", microseconds(), kinds[event], name,
                          (unsigned)depth, place, number);
    length = length < LINE - 1 ? length : LINE - 2;
    line[length] = '\n';
    struct uncancelled state = uncancelled_begin();
    message_line(line, (size_t)length + 1);
    uncancelled_end(state);
}

static uint32_t name_region(struct region *region)
{
    return choice_takes(region) ? EVENTS_ASK : EVENTS_NOT;
}

static bool in_window(uint64_t now)
{
    double seconds = (double)(now - store->start.ticks) * clock_ps(store_scale(store, clock_pair_now())) * 1e-12;
    return seconds >= settings.trace_from && seconds <= settings.trace_to;
}

static bool print_event(struct thread *thread, const struct node *node, enum event event)
{
    FLOATS_OF_OUR_OWN;
    if (GET(node->region->trace) == EVENTS_NOT)
        return false;
    if (event == EVENT_ENTER && (!in_window(clock_now()) || choice_why_not(thread, node, 0)))
        return false;
    uint32_t *depth = &thread->events.depth;
    *depth += event != EVENT_LEAVE;
    print_line(thread, node->region, *depth, event);
    *depth -= event == EVENT_LEAVE && *depth;
    return true;
}

static void end_events(struct thread *thread)
{
    thread->events = EVENTS_NONE;
}

void print_start(void)
{
    if (!settings.print)
        return;
    static const struct subscriber subscriber = {.name = name_region, .end = end_events, .tell = print_event};
    events_subscribe(&subscriber);
    choice_start();
}
