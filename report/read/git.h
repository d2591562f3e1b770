/*
 * git.h - asks git for the commit of the sources here. Without git or a repository the answer is "unknown"; that is no error.
 */
#ifndef INSTR_REPORT_GIT_H
#define INSTR_REPORT_GIT_H

#include "common/arena.h"

#include <stdbool.h>

/* Returns the output of `git ARGUMENTS`, run by a shell in this folder, or NULL if it fails. */
char *git_output(const char *arguments, struct arena *arena);

struct commit {
    const char *id;      /* "": not known */
    const char *time;    /* when it was made, as 2026-11-27T17:50:04Z; "" */
    const char *subject; /* the first line of its message; "" */
    const char *root;    /* the folder of the working tree; "" */
    bool changed;        /* files that git knows are not as they are in it */
};

/* Finds the commit of the working tree here. */
void git_commit(struct commit *commit, struct arena *arena);

#endif
