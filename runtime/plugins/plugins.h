/*
 * plugins.h - other tools that are told what is measured: the shared objects that INSTR_PLUGINS names, see
 * include/instr_plugin.h and docs/plugins.md.
 *
 * Those that want each call are told by way of the events of a trace (runtime/measure/beside/events.h): the probes are the trace's,
 * whose buffer is always full, so that each end of a call takes the slow way and comes here. A process has either a trace or
 * such plug-ins. Where none is loaded nothing is asked anywhere.
 *
 * While a plug-in is called its number stands in the store. So after a crash the reader knows in whose code it was, and no
 * signal of the program's has to be caught.
 */
#ifndef INSTR_PLUGINS_H
#define INSTR_PLUGINS_H

#include "runtime/measure/probe/probe.h"

#include <stdbool.h>

/* Loads what INSTR_PLUGINS names, and sets settings.told and what goes with it; before the store is made and probes are
 * picked. */
void plugins_load(void);

/* Once, before the first probe, with the store open and the first thread begun. `probes` are those in use. */
void plugins_start(const struct probes *probes);

/* MPI told. */
void plugins_rank(int rank, int ranks);

#endif
