/*
 * macsio.c - MACSio's timers: groups, iterations that are gone on with, what they tell here and over ranks, dumps, clearing.
 * Says what is not as it should be. With ranks the last of them has a timer that the others have not.
 */
#include <macsio_timing.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#ifndef HAVE_MPI
#define MPI_COMM_WORLD 0
#endif

static int failures, rank, ranks = 1;

static void expect(const char *what, int is)
{
    if (!is) {
        printf("rank %d: not so: %s\n", rank, what);
        failures++;
    }
}

static void rest(long milliseconds)
{
    struct timespec time = {0, milliseconds * 1000000};
    nanosleep(&time, 0);
}

static MACSIO_TIMING_TimerId_t io_start(int iteration, MACSIO_TIMING_GroupMask_t group)
{
    return MT_StartTimer("io", group, iteration);
}

static double times[4]; /* of each iteration, as stopping it told */

/* Four iterations, one of them in two pieces. */
static MACSIO_TIMING_TimerId_t iterate(MACSIO_TIMING_GroupMask_t group)
{
    static const int pieces[] = {1, 2, 3, 3, 12}, numbers[] = {0, 1, 2, 2, 3};
    MACSIO_TIMING_TimerId_t id = 0;
    for (int i = 0; i < 5; i++) {
        id = io_start(numbers[i], group);
        rest(pieces[i]);
        times[numbers[i]] = MT_StopTimer(id);
    }
    return id;
}

static void check_iterations(MACSIO_TIMING_TimerId_t id)
{
    int least = 0, most = 0;
    double sum = 0, squares = 0;
    for (int i = 0; i < 4; i++) {
        sum += times[i];
        least = times[i] < times[least] ? i : least;
        most = times[i] > times[most] ? i : most;
    }
    for (int i = 0; i < 4; i++)
        squares += (times[i] - sum / 4) * (times[i] - sum / 4);
    expect("both pieces count", times[2] >= 0.006);
    expect("four iterations", MACSIO_TIMING_GetTimerDatum(id, "iter_count") == 4);
    expect("total and mean", fabs(MACSIO_TIMING_GetTimerDatum(id, "total_time") - sum) < 1e-9 &&
                                 fabs(MACSIO_TIMING_GetTimerDatum(id, "running_mean") - sum / 4) < 1e-9);
    expect("least", MACSIO_TIMING_GetTimerDatum(id, "min_iter") == least &&
                        MACSIO_TIMING_GetTimerDatum(id, "min_time") == times[least]);
    expect("most", MACSIO_TIMING_GetTimerDatum(id, "max_iter") == most &&
                       MACSIO_TIMING_GetTimerDatum(id, "max_time") == times[most]);
    expect("variance", fabs(MACSIO_TIMING_GetTimerDatum(id, "running_var") - squares / 3) < 1e-9);
}

static int lines(MACSIO_TIMING_GroupMask_t groups, int reduced, const char *part)
{
    char **strings;
    int count, longest, found = 0;
    (reduced ? MACSIO_TIMING_DumpReducedTimersToStrings : MACSIO_TIMING_DumpTimersToStrings)(groups, &strings, &count,
                                                                                          &longest);
    for (int i = 0; i < count; i++) {
        expect("a line is no longer than the longest", (int)strlen(strings[i]) <= longest);
        if (part && strstr(strings[i], part))
            puts(strings[i]);
        found += !part || strstr(strings[i], part) != 0;
        free(strings[i]);
    }
    free(strings);
    return found;
}

