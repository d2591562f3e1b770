/*
 * The macros that stand for pragmas, in C90 and with every warning an error.
 *
 * flags: -std=c90 -pedantic-errors -Wall -Wextra -Werror
 * calls: all 1
 * calls: block 1
 * calls: statement 2
 * calls: stretch 1
 * calls: turn 3
 * calls: finest 0
 * calls: world 1
 * left alone: quiet pragma-skip
 * left alone: off pragma-skip
 */
#include "../../include/instr.h"

#include <stdio.h>

INSTR_SKIP
static int quiet(int x)
{
    return x;
}

INSTR_OFF
static int off(int x)
{
    return x;
}
INSTR_ON

INSTR_LEVEL(2)
static int all(int n)
{
    int i, sum = 0;
    INSTR_REGION("block")
    {
        int inner = n;
        sum += quiet(inner);
    }
    for (i = 0; i < 2; i++)
        INSTR_REGION("statement")
        sum += off(i);
    INSTR_BEGIN("stretch")
    sum++;
    sum += n;
    INSTR_END("stretch")
    INSTR_ITERATE("turn")
    for (i = 0; i < 3; i++)
        sum += i;
    INSTR_REGION_LEVEL("finest", 4)
    sum++;
    INSTR_CONTEXT("world", MPI_COMM_WORLD)
    {
        sum++;
    }
    return sum;
}

int main(void)
{
    printf("%d\n", all(2));
    return 0;
}
