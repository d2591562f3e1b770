/* names.c - what a project calls things. */
#include "tune/project/project.h"

#include <string.h>

const struct parameter *project_parameter(const struct project *project, const char *name)
{
    for (unsigned i = 0; i < project->parameter_count; i++)
        if (!strcmp(project->parameters[i].name, name))
            return &project->parameters[i];
    return NULL;
}

bool project_knows(const struct project *project, const char *name)
{
    for (unsigned i = 0; i < project->named_count; i++)
        if (!strcmp(project->named[i].name, name))
            return true;
    return project_parameter(project, name) || !strcmp(name, "project");
}

const char *const measure_metric_words[] = {"inclusive", "exclusive", "calls", "wall", "memory", "output", NULL};
const char *const measure_ranks_words[] = {"max", "min", "mean", "sum", NULL};
const char *const measure_repeats_words[] = {"min", "median", "mean", NULL};

const char *measure_metric(const struct measure *measure)
{
    return measure_metric_words[measure->metric];
}

const char *measure_ranks(const struct measure *measure)
{
    return measure_ranks_words[measure->ranks];
}

const char *measure_repeats(const struct measure *measure)
{
    return measure_repeats_words[measure->repeats];
}
