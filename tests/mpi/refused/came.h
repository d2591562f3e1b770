/* came.h - when ranks came to a call. So rank 1 need not have had a processor all the time for its waiting to be known. */
#include <stdio.h>
#include <time.h>

enum { CAME_KINDS = 4, CAME_TIMES = 10 };
static double came_at[CAME_KINDS][CAME_TIMES];

static void came(int kind, int time)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    came_at[kind][time] = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void came_print(int rank)
{
    fflush(stdout); /* in one piece */
    for (int kind = 0; kind < CAME_KINDS; kind++)
        for (int time = 0; time < CAME_TIMES; time++)
            printf("came %d %d %d %.9f\n", rank, kind, time, came_at[kind][time]);
    fflush(stdout);
}
