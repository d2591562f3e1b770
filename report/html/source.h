/*
 * source.h - all that a page is made of.
 */
#ifndef INSTR_REPORT_SOURCE_H
#define INSTR_REPORT_SOURCE_H

#include "report/findings.h"
#include "report/html/choose.h"
#include "report/html/compared.h"
#include "report/html/sources.h"

struct source {
    const char *name; /* of the profile */
    const struct view *view;
    struct members members;
    struct balance balance;
    struct findings findings;
    struct choice choice;
    const struct balance_path **balance_of; /* of each node, or null */
    struct sources sources;                 /* empty where they are to stay out */
    const struct compared *compared;        /* null where the page is of one run */
};

/* Derives all of it from `view`, which stays, as `compared` does. */
bool source_make(struct source *source, const struct view *view, const char *name, const struct compared *compared,
                 struct arena *arena, struct error *error);

#endif
