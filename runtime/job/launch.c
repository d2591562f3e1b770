/*
 * launch.c - see launch.h.
 *
 * Most launchers name the launch in the environment of what they start. Hydra does not, but its proxies, which are the
 * ranks' parents, were told in their own command where their mpiexec listens.
 */
#include "runtime/job/launch.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ANCESTORS = 8 };

static uint64_t add_variables(uint64_t hash, bool *named)
{
    static const struct {
        const char *name;
        bool enough; /* no two launches have it in common */
    } variables[] = {
        {"PMIX_NAMESPACE", true}, {"OMPI_MCA_orte_precondition_transports", true},
        {"SLURM_JOB_ID", false},  {"SLURM_STEP_ID", true},
        {"FLUX_JOB_ID", true},    {"PALS_APID", true},
        {"ALPS_APP_ID", true},    {"PBS_JOBID", false},
        {"LSB_JOBID", false},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i].name);
        if (value && *value) {
            hash = hash_text(hash_text(hash, variables[i].name), value);
            *named = *named || variables[i].enough;
        }
    }
    return hash;
}

static size_t read_process(long pid, const char *file, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
    FILE *stream = fopen(path, "re");
    size_t length = stream ? fread(text, 1, size - 1, stream) : 0;
    if (stream)
        fclose(stream);
    text[length] = 0;
    return length;
}

/* The parent of a process and when that process began, in ticks; false where it can't be told. */
static bool parent_of(long pid, long *parent, unsigned long long *began)
{
    char text[2048];
    read_process(pid, "stat", text, sizeof text);
    const char *word = strrchr(text, ')'); /* the end of the second word: a name that may hold anything */
    if (!word || sscanf(word, ") %*c %ld", parent) != 1)
        return false;
    for (int i = 2; word && i < 22; i++)
        word = strchr(word + 1, ' ');
    return word && sscanf(word, "%llu", began) == 1;
}

/* The words after those options in the command of a process. */
static uint64_t add_proxy(uint64_t hash, long pid, bool *found)
{
    char words[4096];
    size_t length = read_process(pid, "cmdline", words, sizeof words);
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

/* Of the nearest proxy above this process. */
static uint64_t add_ancestors(uint64_t hash, bool *named)
{
    long pid = (long)getpid(), parent;
    unsigned long long began;
    bool found = false;
    for (int i = 0; i < ANCESTORS && !found && parent_of(pid, &parent, &began) && parent > 1; i++) {
        uint64_t with = add_proxy(hash, parent, &found);
        hash = found ? with : hash;
        pid = parent;
    }
    *named = *named || found;
    return hash;
}

static uint64_t add_parent(uint64_t hash)
{
    char text[64];
    long parent, grandparent;
    unsigned long long began = 0;
    if (parent_of((long)getpid(), &parent, &began) && parent_of(parent, &grandparent, &began)) {
        snprintf(text, sizeof text, "%ld %llu", parent, began);
        hash = hash_text(hash, text);
    }
    return hash;
}

uint64_t launch_key(bool *here)
{
    char user[32];
    bool named = false;
    snprintf(user, sizeof user, "%ld", (long)geteuid());
    uint64_t hash = add_ancestors(add_variables(hash_text(HASH_START, user), &named), &named);
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

bool launch_place(int *rank, int *size)
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

long launch_age(void)
{
    long parent, ticks = sysconf(_SC_CLK_TCK);
    unsigned long long began;
    struct timespec up;
    if (ticks <= 0 || !parent_of((long)getpid(), &parent, &began) || clock_gettime(CLOCK_BOOTTIME, &up) != 0)
        return 0;
    return (long)up.tv_sec + 1 - (long)(began / (unsigned long long)ticks);
}
