/* work.h - what the programs of the zoo do with their time: the same amount each time they are run. */
#ifndef WORK_H
#define WORK_H

static volatile unsigned long sink;

/* About half a microsecond for each of `amount`. */
static inline void spin(unsigned long amount)
{
    for (unsigned long i = 0; i < amount * 2000; i++)
        sink += i;
}

static inline unsigned cell(unsigned x)
{
    return x * 2654435761u + 1;
}
#endif