int main(int argc, char **argv)
{
#ifdef HAVE_MPI
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
    (void)argc, (void)argv;
    MACSIO_TIMING_GroupMask_t io = MACSIO_TIMING_GroupMask("io"), mesh = MACSIO_TIMING_GroupMask("mesh");
    expect("two masks", io && mesh && io != mesh && MACSIO_TIMING_GroupMask("io") == io);

    MACSIO_TIMING_TimerId_t all = MT_StartTimer("all", MACSIO_TIMING_NO_GROUP, MACSIO_TIMING_ITER_IGNORE);
    MACSIO_TIMING_TimerId_t id = iterate(io), alone = 0, counted = 0;
    for (int i = 0; i < 3; i++)
        MT_StopTimer(counted = MT_StartTimer("counted", mesh, MACSIO_TIMING_ITER_AUTO));
    if (rank == ranks - 1) {
        alone = MT_StartTimer("alone", io | mesh, MACSIO_TIMING_ITER_AUTO);
        rest(1);
        MT_StopTimer(alone);
    }

    double total = MACSIO_TIMING_GetTimerDatum(id, "total_time"), variance = MACSIO_TIMING_GetTimerDatum(id, "running_var");
    check_iterations(id);
    expect("number and depth", MACSIO_TIMING_GetTimerDatum(id, "iter_num") == 3 && MACSIO_TIMING_GetTimerDatum(id, "depth") == 1);
    expect("counted three times", MACSIO_TIMING_GetTimerDatum(counted, "iter_count") == 3 &&
                                      MACSIO_TIMING_GetTimerDatum(counted, "iter_num") == 2);
    expect("no such field", MACSIO_TIMING_GetTimerDatum(id, "total") == -1);
    expect("no such timer", MACSIO_TIMING_GetTimerDatum(id + 1, "total_time") == -1 && MT_StopTimer(id + 1) == DBL_MAX);
    expect("not reduced yet", MACSIO_TIMING_GetReducedTimerDatum(id, "total_time") == -1);

    MACSIO_TIMING_UseMPI_Wtime = 0;
    expect("a clock", MT_Time() >= 0 && MT_Time() < 100);
    expect("a stop by the clock of the start", MT_StopTimer(all) >= total);
    MACSIO_TIMING_UseMPI_Wtime = 1;
    expect("stopped twice", MT_StopTimer(all) == DBL_MAX);

    int here = rank == ranks - 1;
    expect("timers in a group", lines(mesh, 0, 0) == 1 + here && lines(io, 0, 0) == 1 + here);
    expect("and in none", lines(MACSIO_TIMING_ALL_GROUPS, 0, 0) == 3 + here);

    MACSIO_TIMING_ReduceTimers(MPI_COMM_WORLD, ranks - 1);
    if (here) {
        expect("all ranks' iterations", MACSIO_TIMING_GetReducedTimerDatum(id, "iter_count") == 4 * ranks);
        expect("all ranks' time", MACSIO_TIMING_GetReducedTimerDatum(id, "total_time") >= 0.021 * ranks);
        double spread = MACSIO_TIMING_GetReducedTimerDatum(id, "running_var");
        expect("a variance over all", ranks == 1 ? spread == variance : spread > 0);
        expect("a timer of one rank", MACSIO_TIMING_GetReducedTimerDatum(alone, "iter_count") == 1 &&
                                          MACSIO_TIMING_GetReducedTimerDatum(alone, "min_rank") == ranks - 1 &&
                                          MACSIO_TIMING_GetReducedTimerDatum(alone, "min_time") > 0);
        expect("its line", lines(io | mesh, 1, "LAB=alone") == 1);
        expect("all of them", lines(MACSIO_TIMING_ALL_GROUPS, 1, 0) == 4);
    } else {
        expect("nothing elsewhere", lines(MACSIO_TIMING_ALL_GROUPS, 1, 0) == 0);
    }
    MACSIO_TIMING_ReduceTimers(MPI_COMM_WORLD, -1);
    expect("forgotten", lines(MACSIO_TIMING_ALL_GROUPS, 1, 0) == 0);

    MACSIO_TIMING_ClearTimers(mesh); /* which the profile keeps */
    expect("one group is cleared", MACSIO_TIMING_GetTimerDatum(counted, "iter_count") == -1 &&
                                       MACSIO_TIMING_GetTimerDatum(id, "iter_count") == 4);
#ifdef HAVE_MPI
    MPI_Finalize();
#endif
    return failures != 0;
}
