/*
 * tables.h - alternative tables of a command, selected by an option.
 */
#ifndef INSTR_REPORT_TABLES_H
#define INSTR_REPORT_TABLES_H

#include "report/derive/waiting.h"
#include "report/read/report.h"
#include "report/show/rows.h"

/* Their record formats, and those of `tree`, which `summary` also uses. */
extern const struct row_form form_summary, form_tree, form_ranks, form_mpi, form_communicators, form_metrics,
    form_scale, form_imbalance, form_waiting_causes, form_waiting_pairs, form_waiting_sites, form_waiting_kernel;

/* `summary --json` and `--csv`: everything on the first screen. */
void summary_records(struct report *report, const struct options *options, struct arena *arena);

/* `tree --by=rank`, and the records of `tree --per-thread`. */
bool tree_ranks(struct report *report, const struct options *options, struct arena *arena, struct error *error);

/* `flat --by=mpi`, `--by=communicator` and `--by=metric`. */
void flat_mpi(struct report *report, const struct options *options, struct arena *arena);
void flat_communicators(struct report *report, const struct options *options, struct arena *arena);
bool flat_metrics(struct report *report, const struct options *options, struct arena *arena, struct error *error);

/* `waiting --by=work`, and the other values of --by. */
bool waiting_work(struct report *report, const struct options *options, struct arena *arena, struct error *error);
void waiting_by(struct report *report, const struct waiting *waiting, const struct options *options,
                struct arena *arena);

/* Prints blocked and runnable time by cause, as a part of a screen; nothing if it is unknown. */
void waiting_by_kernel(struct report *report, const struct options *options, struct arena *arena);

/* `diff --scale`: how time grows with the number of ranks or threads. */
bool diff_scale(const struct options *options, struct arena *arena, struct error *error);

#endif
