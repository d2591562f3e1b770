/*
 * launch.c - see launch.h.
 *
 * Most launchers name the launch in the environment of what they start. Hydra does not, but its proxies, which are the
 * ranks' parents, were told in their own command where their mpiexec listens.
 */
#include "runtime/job/launch.h"

#include "common/hash.h"
#include "runtime/machine/job_variables.h"
#include "runtime/machine/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANCESTORS = 8 };

/* Adds the words after those options in the command of a process to the hash. */
static uint64_t add_proxy(uint64_t hash, long pid, bool *found)
{
    char words[4096];
    size_t length = process_read(pid, "cmdline", words, sizeof words);
    for (const char *word = words; word < words + length; word += strlen(word) + 1) {
        const char *value = word + strlen(word) + 1;
        bool port = strcmp(word, "--control-port") == 0;
        if (value < words + length && (port || strcmp(word, "--pgid") == 0)) {
            hash = hash_text(hash_text(hash, word), value);
            *found = *found || port;
        }
    }
    return hash;
}

/* Adds the nearest proxy among the ancestors of this process to the hash. */
static uint64_t add_ancestors(uint64_t hash, bool *named)
{
    struct process process = {.parent = process_number()};
    bool found = false;
    for (int i = 0; i < ANCESTORS && !found && process_find(process.parent, &process) && process.parent > 1; i++) {
        uint64_t with = add_proxy(hash, process.parent, &found);
        hash = found ? with : hash;
    }
    *named = *named || found;
    return hash;
}

static uint64_t add_parent(uint64_t hash)
{
    struct process self, parent;
    if (process_find(0, &self) && process_find(self.parent, &parent))
        hash = hash_number(hash_number(hash, (uint64_t)self.parent), parent.began);
    return hash;
}

uint64_t launch_key(bool *here)
{
    bool named = false;
    uint64_t hash = job_variables_hash(hash_number(HASH_START, geteuid()), &named);
    hash = add_ancestors(hash, &named);
    *here = !named;
    return named ? hash : add_parent(hash);
}

bool launch_on_one_machine(int size)
{
    static const char *const here[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
    static const char *const machines[] = {"SLURM_STEP_NUM_NODES", "SLURM_NNODES"};
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        const char *value = getenv(here[i]);
        if (value && *value)
            return atoi(value) == size;
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const char *value = getenv(machines[i]);
        if (value && *value)
            return atoi(value) == 1;
    }
    return false;
}

bool launch_first_rank(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        const char *rank = getenv(ranks[i]);
        if (rank && strcmp(rank, "0") != 0)
            return false;
    }
    return true;
}
