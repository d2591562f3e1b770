/* vectors.c - see vectors.h. */
#include "runtime/machine/vectors.h"

#if MACHINE_X86_64

#include <cpuid.h>

/* How vectors_keep.S keeps them: all there were in an 8086 with SSE; what XSAVE knows; only what is in use. */
enum { FXSAVE, XSAVE, XSAVEC };

extern int vectors_how __attribute__((visibility("hidden")));
int vectors_how = FXSAVE;

void vectors_start(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return;
    /* In use is told by XGETBV with ECX = 1. */
    int in_use = __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && (a & 2) && (a & 4);
    vectors_how = in_use ? XSAVEC : XSAVE;
}

#endif
