/* calibrate.h - finds out what probes cost on this machine, by calling them. */
#ifndef INSTR_CALIBRATE_H
#define INSTR_CALIBRATE_H

struct probes;

/* Sets `costs` with the probes given, before the first thread is measured. */
void costs_calibrate(const struct probes *probes);

#endif
