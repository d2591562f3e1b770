/*
 * host.h - what the runtime does for plug-ins: struct instr_plugin_host of include/instr_plugin.h.
 *
 * A launch on a device is a node of the process's tree: below the place of the calling thread's node the device has one, a lane
 * like those of threads, and what it does has one below that. Such nodes are never freed and no probe touches them, so a launch
 * is known by its node, and a guard of all of them is thread_lock.
 */
#ifndef INSTR_PLUGIN_HOST_H
#define INSTR_PLUGIN_HOST_H

#include "include/instr_plugin.h"
#include "runtime/measure/probe/probe.h"

extern const struct instr_plugin_host plugin_host;

/* From now on it does something. */
void host_start(const struct probes *in_use);

#endif
