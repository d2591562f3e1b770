/* names.c - the words of a project file for steps, metrics, and means over ranks, threads and repeats. */
#include "tune/project/project.h"

const char *const step_words[] = {"generate", "build", "run", "before", "cores"};
const char *const measure_metric_words[] = {"inclusive", "exclusive", "calls",  "wall",
                                            "processor", "memory",    "output", NULL};
const char *const measure_ranks_words[] = {"max", "min", "mean", "sum", NULL};
const char *const measure_threads_words[] = {"max", "sum", "mean", NULL};
const char *const measure_repeats_words[] = {"median", "min", "mean", NULL};
