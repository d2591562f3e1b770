/*
 * source.h - the input of a page.
 */
#ifndef INSTR_REPORT_SOURCE_H
#define INSTR_REPORT_SOURCE_H

#include "report/derive/findings.h"
#include "report/derive/metric.h"
#include "report/html/choose.h"
#include "report/html/compared.h"
#include "report/html/slices.h"

struct source {
    const char *name; /* of the profile */
    const struct view *view;
    struct members members;
    struct balance balance;
    struct division division;
    struct findings findings;
    struct choice choice;
    uint32_t *rows, row_count;              /* of the call paths that are shown, in their order */
    const struct balance_path **balance_of; /* of each node, or null */
    const uint32_t *first;                  /* of each region, its place in the order of first calls */
    struct metrics_shown metrics;           /* of --metric, else those that add up, as far as there is room */
    const struct profile_traffic *traffic, *communicators; /* of each region, of each communicator */
    const struct compared *compared;                       /* null where the page is of one run */
    const struct page_slices *slices;                      /* null where there is no trace */
};

/* Derives everything from `view`, which must stay, as must `compared`; `options` name the metrics. */
bool source_make(struct source *source, const struct view *view, const char *name, const struct compared *compared,
                 const struct options *options, struct arena *arena, struct error *error);

#endif
