/*
 * plugins.h - reports what is measured to plug-ins, the shared objects that INSTR_PLUGINS names: see include/instr_plugin.h and
 * docs/dev/plugins.md.
 *
 * Plug-ins that want each call get the events of a trace (runtime/measure/beside/events.h): the probes are the trace's, whose buffer is always
 * full, so that each end of a call takes the slow way and comes here. A process has either a trace or such plug-ins. Without plug-ins there is no
 * additional test anywhere.
 *
 * While a plug-in is called its number stands in the store. So after a crash the reader knows in whose code it was, and no
 * signal of the program's has to be caught.
 */
#ifndef INSTR_PLUGINS_H
#define INSTR_PLUGINS_H

#include "include/instr_plugin.h"
#include "runtime/machine/uncancelled.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/store/thread_busy.h"

#include <errno.h>
#include <stdbool.h>

/* Loads the plug-ins of INSTR_PLUGINS, and sets settings.told and related ones; before the store is made and probes are picked. */
void plugins_load(void);

/* Starts them once, before the first probe, with the store open and the first thread begun. `probes` are those in use. */
void plugins_start(const struct probes *probes);

/* Called when MPI has told the rank. */
void plugins_rank(int rank, int ranks);

/* --- load.c: loads the shared objects of INSTR_PLUGINS, each of which says what it wants --- */

struct loaded {
    struct instr_plugin table; /* all that it has of what there is */
    char name[64];             /* as users know it */
    bool silent;               /* it is told nothing any more */
};

/* Fills in up to `most` plug-ins, and reports why the others are not loaded. */
unsigned load_plugins(struct loaded *plugins, unsigned most);

/* Returns whether the calling thread is loading a plug-in, to which objects attached now belong. */
bool load_goes_on(void);

/*
 * --- host.c: what the runtime does for plug-ins: struct instr_plugin_host of include/instr_plugin.h.
 *
 * A launch on a device is a node of the process's tree: below the place of the calling thread's node the device has one, a lane
 * like those of threads, and what it does has one below that. Such nodes are never freed and no probe touches them, so a launch
 * is known by its node, and a guard of all of them is thread_lock.
 */

extern const struct instr_plugin_host plugin_host;

/* Makes the host's functions effective. */
void host_start(const struct probes *in_use);

/*
 * --- while a thread is in the runtime for a plug-in its probes don't measure, it isn't cancelled, and errno is kept ---
 */

struct stay {
    struct uncancelled state;
    int saved;
    uintptr_t busy;
};

static inline struct stay stay_begin(void)
{
    struct stay stay = {.saved = errno};
    stay.state = uncancelled_begin();
    stay.busy = thread_busy_begin(true);
    return stay;
}

static inline void stay_end(struct stay stay)
{
    thread_busy_set(stay.busy);
    uncancelled_end(stay.state);
    errno = stay.saved;
}

#endif
