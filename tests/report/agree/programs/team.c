/* team.c - parallel regions of OpenMP from two call paths, with work of unequal size. */
#include "work.h"

#define OWN __attribute__((noinline)) static

OWN void piece(int size)
{
    spin((unsigned long)size);
}

OWN void region(int pieces)
{
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < pieces; i++)
        piece(50 + 30 * (i % 3));
}

OWN void twice(void)
{
    region(30);
    region(10);
}

int main(void)
{
    piece(300);
    region(40);
    twice();
    return 0;
}
