/* calls.h - defines a plug-in's region of a call when the call is first made. The plug-in that includes it reports each call to the host. */
#ifndef INSTR_CALLS_H
#define INSTR_CALLS_H

#include "include/instr_plugin.h"

/* Returns the region for calls of this name, kept at `place`, which is NULL at first. Any thread may ask. */
static void *calls_at(void **place, const char *name, const struct instr_plugin_host *host)
{
    void *call = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!call) {
        call = host->call_define(name);
        __atomic_store_n(place, call, __ATOMIC_RELEASE);
    }
    return call;
}

#endif
