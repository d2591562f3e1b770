/* apart_library.c - what apart.c loads. */
#include <stdlib.h>

#if defined WITH_LABELS
#include <instr.h>
#elif defined WITH_TIMERS
#include <gptl.h>
#define instr_start(name) (GPTLinitialize() == 0 && GPTLstart(name) == 0 ? 0 : (abort(), 1))
#define instr_stop(name) GPTLstop(name)
#else
#define instr_start(name) 0
#define instr_stop(name) 0
#endif

__attribute__((noinline)) static long step(long n)
{
    __asm__ volatile("");
    return n + 1;
}

long call(long n)
{
    long sum = atol("0"); /* so that it needs a C library, of its namespace's own */
    (void)instr_start("label");
    for (long i = 0; i < n; i++)
        sum += step(i);
    (void)instr_stop("label");
    return sum;
}
