/* choice.c - see trace.h. */
#include "runtime/trace/trace.h"

#include "profile/trace_format.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_trace.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/filters.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/measure/store/tree_data.h"

#include <stdlib.h>
#include <string.h>

static struct filter filter;

static bool is_below(const struct region *region)
{
    return strcmp(region->name, settings.trace_below) == 0;
}

bool choice_takes(const struct region *region)
{
    return !filter_excludes(&filter, region->name, *region->file ? region->file : NULL) || is_below(region);
}

/* Returns whether a call of the requested region is open in this thread. */
static bool is_inside(const struct events *events)
{
    return events->below && GET(events->below->start) == events->below_start;
}

unsigned choice_why_not(struct thread *thread, const struct node *node, uint64_t now)
{
    struct events *events = &thread->events;
    if (*settings.trace_below && !is_inside(events)) {
        if (!is_below(node->region))
            return 1 + TRACE_LEFT_PLACE;
        events->below = thread->top; /* which is being filled */
        events->below_start = now;
    }
    return node->calls % settings.trace_every == 1 % settings.trace_every ? 0 : 1 + TRACE_LEFT_EVERY;
}

void choice_start(void)
{
    filters_read(&filter, "INSTR_TRACE=filter", settings_trace_filter());
}
