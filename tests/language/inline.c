/*
 * External inline functions may hold no static object: C99 6.7.4.
 *
 * flags: -std=c99 -pedantic-errors -Wall -Wextra -Wshadow -Wmissing-prototypes -Wconversion
 * calls: main 1
 * calls: square 3
 * calls: cube 2
 */
#include <stdio.h>

inline int square(int x)
{
    return x * x;
}
extern int square(int x);

static inline int cube(int x)
{
    return x * square(x);
}

int main(void)
{
    printf("%d %d %d\n", square(2), cube(2), cube(3));
    return 0;
}
