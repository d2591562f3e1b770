/* clock.c - see clock.h. */
#include "compat/macsio/clock.h"

#include "compat/common/mpi_any.h"
#include "include/macsio_timing.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/time.h>

int MACSIO_TIMING_UseMPI_Wtime = 1;

static double first_reading[2];
static bool was_read[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum clock clock_chosen(void)
{
    return MACSIO_TIMING_UseMPI_Wtime && mpi_any_running() ? CLOCK_OF_MPI : CLOCK_OF_DAY;
}

static double now_by(enum clock clock)
{
    struct timeval time;
    double seconds;
    if (clock == CLOCK_OF_MPI && mpi_any_wtime(&seconds))
        return seconds;
    gettimeofday(&time, 0);
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

double clock_read(enum clock clock)
{
    double now = now_by(clock);
    if (!__atomic_load_n(&was_read[clock], __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&lock);
        if (!was_read[clock])
            first_reading[clock] = now;
        __atomic_store_n(&was_read[clock], true, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&lock);
    }
    return now - first_reading[clock];
}

double MACSIO_TIMING_GetCurrentTime(void)
{
    return clock_read(clock_chosen());
}
