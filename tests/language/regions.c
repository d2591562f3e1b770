/*
 * Regions inside functions, at the finest level and by the macros that stand for pragmas.
 *
 * flags: -DTIMER_LEVEL=3
 * calls: regions 1
 * left alone: check_turns pragma-skip
 * calls: init 1
 * calls: stretch 3
 * calls: scope 3
 * calls: turns 5
 * calls: left by goto 1
 * calls: returned from 2
 * calls: outer: loop at 27 1
 * calls: outer: loop at 28 3
 * calls: outer: if at 29 3
 * calls: outer: else at 31 6
 */
#include "../../include/instr.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int outer(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (i > k) {
                sum += i;
            } else {
                sum -= k;
            }
    return sum;
}

static int returns(int n)
{
    INSTR_REGION("returned from")
    {
        if (n)
            return 1;
        n += 2;
    }
    return n;
}

static int regions(int n)
{
    INSTR_REGION_LEVEL("init", 1)
    n += outer(3);
    for (int i = 0; i < 3; i++) {
        INSTR_BEGIN("stretch")
        n++;
        if (n == 1000)
            return 0;
        INSTR_END("stretch")
        INSTR_BEGIN("scope")
        int seen = n;
        INSTR_END("scope")
        n += seen;
    }
    INSTR_ITERATE("turns")
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            continue;
        n += i;
        if (i == 3)
            usleep(20000);
    }
    INSTR_REGION("left by goto")
    {
        if (n)
            goto out;
        n = 7;
    }
out:
    return n + returns(0) + returns(1);
}

INSTR_SKIP
static int check_turns(const struct instr_path *path, void *seen)
{
    (void)seen;
    if (strcmp(path->name, "turns") == 0 && path->max_iteration != 3)
        printf("turn %ld was the longest, not 3\n", path->max_iteration);
    return 0;
}

int main(void)
{
    printf("%d\n", regions(1));
    instr_visit(INSTR_PROCESS, check_turns, NULL);
    return 0;
}
