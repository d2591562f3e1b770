/*
 * Names that are words of later or other languages, in a unit that is read by its tokens alone.
 *
 * flags: -std=c99
 * calls: bool 3
 * calls: naked 1
 * calls: co_await 1
 * calls: main 1
 */
#include <stdio.h>

static int bool(int x)
{
    int sum = 0;
    for (int i = 0; i < x; i++)
        sum += i;
    return sum;
}

int naked(int typeof)
{
    return bool(typeof) + bool (3);
}

int co_await(int no_instrument_function)
{
    bool(1);
    return no_instrument_function;
}

int main(void)
{
    printf("%d %d\n", naked(4), co_await(2));
    return 0;
}
