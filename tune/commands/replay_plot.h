/*
 * replay_plot.h - how searches converge, as a picture (SVG) for a document.
 */
#ifndef INSTR_TUNE_REPLAY_PLOT_H
#define INSTR_TUNE_REPLAY_PLOT_H

#include "tune/search/replay.h"

#include <stdio.h>

/* Medians as lines, and in a lighter colour up to what 90% of the repeats are not above. */
void replay_plot(FILE *stream, const char *title, const struct replay *replays, unsigned count);

#endif
