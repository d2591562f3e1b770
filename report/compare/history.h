/*
 * history.h - a folder with one baseline (baseline.h) for each commit and tag of runs; the files are named by their commit.
 *
 * A commit is compared with its nearest stored ancestor in git, so branches are not mixed. Commits unknown to git are ordered by their stored
 * time.
 */
#ifndef INSTR_REPORT_HISTORY_H
#define INSTR_REPORT_HISTORY_H

#include "report/compare/verdict.h"
#include "report/read/git.h"

struct version {
    const char *path; /* of its baseline; null: it is not stored yet */
    struct counts_of of;
    uint32_t before; /* the one that it is held against; COUNTS_NONE */
};

struct history {
    struct version *list; /* what is before another one stands before it */
    uint32_t count;
};

/* Reads all of these folders. */
bool history_read(struct history *history, char *const *folders, int count, struct arena *arena, struct error *error);

/* Returns which versions lead to the newest one of their tag. */
bool *history_chain(const struct history *history, struct arena *arena);

/* Returns the baseline to compare a commit's runs with, or NULL. If the working tree was changed, this may be the commit itself. */
const char *history_before(const struct history *history, const struct counts_of *of, bool changed,
                           struct arena *arena);

/* Makes the folder unless it exists. */
bool history_folder(const char *folder, struct error *error);

/* Returns the present time, in the form of of.time. */
const char *history_time(struct arena *arena);

/* Returns "3437f525c", or the time if no commit is known. */
const char *history_name(const struct counts_of *of, struct arena *arena);

/* Returns why a run can't be stored under a commit, or NULL if it can. */
const char *history_doubt(const struct profile *profile, const struct commit *commit, struct arena *arena);

/* Writes `now` into the folder, with the rules and the known variation of `before`, if any. *path is the file. */
bool history_store(struct counts *now, const struct counts *before, const struct match *match, const char *folder,
                   const char **path, struct arena *arena, struct error *error);

#endif
