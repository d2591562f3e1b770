/* job_variables.c - see job_variables.h. */
#include "runtime/machine/job_variables.h"

#include "common/hash.h"

#include <stdlib.h>

enum {
    NAME = 1,   /* of the job */
    COMMON = 2, /* all ranks of a launch have it */
    UNIQUE = 4, /* and no other launch */
};

static const struct {
    const char *name;
    unsigned what;
} variables[] = {
    {"SLURM_JOB_ID", NAME | COMMON},
    {"SLURM_STEP_ID", COMMON | UNIQUE},
    {"PBS_JOBID", NAME | COMMON},
    {"LSB_JOBID", NAME | COMMON},
    {"JOB_ID", NAME},
    {"COBALT_JOBID", NAME},
    {"PJM_JOBID", NAME},
    {"FLUX_JOB_ID", NAME | COMMON | UNIQUE},
    {"PALS_APID", COMMON | UNIQUE},
    {"ALPS_APP_ID", COMMON | UNIQUE},
    {"PMIX_NAMESPACE", COMMON | UNIQUE},
    {"OMPI_MCA_orte_precondition_transports", COMMON | UNIQUE},
};

static const char *value_of(size_t index, unsigned what)
{
    const char *value = variables[index].what & what ? getenv(variables[index].name) : NULL;
    return value && *value ? value : NULL;
}

const char *job_variables_name(void)
{
    const char *value = NULL;
    for (size_t i = 0; !value && i < sizeof variables / sizeof *variables; i++)
        value = value_of(i, NAME);
    return value ? value : "";
}

uint64_t job_variables_hash(uint64_t hash, bool *named)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = value_of(i, COMMON);
        if (value) {
            hash = hash_text(hash_text(hash, variables[i].name), value);
            *named = *named || variables[i].what & UNIQUE;
        }
    }
    return hash;
}

bool job_variables_rank(int *rank, int *size)
{
    static const char *const places[][2] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *at = getenv(places[i][0]), *of = getenv(places[i][1]);
        if (at && *at && of && *of) {
            *rank = atoi(at);
            *size = atoi(of);
            return *rank >= 0 && *rank < *size;
        }
    }
    return false;
}
