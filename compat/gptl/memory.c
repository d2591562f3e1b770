/* memory.c - see memory.h. What is said goes to stderr, or in an MPI job to the file procsiz.NNNNNN of each rank. */
#include "compat/gptl/memory.h"

#include "compat/common/mpi_any.h"
#include "compat/gptl/errors.h"
#include "compat/gptl/options.h"
#include "compat/gptl/threads.h"

#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static float largest; /* MB, when it was last said */
static FILE *rank_file;

static int resident(float *rss)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return errors_add("GPTLget_memusage: Failure from getrusage\n");
    *rss = (float)usage.ru_maxrss / 1024;
    return 0;
}

/* Pages of /proc/self/statm: the whole, resident, shared, code, library, data and stack. */
static int read_pages(long pages[6])
{
    FILE *file = fopen("/proc/self/statm", "r");
    int got =
        file ? fscanf(file, "%ld %ld %ld %ld %ld %ld", &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5])
             : 0;
    if (file)
        fclose(file);
    return got == 6 ? 0 : errors_add("GPTLget_procsiz: /proc/self/statm can't be read\n");
}

int GPTLget_procsiz(float *procsiz, float *rss)
{
    long pages[6];
    if (read_pages(pages) != 0)
        return -1;
    float page = (float)sysconf(_SC_PAGESIZE) / (1024 * 1024);
    *procsiz = (float)pages[0] * page;
    *rss = (float)pages[1] * page;
    return 0;
}

/* An int has room for 2 TB; who reserves more, as the sanitizers do, is told that. */
static int kilobytes(long pages)
{
    long page = sysconf(_SC_PAGESIZE) / 1024;
    return pages > INT_MAX / page ? INT_MAX : (int)(pages * page);
}

/* Another name in C: the two GPTLs declare it with other parameters, E3SM's in kB. */
int memory_usage(void *first, int *rss, int *share, int *text, int *datastack) __asm__("GPTLget_memusage");
int memory_usage(void *first, int *rss, int *share, int *text, int *datastack)
{
    long pages[6];
    if (!options_e3sm())
        return resident(first);
    if (read_pages(pages) != 0)
        return -1;
    *(int *)first = kilobytes(pages[0]);
    *rss = kilobytes(pages[1]);
    *share = kilobytes(pages[2]);
    *text = kilobytes(pages[3]);
    *datastack = kilobytes(pages[5]);
    return 0;
}

int GPTLprint_memusage(const char *str)
{
    float rss;
    if (resident(&rss) != 0)
        return -1;
    printf("GPTLprint_memusage: %s rss=%f MB\n", str, (double)rss);
    return 0;
}

int GPTLprint_rusage(const char *str)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return errors_add("GPTLprint_rusage: Failure from getrusage\n");
    printf("GPTLprint_rusage: %s maxrss=%f MB\n", str, (double)usage.ru_maxrss / 1024);
    return 0;
}

static FILE *where(void)
{
    if (!rank_file && mpi_any_running()) {
        char name[32];
        snprintf(name, sizeof name, "procsiz.%6.6d", mpi_any_rank(mpi_any_world()));
        rank_file = fopen(name, "w");
    }
    return rank_file ? rank_file : stderr;
}

void memory_watch(const char *when, const char *name)
{
    float rss;
    if (!options.memusage || threads_self() != 0 || resident(&rss) != 0 ||
        rss <= largest * (1 + (float)options.memory_growth))
        return;
    largest = rss;
    FILE *file = where();
    fprintf(file, "%s %s RSS grew to %8.2f MB\n", when, name, (double)rss);
    fflush(file);
}
